"""Another program's numbers in our Result: ``evaluate --compat seqeval``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from nerproof.base.results import Result, Row
from nerproof.base.version import __version__
from nerproof.compat import SCORERS
from nerproof.compat.tagfile import read_tags, tag_pair
from nerproof.corpus import Corpus
from nerproof.formats import ReadOptions


def evaluate_as(
    name: str,
    gold: str | Path | Corpus,
    predictions: Mapping[str, str | Path | Corpus],
    *,
    reading: ReadOptions,
    align: str = "tokens",
    gold_column: int | None = None,
    pred_column: int | None = None,
) -> Result:
    """What the named scorer prints for these files, with its own reading of tags and its own 0.0 for undefined."""
    scorer = SCORERS[name]
    of_gold, of_pred = (
        reading if column is None else replace(reading, tag_column=column) for column in (gold_column, pred_column)
    )
    gold_file = read_tags(gold, of_gold)
    rows = []
    for system, path in predictions.items():
        pair = tag_pair(gold_file, read_tags(path, of_pred), mode=align)
        rows += [_row(system, item) for item in scorer.score(pair)]
    signature: dict[str, Any] = {
        "gold": gold_file.corpus.digest[:8],
        "compat": name,
        "rule": scorer.rule,
        "align": align,
        "version": __version__,
    }
    return Result(signature, rows, [f"scored as {name} does: {scorer.rule}"])


def _row(system: str, item: Mapping[str, Any]) -> Row:
    facts = {name: item[name] for name in ("n_correct", "n_gold", "n_pred") if name in item}
    count, total = item["count"], item["total"]
    return Row("standard", system, item["metric"], item["value"], "ALL", item["label"], count, total, more=facts)
