"""What a suite is made of: cells (a metric on a slice), derived scores, and the scores worth comparing systems by."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from nerproof.base.registry import Registry
from nerproof.base.results import Row
from nerproof.corpus import Ints
from nerproof.measures.metrics import Floats, Metric, Slice
from nerproof.measures.pairing import Pair
from nerproof.record import record


@dataclass(frozen=True)
class Cell:
    """One metric on one slice: what is counted sentence by sentence."""

    metric: Metric
    part: Slice


def by_type(pair: Pair, part: Slice) -> Iterator[Slice]:
    """A slice of mentions as it is, then cut by entity type."""
    yield part
    for i, name in enumerate(pair.types):
        gold, pred = pair.gold.mentions.type == i, pair.pred.mentions.type == i
        yield replace(
            part,
            gold=gold if part.gold is None else gold & part.gold,
            pred=pred if part.pred is None else pred & part.pred,
            label=name,
        )


@dataclass
class Score:
    """A value and its resampled values: ``values[0]`` is the data's, the rest are the bootstrap's (NaN: undefined)."""

    values: Floats
    count: int | None = None
    total: int | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    share: bool = False  # between 0 and 1 by its nature
    bounds: tuple[float, float] | None = None  # 95 % interval, where one was made that is no percentile
    base: tuple[int, ...] = ()  # columns of the counts that say where it could have been right or wrong
    df: float | None = None  # degrees of freedom of its standard error, from the units
    gradient: tuple[Ints, Floats] | None = (
        None  # the columns of counts that move it, and how much one more of each does
    )


Key = tuple[str, str, str]  # slice, label, metric


class Table(dict[Key, Score]):
    """All scores of one system in one suite; derived ones are added with their resampled values."""

    def values(self, slice_: str, label: str, metric: str) -> Floats:  # type: ignore[override]
        return self[slice_, label, metric].values

    def put(self, slice_: str, label: str, metric: str, values: Floats, **facts: Any) -> Score:
        item = self[slice_, label, metric] = Score(np.asarray(values, dtype=np.float64), facts=facts)
        return item

    def labels(self, slice_: str, metric: str) -> list[str]:
        return [lab for s, lab, m in self if s == slice_ and m == metric and lab != "ALL"]


@record(eq=True)
class Suite:
    """A method as a recipe. ``cells`` asks by its parameter names for what it needs (see declare.py)."""

    name: str
    cells: Callable[..., Iterator[Cell]]
    derive: Callable[[Table], None] | None = None
    bound: Callable[[Table], None] | None = None  # intervals that neither a standard error nor percentiles give
    data: Callable[..., list[Row]] | None = None  # facts about the data alone: rows without a system
    across: Callable[[Mapping[str, Table]], list[Row]] | None = None  # what several systems say together
    notes: Callable[..., list[str]] | None = None  # what the suite left out, and why
    cautions: tuple[str, ...] = ()  # what a reader of its scores must know, whatever the data
    headlines: tuple[Key, ...] = ()  # scores that systems are compared by
    compared: tuple[str, ...] = ("ALL",)  # slices whose counts a comparison needs
    diagnosed: str = ""  # the metric by which systems are compared in every bucket
    lower_is_better: frozenset[str] = frozenset()
    description: str = ""
    citation: str = ""
    order: int = 50  # place in outputs


Found = Sequence[tuple[Suite, Cell]]

SUITES: Registry[Suite] = Registry("suite", "nerproof.suites")


def suite(item: Suite) -> Suite:
    """Registers a suite under its name."""
    return SUITES.add(item.name, item)
