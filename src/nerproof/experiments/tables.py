"""The numbers of all runs in one table: what was turned, which test, which score."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from nerproof.base.results import Row

HEADLINES = ("f1", "precision", "recall", "f1_clean", "f1_contaminated", "delta_f1", "score")
Point = tuple[str, str, str, str]  # system, step, label, metric


@dataclass(frozen=True)
class Number:
    """One score of one run."""

    system: str
    step: str  # what was turned, as a slice's name: gamma=50, K=3, without-ai
    factors: dict[str, Any]
    seed: int
    test: str
    row: Row


@dataclass
class Runs:
    """All scores of an experiment, in the order of its plan."""

    numbers: list[Number] = field(default_factory=list)

    def where(
        self, *, metric: str, slice_: str = "ALL", label: str = "ALL", test: str | None = None
    ) -> Iterator[Number]:
        seen = set()
        for n in self.numbers:
            wanted = (n.row.metric, n.row.slice, n.row.label) == (metric, slice_, label)
            # Several suites give the same F1: the first one counts.
            key = (n.system, n.step, tuple(n.factors.items()), n.seed, n.test)
            if wanted and key not in seen and (test is None or n.test == test):
                seen.add(key)
                yield n

    @property
    def systems(self) -> list[str]:
        return list(dict.fromkeys(n.system for n in self.numbers))

    @property
    def steps(self) -> list[str]:
        return list(dict.fromkeys(n.step for n in self.numbers))


def means(numbers: Iterable[Number], name: Callable[[Number], str]) -> list[Row]:
    """Mean, standard deviation and number of runs of every score; ``name`` gives the slice it is shown under."""
    groups: dict[Point, list[Number]] = defaultdict(list)
    first_suite: dict[Point, str] = {}
    for n in numbers:
        point = (n.system, name(n), n.row.label, n.row.metric)
        if first_suite.setdefault(point, n.row.suite) == n.row.suite:
            groups[point].append(n)
    return [mean_row(point, [n.row.value for n in found]) for point, found in groups.items()]


def mean_row(point: Point, values: Sequence[float | None]) -> Row:
    system, slice_, label, metric = point
    defined = np.array([v for v in values if v is not None], dtype=np.float64)
    mean = float(defined.mean()) if len(defined) else None
    sd = float(defined.std(ddof=1)) if len(defined) > 1 else None
    low, high = t_interval(defined)
    more: dict[str, Any] = {"runs": len(values), "sd": sd}
    if len(defined):
        more |= {"min": float(defined.min()), "max": float(defined.max())}
    if len(defined) < len(values):
        more["undefined"] = len(values) - len(defined)
    return Row("experiment", system, metric, mean, slice_, label, low=low, high=high, more=more)


def t_interval(values: np.ndarray[Any, Any]) -> tuple[float | None, float | None]:
    """95 % interval of the mean by Student's t; None below three runs, where it says nothing."""
    if len(values) < 3:
        return None, None
    from scipy.stats import t

    half = float(t.ppf(0.975, len(values) - 1) * values.std(ddof=1) / math.sqrt(len(values)))
    return float(values.mean()) - half, float(values.mean()) + half


def pearson(pairs: Sequence[tuple[float, float | None]]) -> dict[str, Any]:
    """R with its p, the slope, the number of points and how many were dropped as undefined."""
    kept = [(x, y) for x, y in pairs if y is not None]
    found: dict[str, Any] = {
        "r": None,
        "p": None,
        "slope": None,
        "n": len(kept),
        "dropped": len(pairs) - len(kept),
        "stars": "",
    }
    xs, ys = (np.array([pair[i] for pair in kept]) for i in (0, 1))
    if len(kept) < 3 or np.ptp(xs) == 0 or np.ptp(ys) == 0:
        return found
    from scipy.stats import pearsonr

    answer = pearsonr(xs, ys)
    r, p = float(answer.statistic), float(answer.pvalue)
    slope = r * float(ys.std() / xs.std())  # of the least-squares line
    return {**found, "r": r, "p": p, "slope": slope, "stars": "**" if p < 0.001 else "*" if p < 0.05 else ""}
