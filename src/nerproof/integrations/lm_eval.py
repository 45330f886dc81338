"""lm-evaluation-harness: metric functions for tasks whose answer is a list of entities.

A task in YAML, with these functions in the ``utils.py`` beside it (``from nerproof.integrations.lm_eval import *``):

process_results: !function utils.process_results
metric_list:
  - {metric: ner_f1, aggregation: !function utils.f1, higher_is_better: true}
  - {metric: ner_precision, aggregation: !function utils.precision, higher_is_better: true}
  - {metric: ner_recall, aggregation: !function utils.recall, higher_is_better: true}

A document has "text" and "entities" (types and strings).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nerproof.integrations.llm_answers import Counts, count, precision_recall_f1

__all__ = ["f1", "precision", "process_results", "recall"]


def process_results(doc: Mapping[str, Any], results: Sequence[str]) -> dict[str, Counts]:
    """What the harness keeps of one document: the same counts for each of the three scores."""
    found = count(doc["text"], doc["entities"], results[0])
    return {"ner_f1": found, "ner_precision": found, "ner_recall": found}


def f1(items: Sequence[Sequence[int]]) -> float:
    return _value(items, "f1")


def precision(items: Sequence[Sequence[int]]) -> float:
    return _value(items, "precision")


def recall(items: Sequence[Sequence[int]]) -> float:
    return _value(items, "recall")


def _value(items: Sequence[Sequence[int]], name: str) -> float:
    """NaN where undefined: the harness averages numbers only."""
    found = precision_recall_f1(items)[name]
    return float("nan") if found is None else found
