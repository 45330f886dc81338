"""What a rule looks at: rows by name, with their numbers; intervals corrected for how many are looked at."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from statistics import NormalDist, fmean
from typing import NamedTuple, TypedDict

from nerproof.base.results import Row

ALPHA = 0.05
FEW = 30  # fewer items than this cannot carry a conclusion
ALL = "ALL"
OVERLAP = ("test|train", "test|train+dev")  # the second where dev counts as seen
CORRECTED = ("p_adjusted", "p")  # the first that a comparison has


class Fact(NamedTuple):
    """A row and its number in the result."""

    number: int
    row: Row

    @property
    def value(self) -> float:
        """Of a row whose value is known to be defined."""
        assert self.row.value is not None
        return self.row.value

    @property
    def p(self) -> float | None:
        """The p-value of a comparison, corrected for the number of comparisons where it was."""
        found = (self.row.more.get(key) for key in CORRECTED)
        return next((p for p in found if isinstance(p, float | int)), None)


@dataclass(frozen=True)
class Evidence:
    """The rows of one dataset."""

    facts: Sequence[Fact]
    dataset: str = ""

    @cached_property
    def _index(self) -> dict[tuple[str, str, str, str, str], Fact]:
        found: dict[tuple[str, str, str, str, str], Fact] = {}
        for fact in self.facts:
            if "other" not in fact.row.more:
                found.setdefault(_key(fact.row), fact)
        return found

    @cached_property
    def systems(self) -> list[str]:
        """Names of the systems; of several runs of one, only that of their mean."""
        names = list(dict.fromkeys(r.system for _, r in self.facts if r.system and "other" not in r.more))
        means = {r.system for _, r in self.facts if "runs" in r.more}
        return [name for name in names if name in means or name.rpartition("@")[0] not in means]

    def get(self, suite: str, metric: str, system: str = "", slice_: str = ALL, label: str = ALL) -> Fact | None:
        """One row, if its value is defined; a mean over runs gets the mean interval of the runs."""
        fact = self._index.get((suite, system, slice_, label, metric))
        if fact is None or fact.row.value is None:
            return None
        return self._of_runs(fact) if "runs" in fact.row.more else fact

    @cached_property
    def _runs(self) -> dict[str, list[str]]:
        """Runs by the name of their system."""
        found: dict[str, list[str]] = {}
        for name in dict.fromkeys(r.system for _, r in self.facts if "@" in r.system):
            found.setdefault(name.rpartition("@")[0], []).append(name)
        return found

    def runs(self, system: str) -> list[str]:
        """The runs of a system; itself where it has none."""
        return self._runs.get(system, [system])

    def _of_runs(self, fact: Fact) -> Fact:
        suite, system, *rest = _key(fact.row)
        keys = [(suite, name, *rest) for name in self._runs.get(system, ())]
        runs = [self._index[key].row for key in keys if key in self._index]
        if not runs:
            return fact
        low, high = (_mean([getattr(r, side) for r in runs]) for side in ("low", "high"))
        more = {**runs[0].more, **fact.row.more}
        return Fact(fact.number, replace(fact.row, low=low, high=high, total=runs[0].total, more=more))

    def overlap(self, metric: str) -> Fact | None:
        """A score of the training names as a list, or the share of verbatim sentences."""
        return next((f for d in OVERLAP if (f := self.get("overlap", metric, "", d)) is not None), None)

    @property
    def training(self) -> str:
        """What counts as seen."""
        return "train or dev" if self.get("overlap", "memorizer_f1", "", OVERLAP[1]) else "train"

    def labels(self, suite: str, metric: str, system: str) -> list[str]:
        """Types that a system has this score for."""
        return [
            k[3] for k in self._index if k[:2] == (suite, system) and k[2] == ALL and k[4] == metric and k[3] != ALL
        ]

    def slices(self, suite: str, metric: str, system: str) -> list[Fact]:
        """This score in every slice of a suite."""
        found = (self.get(suite, metric, system, k[2]) for k in self._index if _is(k, suite, system, metric))
        return [fact for fact in found if fact is not None]

    def differences(self, suite: str, metric: str, slice_: str = ALL) -> list[Fact]:
        """Tested differences of one score between systems."""
        wanted = (suite, f"difference:{metric}", slice_, ALL)
        found = (f for f in self.facts if (f.row.suite, f.row.metric, f.row.slice, f.row.label) == wanted)
        return [f for f in found if f.row.value is not None and f.p is not None]


def _mean(values: Sequence[float | None]) -> float | None:
    known = [v for v in values if v is not None]
    return fmean(known) if known and len(known) == len(values) else None


def _key(row: Row) -> tuple[str, str, str, str, str]:
    return (row.suite, row.system, row.slice, row.label, row.metric)


def _is(key: tuple[str, str, str, str, str], suite: str, system: str, metric: str) -> bool:
    return key[:2] == (suite, system) and key[3:] == (ALL, metric)


def parts(rows: Sequence[Row]) -> Iterator[Evidence]:
    """Rows by dataset; those that speak of all datasets together are means, and have no intervals."""
    facts = [Fact(number, row) for number, row in enumerate(rows)]
    names = dict.fromkeys(str(row.more["dataset"]) for row in rows if "dataset" in row.more)
    if not names:
        yield Evidence(facts)
    for name in names:
        yield Evidence([f for f in facts if f.row.more.get("dataset") == name], name)


def bounds(row: Row, looked_at: int = 1) -> tuple[float, float] | None:
    """A 95 % interval that holds for all of ``looked_at`` such rows at once (Bonferroni, normal); None without one.

    That of a share, or of a difference of shares, ends at 100 points.

    >>> row = Row("tmr", "a", "gap", 0.2, low=0.1, high=0.3)
    >>> [round(x, 3) for x in bounds(row, 10)]
    [0.057, 0.343]
    >>> bounds(Row("tmr", "a", "gap", 0.9, low=0.8, high=0.98), 100)[1]
    1.0
    """
    if row.value is None or row.low is None or row.high is None:
        return None
    wider, most = quantile(looked_at) / quantile(1), 1.0 if -1 <= row.low <= row.high <= 1 else math.inf
    low, high = row.value - wider * (row.value - row.low), row.value + wider * (row.high - row.value)
    return max(low, -most), min(high, most)


def quantile(looked_at: int) -> float:
    """Standard errors that an interval reaches to either side.

    >>> round(quantile(1), 2)
    1.96
    """
    return NormalDist().inv_cdf(1 - ALPHA / (2 * max(looked_at, 1)))


def numbers(*facts: Fact | None) -> tuple[int, ...]:
    return tuple(fact.number for fact in facts if fact is not None)


class Effect(TypedDict):
    """What a finding says how much of."""

    value: float
    low: float | None
    high: float | None


def effect(fact: Fact, ends: tuple[float | None, float | None] | None = None) -> Effect:
    """The value of a row with its interval, or with another one."""
    low, high = (fact.row.low, fact.row.high) if ends is None else ends
    return Effect(value=fact.value, low=low, high=high)
