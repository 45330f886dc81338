"""Metrics: integers per sentence that add up (``counts``) and a pure function of their sums (``score``).

A subset is a mask, a bootstrap is one matrix product ``weights @ counts``, a paired test swaps rows, a cluster sums
partial counts: no metric knows that statistics or Spark exist.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nerproof.base.registry import Registry
from nerproof.corpus import Bools, Ids, Ints
from nerproof.measures.pairing import Groups, Pair

Floats = NDArray[np.float64]
Sums = Mapping[str, Floats]  # column name -> sums; any leading shape (resamples, systems …)


@dataclass(frozen=True)
class Slice:
    """Which gold and predicted items a score is about: masks over mentions (or tokens); None is all."""

    name: str = "ALL"
    gold: Bools | None = None
    pred: Bools | None = None
    label: str = "ALL"
    masks: Mapping[str, Bools] = field(default_factory=dict)  # further masks that a metric asks for by name
    facts: Mapping[str, Any] = field(default_factory=dict)  # bucket edges and the like, copied into the row


@dataclass(frozen=True)
class Metric:
    """``counts(pair, slice)`` gives a row per sentence (or run: ``pair.rows``), a column per name in ``columns``;
    ``score(sums)`` gives named values, NaN where undefined; ``ratios`` says which columns a value divides.
    """  # noqa: D205

    name: str
    columns: tuple[str, ...]
    counts: Callable[[Pair, Slice], Ints]
    score: Callable[[Sums], dict[str, Floats]]
    ratios: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    f_beta: Callable[[Sums, float], dict[str, Floats]] | None = None  # its F1 values, with another beta
    unit: str = "mention"
    needs_types: bool = True  # meaningful per entity type
    suites: tuple[str, ...] = ("standard",)  # suites that take every metric which names them
    lower_is_better: bool = False
    range: tuple[float, float] = (0.0, 1.0)
    description: str = ""


METRICS: Registry[Metric] = Registry("metric", "nerproof.measures.metrics")


def metric(item: Metric) -> Metric:
    """Registers a metric under its name."""
    return METRICS.add(item.name, item)


def tally(cuts: Ints | Groups, mask: Bools | None) -> Ints:
    """How many of the chosen items each row has; ``cuts`` says where rows begin: a pair's token_, gold_ or pred_cuts.

    >>> tally(np.array([0, 2, 3]), np.array([True, True, False])).tolist()
    [2, 0]
    """
    if isinstance(cuts, Groups):
        return np.bincount(cuts.of if mask is None else cuts.of[mask], minlength=cuts.n)
    if mask is None:
        return np.diff(cuts)
    if 2 * np.count_nonzero(mask) > len(mask):  # fewer are left out
        return np.diff(cuts) - tally(cuts, ~mask)
    return np.diff(np.searchsorted(np.flatnonzero(mask), cuts))


def total(cuts: Ints | Groups, values: Ints | Ids) -> Ints:
    """The sum of the values of each row's items.

    >>> total(np.array([0, 2, 3]), np.array([5, 1, 2])).tolist()
    [6, 2]
    """
    if isinstance(cuts, Groups):
        found = np.zeros(cuts.n, dtype=np.int64)
        np.add.at(found, cuts.of, values)  # squares of millionths are exact in whole numbers only
        return found
    until = np.cumsum(values)
    return np.diff(np.where(cuts > 0, until[cuts - 1], 0)) if len(values) else 0 * cuts[1:]


def ratio(numerator: Floats, denominator: Floats) -> Floats:
    """Quotient, NaN where the denominator is 0: undefined is never 0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(denominator > 0, np.divide(numerator, denominator), np.nan)


def f_score(precision: Floats, recall: Floats, beta: float = 1.0) -> Floats:
    """Harmonic mean, with recall weighted by beta; 0 where both are 0, NaN where either is undefined."""
    b = beta * beta
    total = b * precision + recall
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(total > 0, (1 + b) * precision * recall / total, total)


def f_beta(sums: Sums, beta: float) -> dict[str, Floats]:
    """F beta = (1 + b²) TP / (b² gold + pred): recall counts b times as much as precision; b = 1 is F1."""
    b = beta * beta
    return {"f1": ratio((1 + b) * sums["tp"], b * sums["gold"] + sums["pred"])}


def with_beta(metric: Metric, beta: float) -> Metric:
    """A metric that gives F beta beside F1, as ``f2`` or ``f0.5``."""
    extra = metric.f_beta
    if extra is None:
        return metric

    def score(sums: Sums) -> dict[str, Floats]:
        more = {name.replace("f1", f"f{beta:g}", 1): values for name, values in extra(sums, beta).items()}
        return {**metric.score(sums), **more}

    return replace(metric, score=score)


def prf(sums: Sums) -> dict[str, Floats]:
    """Precision, recall and F1 = 2·TP / (gold + pred), which is defined as soon as there is one item on either side."""
    tp, gold, pred = sums["tp"], sums["gold"], sums["pred"]
    return {"precision": ratio(tp, pred), "recall": ratio(tp, gold), "f1": ratio(2 * tp, gold + pred)}
