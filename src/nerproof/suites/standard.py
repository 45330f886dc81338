"""Standard scores: strict precision, recall and F1; micro, macro and weighted; per type."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from nerproof.metrics import METRICS, Slice
from nerproof.pairing import Pair
from nerproof.recipes import Cell, Suite, Table, by_type, suite


def cells(pair: Pair) -> Iterator[Cell]:
    for metric in METRICS.values():
        if "standard" not in metric.suites:
            continue
        for part in by_type(pair, Slice()) if metric.needs_types else [Slice()]:
            yield Cell(metric, part)


def averages(table: Table) -> None:
    """Macro: mean over the types whose score is defined; weighted: by gold mentions."""
    for metric in ("precision", "recall", "f1"):
        labels = table.labels("ALL", metric)
        if not labels:
            continue
        values = np.stack([table.values("ALL", label, metric) for label in labels])
        defined = ~np.isnan(values)
        support = np.array([table["ALL", label, "recall"].total or 0 for label in labels], dtype=np.float64)
        weights = support[:, None] * defined
        filled = np.where(defined, values, 0.0)
        table.put(
            "ALL", "ALL", f"macro_{metric}", _mean(filled, defined.astype(np.float64)), types=len(labels)
        )
        table.put("ALL", "ALL", f"weighted_{metric}", _mean(filled, weights))


def _mean(values: np.ndarray, weights: np.ndarray) -> np.ndarray:
    total = weights.sum(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(total > 0, (values * weights).sum(axis=0) / total, np.nan)


suite(
    Suite(
        name="standard",
        order=0,
        cells=cells,
        derive=averages,
        headlines=(("ALL", "ALL", "f1"), ("ALL", "ALL", "precision"), ("ALL", "ALL", "recall")),
        description="strict, exact, partial and type scores, per type and averaged",
    )
)
