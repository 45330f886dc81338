"""Standard scores: strict precision, recall and F1; micro, macro and weighted; per type."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from nerproof.base.errors import UnknownName
from nerproof.measures.metrics import METRICS, Slice
from nerproof.measures.metrics.overlap import at
from nerproof.measures.outcomes import fields, semeval
from nerproof.suites.recipe import Cell, Suite, Table, suite

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from nerproof.measures.metrics import Metric
    from nerproof.measures.pairing import Pair


F = re.compile(r"f\d[\d.]*")  # F1, and F beta where it was asked for
THRESHOLD = re.compile(r"(overlap|iou)_[1-9]\d{0,2}")


def cells(switches: Mapping[str, Any]) -> Iterator[Cell]:
    for metric in chosen(switches.get("standard_metrics") or ""):
        yield Cell(metric, Slice(), types="label" if metric.needs_types else "")


def chosen(names: str) -> list[Metric]:
    """Metrics that name this suite, and of those that name "more" the ones in ``names``: "iou,left", or "all".

    A number is a threshold in percent: "iou_75".
    """
    asked = [name.strip() for name in names.split(",") if name.strip()]
    thresholds = [name for name in asked if THRESHOLD.fullmatch(name)]
    more = [m.name for m in METRICS.values() if "more" in m.suites]
    for name in asked:
        if name not in (*more, *thresholds, "all"):
            raise UnknownName.among("metric", name, [*more, "all"])
    own = [m.name for m in METRICS.values() if "standard" in m.suites]
    known = [METRICS[name] for name in [*own, *(m for m in more if m in asked or "all" in asked)]]
    return [*known, *(_with_threshold(name) for name in dict.fromkeys(thresholds))]


@cache
def _with_threshold(name: str) -> Metric:
    share, _, percent = name.partition("_")
    return at("iou" if share == "iou" else "overlap", int(percent) / 100)


def tables(pair: Pair) -> dict[str, Any]:
    """The confusion matrix and SemEval-2013's counts."""
    return {"confusion": fields(pair), "semeval": semeval(pair)}


def averages(table: Table) -> None:
    """Macro: mean over the types whose score is defined; weighted: by gold mentions."""
    own = [m for slice_, label, m in table if (slice_, label) == ("ALL", "ALL")]
    for metric in ("precision", "recall", *filter(F.fullmatch, own)):
        labels = table.labels("ALL", metric)
        if not labels:
            continue
        values = np.stack([table.values("ALL", label, metric) for label in labels])
        defined = ~np.isnan(values)
        support = np.array([table["ALL", label, "recall"].total or 0 for label in labels], dtype=np.float64)
        weights = support[:, None] * defined
        filled = np.where(defined, values, 0.0)
        table.put("ALL", "ALL", f"macro_{metric}", _mean(filled, defined.astype(np.float64)), types=len(labels))
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
        tables=tables,
        words=False,
        headlines=(("ALL", "ALL", "f1"), ("ALL", "ALL", "precision"), ("ALL", "ALL", "recall")),
        description="strict, exact, partial and type scores, per type and averaged",
    )
)
