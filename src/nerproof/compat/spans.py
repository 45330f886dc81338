"""Mentions of a tag column by tables of neighbouring tags, for programs that read tag by tag.

A mention runs from a start over tags that may follow inside it, and counts only if it may end where it does.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from nerproof.compat.counts import TypeCounts

if TYPE_CHECKING:
    from collections.abc import Iterable

    from nerproof.compat.coding import TagPair

PREFIXES = "IOBESULMW?"  # "?" is every prefix a program does not know
Table = NDArray[np.bool_]


@dataclass(frozen=True)
class Neighbours:
    """Patterns ``XY`` (any types), ``XY=`` (one type) or ``XY!`` (two types), ``*`` for any prefix."""

    start: str
    inside: str
    end: str = "**"


@dataclass(frozen=True)
class ChunkRule:
    """Where chunks end and start for conlleval and seqeval, which ask both between any two tags: patterns as above."""

    prefixes: str  # known to the program; "?" is every other
    end: str
    start: str

    def classes(self, prefixes: Iterable[str]) -> NDArray[np.uint8]:
        return prefix_classes(prefixes, self.prefixes)

    def borders(self, ids: NDArray[Any], classes: NDArray[np.uint8], types: NDArray[Any]) -> Borders:
        """Borders of one column of tag ids, given each tag's prefix class and type number."""
        code = neighbour_codes(ids, classes, types, len(self.prefixes))
        first = np.zeros(1, dtype=np.bool_)
        end, start = (np.concatenate([first, table(text, self.prefixes)[code]]) for text in (self.end, self.start))
        return Borders(end, start)


class Borders(NamedTuple):
    """For each place, whether a chunk ends before it and whether one starts at it; place 0 has neither."""

    end: Table
    start: Table


class Spans(NamedTuple):
    """First place, place after the last, and type number of each mention."""

    start: NDArray[np.int64]
    end: NDArray[np.int64]
    type: NDArray[np.int32]

    def take(self, where: NDArray[Any]) -> Spans:
        return Spans(self.start[where], self.end[where], self.type[where])


class Reading(NamedTuple):
    """Type names and the mentions of both sides as a program reads them."""

    names: list[str]
    gold: Spans
    pred: Spans

    def tally(self, n_places: int) -> TypeCounts:
        """Counts of equal mentions; no two mentions of one side start at one place."""
        return tally_spans(self.names, self.gold, self.pred, n_places)


# An inside tag that continues nothing opens a mention: conlleval's habit, and most others'.
REPAIRED = Neighbours("*B OI BI! II!", "BI= II=")
# It is dropped instead, and so is all that would continue it.
DISCARDED = Neighbours("*B", "BI= II=")


def prefix_classes(prefixes: Iterable[str], of: str = PREFIXES) -> NDArray[np.uint8]:
    known = {prefix: i for i, prefix in enumerate(of)}
    return np.array([known.get(prefix, known["?"]) for prefix in prefixes], dtype=np.uint8)


@lru_cache(maxsize=64)
def table(patterns: str, prefixes: str = PREFIXES) -> Table:
    """Truth by (previous prefix, prefix, do the types differ), flattened."""
    cells = np.zeros((len(prefixes), len(prefixes), 2), dtype=np.bool_)
    for pattern in patterns.split():
        before, after = (slice(None) if c == "*" else prefixes.index(c) for c in pattern[:2])
        for kind in {"=": [0], "!": [1]}.get(pattern[2:], [0, 1]):
            cells[before, after, kind] = True
    return cells.reshape(-1)


def neighbour_codes(
    ids: NDArray[Any], classes: NDArray[np.uint8], types: NDArray[np.int32], n_prefixes: int = len(PREFIXES)
) -> NDArray[np.uint8]:
    """The row of a table for each place and the one before it; one fewer than places."""
    prefix, type_ = classes[ids], types[ids]
    code = prefix[:-1] * np.uint8(n_prefixes) + prefix[1:]
    found: NDArray[np.uint8] = code * np.uint8(2) + (type_[:-1] != type_[1:])
    return found


def read_spans(
    pair: TagPair, names: list[str], types: NDArray[np.int32], classes: NDArray[np.uint8], rule: Neighbours
) -> Reading:
    """The mentions of both sides."""
    gold, pred = (find_spans(ids, classes, types, rule) for ids in (pair.gold, pair.pred))
    return Reading(names, gold, pred)


def find_spans(ids: NDArray[Any], classes: NDArray[np.uint8], types: NDArray[np.int32], rule: Neighbours) -> Spans:
    """Mentions of one guarded column: a place is active if it starts one, or continues an active one."""
    code = neighbour_codes(ids, classes, types)
    outside = np.zeros(1, dtype=np.bool_)
    starts, inside = (np.concatenate([outside, table(text)[code]]) for text in (rule.start, rule.inside))
    start, breaks = np.flatnonzero(starts), np.flatnonzero(~inside)
    # A start that continues an active mention is swallowed by it.
    doubtful = start[inside[start]]
    if len(doubtful):
        start = np.setdiff1d(start, doubtful[_active(doubtful - 1, start, breaks)], assume_unique=True)
    # The guard after the last sentence is never inside, so every mention has a break behind it.
    end = breaks[np.searchsorted(breaks, start, side="right")] if len(start) else start
    legal = table(rule.end)[code[end - 1]]
    return Spans(start[legal], end[legal], types[ids[start[legal]]])


def _active(places: NDArray[np.int64], start: NDArray[np.int64], breaks: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether each place lies in a mention: its last start is not older than its last break."""
    last_start = np.searchsorted(start, places, side="right") - 1
    last_break = np.searchsorted(breaks, places, side="right") - 1
    return (last_start >= 0) & (start[last_start] >= breaks[last_break])


def tally_spans(names: list[str], gold: Spans, pred: Spans, n_places: int) -> TypeCounts:
    """Counts of equal spans; no two mentions of one column start at one place."""
    right = same_span(gold, pred, n_places)
    type_at = np.full(n_places, -1, dtype=np.int32)
    type_at[gold.start] = gold.type
    right &= type_at[pred.start] == pred.type
    return TypeCounts.tally(names, pred.type[right], pred.type, gold.type)


def same_span(gold: Spans, pred: Spans, n_places: int) -> NDArray[np.bool_]:
    """For each predicted mention, whether gold has its borders."""
    end_at = np.zeros(n_places, dtype=np.int64)
    end_at[gold.start] = gold.end
    same: NDArray[np.bool_] = end_at[pred.start] == pred.end
    return same
