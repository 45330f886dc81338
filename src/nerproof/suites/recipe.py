"""What a suite is made of: cells (a metric on a slice), derived scores, and what it says about the data alone.

Everything is additive over chunks of sentences but three pure functions: ``learn`` (of the summed survey), ``derive``
(of scores) and ``rows`` (of the summed facts). So a suite runs in memory, in a stream, on several processes and on
Spark without knowing which it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from nerproof.base.registry import Registry
from nerproof.base.results import Row
from nerproof.corpus import Ints
from nerproof.measures.metrics import Floats, Metric, Slice
from nerproof.measures.pairing import Pair


@dataclass(frozen=True)
class Cell:
    """One metric on one slice: what is counted unit by unit.

    ``types``: "label": also for every entity type, as label; "each": for every type only, as label; "slice": for every
    type only, as ``slice:TYPE``.
    """

    metric: Metric
    part: Slice
    types: str = ""

    def leaves(self, types: Sequence[str]) -> list[tuple[str, str]]:
        """The slice and the label of each score's row, in order."""
        name = self.part.name
        if self.types == "slice":
            return [(f"{name}:{t}", "ALL") for t in types]
        own = [] if self.types == "each" else [(name, self.part.label)]
        return [*own, *((name, t) for t in types if self.types)]

    @property
    def is_own(self) -> bool:
        """Whether the slice as a whole has a score."""
        return self.types in {"", "label"}


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


class Score:
    """A value and its resampled values: ``values[0]`` is the data's, the rest are the bootstrap's (NaN: undefined).

    The values of ten thousand types do not fit memory together: they may be given as a function that computes them.
    """

    __slots__ = (
        "_observed",
        "_values",
        "base",
        "bounds",
        "count",
        "df",
        "facts",
        "gradient",
        "quotient",
        "share",
        "total",
    )

    def __init__(
        self,
        values: Floats | Callable[[], Floats],
        count: int | None = None,
        total: int | None = None,
        facts: Mapping[str, Any] | None = None,
        share: bool = False,
        observed: float | None = None,
    ) -> None:
        self._values, self._observed = values, observed
        self.count, self.total = count, total
        self.facts: Mapping[str, Any] = facts or {}
        self.share = share  # between 0 and 1 by its nature
        self.quotient = False  # of two scores: at least 0, may be above 1
        self.bounds: tuple[float, float] | None = None  # 95 % interval, where one was made that is no percentile
        self.base: tuple[int, ...] = ()  # columns of the counts that say where it could have been right or wrong
        self.df: float | None = None  # degrees of freedom of its standard error, from the units
        # The columns of counts that move it, and how much one more of each does.
        self.gradient: tuple[Ints, Floats] | None = None

    @property
    def values(self) -> Floats:
        return self._values() if callable(self._values) else self._values

    @values.setter
    def values(self, values: Floats) -> None:
        self._values = values

    @property
    def value(self) -> float:
        """The data's value."""
        return float(self.values[0] if self._observed is None else self._observed)


Key = tuple[str, str, str]  # slice, label, metric


def is_difference(metric: str) -> bool:
    """Whether a score is the difference of two others, by its name: it may be negative, whatever was observed.

    >>> [name for name in ("gap", "recall_drop", "drop_f1", "delta_f1", "macro_f1") if not is_difference(name)]
    ['macro_f1']
    """
    return metric == "gap" or metric.endswith("_drop") or metric.startswith(("drop_", "delta_"))


class Table(dict[Key, Score]):
    """All scores of one system in one suite; derived ones are added with their resampled values."""

    def values(self, slice_: str, label: str, metric: str) -> Floats:  # type: ignore[override]
        return self[slice_, label, metric].values

    def put(self, slice_: str, label: str, metric: str, values: Floats, **facts: Any) -> Score:
        item = self[slice_, label, metric] = Score(np.asarray(values, dtype=np.float64), facts=facts)
        return item

    def labels(self, slice_: str, metric: str) -> list[str]:
        return [lab for s, lab, m in self if s == slice_ and m == metric and lab != "ALL"]


Sums = Counter[Any]  # additive: counts by any key
Counts = Mapping[str, Mapping[str, int]]  # counts by two names


@dataclass(frozen=True)
class Suite:
    """A method as a recipe. Its functions ask by their parameter names for what they need (see declare.py).

    Of a chunk: ``gold``, ``pair``, ``pairs`` (of all systems), ``numbers`` (of its sentences in all of gold),
    ``first_document``, ``discarded``. Of everything: ``lexicon`` (training), ``parts`` (training and development data
    apart), ``index`` (of all of gold), ``types``, ``marked_documents``, ``switches``, ``scored`` (whether predictions
    have scores), ``tuning`` (what predictions on dev say of scores), ``costs``, ``name_groups``, ``named`` (suites
    asked for), ``learned`` (what ``learn`` made of the survey; None takes the suite out), and after the last
    chunk ``facts``. The cells must be the same, and in the same order, for every chunk.
    """

    name: str
    cells: Callable[..., Iterator[Cell]]
    derive: Callable[[Table], None] | None = None
    bound: Callable[[Table], None] | None = None  # intervals that neither a standard error nor percentiles give
    survey: Callable[..., Sums] | None = None  # of a chunk of gold, before anything is counted
    learn: Callable[..., Any] | None = None  # of the summed ``survey``: given to the other functions as ``learned``
    facts: Callable[..., Sums] | None = None  # of a chunk of gold
    rows: Callable[..., list[Row]] | None = None  # about the data alone: rows without a system
    tables: Callable[[Pair], Mapping[str, Counts]] | None = None  # of a chunk of a pair, for extras
    across: Callable[[Mapping[str, Table]], list[Row]] | None = None  # what several systems say together
    notes: Callable[..., list[str]] | None = None  # what the suite left out, and why
    cautions: tuple[str, ...] = ()  # what a reader of its scores must know, whatever the data
    headlines: tuple[Key, ...] = ()  # scores that systems are compared by
    compared: tuple[str, ...] = ("ALL",)  # slices whose counts a comparison needs
    diagnosed: str = ""  # the metric by which systems are compared in every bucket
    lower_is_better: frozenset[str] = frozenset()
    quiet: bool = False  # where its inputs are not given, nothing is said of it
    optional: bool = False  # runs only where it is asked for by name
    words: bool = True  # whether it looks at words; files are read faster where no suite does
    description: str = ""
    citation: str = ""
    order: int = 50  # place in outputs


Found = Sequence[tuple[Suite, Cell]]

SUITES: Registry[Suite] = Registry("suite", "nerproof.suites")


def suite(item: Suite) -> Suite:
    """Registers a suite under its name."""
    return SUITES.add(item.name, item)
