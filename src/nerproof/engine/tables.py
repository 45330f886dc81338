"""Scores from counts per unit; where very many entity types have some, these are computed block by block."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from nerproof.corpus import Ints
from nerproof.measures.metrics import Floats, Slice
from nerproof.resampling.bootstrap import bootstrap
from nerproof.scoring import derive, estimate, scores_of
from nerproof.suites.recipe import Cell, Found, Score, Suite, Table

WIDE = 4096  # columns up to which all scores are computed together
BLOCK = 2048  # columns that are resampled together where there are more


@dataclass
class Typed:
    """Counts of one cell by entity type: only the types and rows that are there."""

    type: Ints
    row: Ints
    counts: Ints  # a line per pair of type and row, a column per column of the metric


@dataclass
class Counted:
    """The counts of one system: a line per resampling unit (or run of them), the columns of all cells side by side."""

    whole: Ints  # of the cells' own slices
    typed: dict[int, Typed] = field(default_factory=dict)  # by number of the cell, of those that are cut by type


@dataclass
class Scored:
    """The scores of one system by suite; ``counts`` are those of ``cells``, from which it can be compared."""

    cells: Found
    counts: Ints
    tables: dict[str, Table]


def scored(cells: Found, types: Sequence[str], counted: Counted, *, resamples: int, seed: int) -> Scored:
    """Scores with their resampled values and intervals, per type as the cells ask."""
    wide = Wide(cells, types, counted, resamples, seed)
    if wide.n_columns > WIDE:
        own = [(s, c) for s, c in cells if c.is_own]
        columns = [k for k, (_, c) in enumerate(_spread(cells)) if c.is_own]
        counts = counted.whole[:, columns]
        plain = [(replace(s, derive=None), c) for s, c in own]  # which may need the types
        return Scored(own, counts, wide.tables(estimate(plain, counts, resamples=resamples, seed=seed)))
    leaves, counts = [leaf for _, leaf in wide.leaves()], wide.dense(0, wide.n_columns)
    return Scored(leaves, counts, estimate(leaves, counts, resamples=resamples, seed=seed))


def _spread(cells: Found) -> Iterator[tuple[str, Cell]]:
    """The cell of every column."""
    return ((name, cell) for _, cell in cells for name in cell.metric.columns)


@dataclass
class Wide:
    """The columns of all leaves: of each cell as a whole and of every type, as the cell asks; never all at once."""

    cells: Found
    types: Sequence[str]
    counted: Counted
    resamples: int
    seed: int
    _held: tuple[int, Floats] | None = None  # the block resampled last

    def leaves(self) -> Iterator[tuple[int, tuple[Suite, Cell]]]:
        """The first column of every leaf, and the leaf as a cell of its own, with its suite."""
        at = 0
        for suite, cell in self.cells:
            for name, label in cell.leaves(self.types):
                yield at, (suite, replace(cell, part=Slice(name, label=label, facts=cell.part.facts), types=""))
                at += len(cell.metric.columns)

    @cached_property
    def starts(self) -> list[int]:
        """The first column of each cell's leaves, and the number of columns."""
        widths = [len(c.metric.columns) * len(c.leaves(self.types)) for _, c in self.cells]
        found: list[int] = np.concatenate([[0], np.cumsum(widths, dtype=np.int64)]).tolist()
        return found

    @property
    def n_columns(self) -> int:
        return self.starts[-1]

    @cached_property
    def bounds(self) -> list[int]:
        """Where blocks begin: never inside a leaf."""
        found = [0]
        for at, (_, cell) in self.leaves():
            if at + len(cell.metric.columns) - found[-1] > BLOCK:
                found.append(at)
        return [*found, self.n_columns]

    def dense(self, first: int, last: int) -> Ints:
        """The counts of some columns."""
        table = np.zeros((len(self.counted.whole), last - first), dtype=np.int64)
        at = 0
        for number, ((_, cell), start) in enumerate(zip(self.cells, self.starts, strict=False)):
            width = len(cell.metric.columns)
            if cell.is_own and start >= first and start + width <= last:
                table[:, start - first : start - first + width] = self.counted.whole[:, at : at + width]
            if number in self.counted.typed:
                _fill(table, self.counted.typed[number], start + width * cell.is_own - first)
            at += width
        return table

    def tables(self, known: dict[str, Table]) -> dict[str, Table]:
        """All scores; those of types are computed when asked for. ``known``: those of whole slices, with intervals."""
        found: dict[str, Table] = {suite.name: Table() for suite, _ in self.cells}
        block, observed = (0, 0), np.zeros((1, 0))
        for at, (suite, cell) in self.leaves():
            if at >= block[1]:
                number = int(np.searchsorted(self.bounds, at, side="right")) - 1
                block = (self.bounds[number], self.bounds[number + 1])
                observed = self.dense(*block).sum(axis=0, dtype=np.float64)[None, :]
            width = len(cell.metric.columns)
            own = observed[:, at - block[0] : at - block[0] + width]
            for name, item in scores_of(cell, own).items():
                later = Score(self._later(cell, name, at), item.count, item.total, item.facts, item.share, item.value)
                found[suite.name][cell.part.name, cell.part.label, name] = later
        for name, table in known.items():
            found[name].update({key: item for key, item in table.items() if key in found[name]})
        derive(self.cells, found)
        return found

    def _later(self, cell: Cell, name: str, at: int) -> Callable[[], Floats]:
        width = len(cell.metric.columns)

        def values() -> Floats:
            number = int(np.searchsorted(self.bounds, at, side="right")) - 1
            if self._held is None or self._held[0] != number:
                counts = self.dense(self.bounds[number], self.bounds[number + 1])
                self._held = (number, bootstrap(counts, resamples=self.resamples, seed=self.seed))
            sums = self._held[1][:, at - self.bounds[number] :][:, :width]
            return cell.metric.score({c: sums[:, i] for i, c in enumerate(cell.metric.columns)})[name]

        return values


def _fill(table: Ints, typed: Typed, start: int) -> None:
    """Writes counts by type into the columns that the table has of them."""
    width = typed.counts.shape[1]
    place = start + typed.type * width
    inside = (place >= 0) & (place + width <= table.shape[1])
    row, place, counts = typed.row[inside], place[inside], typed.counts[inside]
    for k in range(width):
        np.add.at(table, (row, place + k), counts[:, k])
