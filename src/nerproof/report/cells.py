"""What every text table is made of: cells as finished strings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from nerproof.base.results import Result, Row
from nerproof.report.numbers import UNDEFINED

# Numbers that are no percentages.
PLAIN = frozenset({"zeta", "rho", "s_rho", "s_sigma", "friedman_p", "wald_p", "wilcoxon_p", "self_wilcoxon_p"})


@dataclass(frozen=True)
class TextTable:
    """A title, a header and rows of finished strings; ``notes`` stand under it."""

    title: str
    header: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    notes: list[str] = field(default_factory=list)


def percent(value: float | None) -> str:
    """Percent with two decimals, half away from zero (Python's own rounding is half to even).

    >>> percent(0.93125), percent(None)
    ('93.13', '–')
    """
    if value is None:
        return UNDEFINED
    scaled = int(abs(value) * 10_000 + 0.5 + 1e-9) / 100
    return f"{scaled if value >= 0 or scaled == 0 else -scaled:.2f}"


def plain_number(value: float | None) -> str:
    return UNDEFINED if value is None else f"{value:.4g}"


def with_interval(row: Row | None) -> str:
    if row is None or row.value is None:
        return UNDEFINED
    if row.more.get("sd") is not None:
        return f"{percent(row.value)} ± {percent(row.more['sd'])}"
    mark = " *" if row.more.get("small") else ""
    bounds = f" [{percent(row.low)}, {percent(row.high)}]" if row.low is not None else ""
    return f"{percent(row.value)}{bounds}{mark}"


ALPHA = 0.05


def significant(row: Row | None) -> bool:
    """Whether a difference survives its corrected test."""
    p = None if row is None else row.more.get("p_adjusted")
    return p is not None and p < ALPHA


def best_marked(found: Sequence[Row | None], *, lower: bool = False) -> list[str]:
    """The cells of several systems, the best of at least two different values with a bullet.

    >>> best_marked([Row("tmr", "a", "recall", 0.5), Row("tmr", "b", "recall", 0.25), None])
    ['50.00 •', '25.00', '–']
    """
    values = [r.value for r in found if r is not None and r.value is not None]
    best = (min if lower else max)(values) if len(set(values)) > 1 else None
    marks = [" •" if best is not None and r is not None and r.value == best else "" for r in found]
    return [with_interval(r) + mark for r, mark in zip(found, marks, strict=True)]


def best_note(systems: Sequence[str]) -> list[str]:
    """What the bullet means, where there is one."""
    return ["•: best of the systems"] if len(systems) > 1 else []


def systems_of(result: Result) -> list[str]:
    """Systems to show: of several runs only their mean."""
    means = {r.system for r in result.rows if "runs" in r.more}
    return [s for s in result.systems if s in means or s.rpartition("@")[0] not in means]


def size(found: Iterable[Row | None], default: str = "") -> str:
    """How many items a line rests on: what the first row that says it says."""
    return next((str(row.total) for row in found if row is not None and row.total is not None), default)


class Rows(dict[tuple[str, str, str, str], Row]):
    """The rows of a suite by system, slice, label and metric; comparisons of two systems are left out."""

    def __init__(self, result: Result, suite: str) -> None:
        rows = (r for r in result.rows if r.suite == suite and "other" not in r.more)
        super().__init__({(r.system, r.slice, r.label, r.metric): r for r in rows})
        own = {key[0] for key in self}
        self.systems = [s for s in systems_of(result) if s in own]

    def slices(self, metric: str) -> list[str]:
        """The slices of systems, or of the data, that have a metric, in order."""
        return list(dict.fromkeys(key[1] for key in self if key[3] == metric))

    def metrics(self, names: Iterable[str]) -> list[str]:
        """Those of the metrics that a row has."""
        known = {key[3] for key in self}
        return [name for name in names if name in known]

    def value(self, system: str, slice_: str, metric: str, label: str = "ALL") -> float | None:
        row = self.get((system, slice_, label, metric))
        return None if row is None else row.value

    def cells(self, system: str, metrics: Iterable[str], slice_: str = "ALL", label: str = "ALL") -> list[str]:
        """A system's numbers by several metrics, with their intervals."""
        return [with_interval(self.get((system, slice_, label, metric))) for metric in metrics]

    def across(self, slice_: str, metric: str, label: str = "ALL") -> list[Row | None]:
        """The row of every system."""
        return [self.get((system, slice_, label, metric)) for system in self.systems]
