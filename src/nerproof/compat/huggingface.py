"""``compute_metrics`` for the Hugging Face Trainer: no network, no metric script, plain Python numbers.

    from nerproof.compat.huggingface import metrics_for
    Trainer(..., compute_metrics=metrics_for(model.config.id2label))

Positions labelled -100 (special tokens, later pieces of a word, padding) are left out on both sides. Words
cut off by ``max_length`` never reach the Trainer: give ``n_words`` and ``coverage`` says the share scored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.base.errors import InputError, UsageError
from nerproof.compat import SCORERS, TagPair
from nerproof.compat.chunks import number

if TYPE_CHECKING:
    from numpy.typing import NDArray

IGNORED = -100
Labels = Mapping[int, str] | Sequence[str]


def metrics_for(id2label: Labels, **options: Any) -> Callable[[Any], dict[str, float | None]]:
    """The function to hand to the Trainer; options as in compute_metrics."""
    return partial(compute_metrics, id2label=id2label, **options)


def compute_metrics(
    eval_pred: Any,
    *,
    id2label: Labels,
    scorer: str = "seqeval",
    per_type: bool = False,
    n_words: int | None = None,
) -> dict[str, float | None]:
    """Precision, recall, F1 and accuracy of an EvalPrediction, or of a pair (logits or ids, gold ids).

    >>> predicted, gold = [[1, 0, 2]], [[1, -100, 2]]
    >>> found = compute_metrics((predicted, gold), id2label=["O", "B-PER", "B-LOC"])
    >>> found["f1"], found["accuracy"]
    (1.0, 1.0)
    """
    predicted, gold = (np.asarray(array) for array in _arrays(eval_pred))
    predicted = predicted.argmax(axis=-1) if predicted.ndim == gold.ndim + 1 else predicted
    if predicted.shape != gold.shape:
        raise InputError(f"predictions have the shape {predicted.shape}, labels {gold.shape}. They must be equal.")
    kept = gold != IGNORED
    pair = _pair(gold, predicted, kept, id2label)
    values = {_name(row): row["value"] for row in SCORERS[scorer].score(pair) if per_type or row["label"] == "ALL"}
    if n_words is not None:
        values["coverage"] = pair.n_tokens / n_words if n_words else None
    return values


def _arrays(eval_pred: Any) -> tuple[Any, Any]:
    if hasattr(eval_pred, "predictions"):
        predicted, gold = eval_pred.predictions, eval_pred.label_ids
    else:
        predicted, gold = eval_pred
    # Models that return hidden states hand over a tuple; its first item is the logits.
    return (predicted[0] if isinstance(predicted, tuple) else predicted), gold


def _pair(gold: NDArray[Any], predicted: NDArray[Any], kept: NDArray[np.bool_], id2label: Labels) -> TagPair:
    labels = _labels(id2label)
    top = max([0, *(int(ids[kept].max()) for ids in (gold, predicted) if kept.any())])
    if top >= len(labels) or (kept.any() and min(int(gold[kept].min()), int(predicted[kept].min())) < 0):
        raise InputError(f"a label id lies outside id2label, which has {len(labels)} labels. Pass the model's own.")
    tags, codes = number(["O", *labels])
    lengths = kept.sum(axis=1).astype(np.int64)
    return TagPair.from_codes(tuple(tags), codes[1:][gold[kept]], codes[1:][predicted[kept]], lengths)


def _labels(id2label: Labels) -> list[str]:
    if not isinstance(id2label, Mapping):
        return list(id2label)
    # A configuration read from JSON has its keys as strings.
    found = {int(key): label for key, label in id2label.items()}
    if sorted(found) != list(range(len(found))):
        raise UsageError("id2label must number its labels 0, 1, 2 … without gaps")
    return [found[i] for i in range(len(found))]


def _name(row: Mapping[str, Any]) -> str:
    return str(row["metric"] if row["label"] == "ALL" else f"{row['label']}_{row['metric']}")
