"""Counts of correct, predicted and gold mentions per type, and ratios as the older scorers take them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

Row = dict[str, Any]


@dataclass(frozen=True)
class TypeCounts:
    """Per type, in the order of ``types``: correct, predicted and gold mentions."""

    types: tuple[str, ...]
    correct: NDArray[np.int64]
    predicted: NDArray[np.int64]
    gold: NDArray[np.int64]

    @classmethod
    def tally(cls, names: list[str], correct: NDArray[Any], predicted: NDArray[Any], gold: NDArray[Any]) -> TypeCounts:
        """From the type numbers of the mentions; types without any are left out, the others sorted."""
        sums = np.stack([np.bincount(ids, minlength=len(names)) for ids in (correct, predicted, gold)])
        used = [int(i) for i in np.flatnonzero(sums.any(axis=0))]
        order = sorted(used, key=lambda i: names[i])
        kept = sums[:, order].astype(np.int64)
        return cls(tuple(names[i] for i in order), kept[0], kept[1], kept[2])

    def total(self) -> tuple[int, int, int]:
        return int(self.correct.sum()), int(self.predicted.sum()), int(self.gold.sum())


def ratio(part: float, whole: float, *, empty: float | None = 0.0) -> float | None:
    return part / whole if whole else empty


def harmonic(precision: float | None, recall: float | None) -> float | None:
    """2PR/(P+R), 0.0 where both are 0 as in all of these programs, None where one is undefined."""
    if precision is None or recall is None:
        return None
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def rows_of(label: str, correct: int, predicted: int, gold: int, *, empty: float | None = 0.0) -> list[Row]:
    """Precision, recall and F1 of one label as result rows."""
    precision, recall = ratio(correct, predicted, empty=empty), ratio(correct, gold, empty=empty)
    facts = {"n_correct": correct, "n_gold": gold, "n_pred": predicted}
    return [
        row(label, "precision", precision, correct, predicted) | facts,
        row(label, "recall", recall, correct, gold) | facts,
        row(label, "f1", harmonic(precision, recall), 2 * correct, predicted + gold) | facts,
    ]


def row(label: str, metric: str, value: float | None, count: float | None = None, total: float | None = None) -> Row:
    return {"label": label, "metric": metric, "value": value, "count": count, "total": total}


def rows_by_type(counts: TypeCounts, *, empty: float | None = 0.0) -> list[Row]:
    """The rows of all mentions together (label ALL), then of each type."""
    found = rows_of("ALL", *counts.total(), empty=empty)
    for i, name in enumerate(counts.types):
        found += rows_of(name, int(counts.correct[i]), int(counts.predicted[i]), int(counts.gold[i]), empty=empty)
    return found
