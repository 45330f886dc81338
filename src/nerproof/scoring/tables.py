"""Scores from counts per unit; those of very many entity types are computed one by one, when asked for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial

import numpy as np
from numpy.typing import NDArray

from nerproof.corpus import Ints
from nerproof.measures.metrics import Floats, Metric, Slice
from nerproof.resampling.bootstrap import drawn_weights
from nerproof.scoring.estimate import columns_of, derive, estimate, placed, scores_of
from nerproof.suites.recipe import Cell, Found, Score, Suite, Table

WIDE = 4096  # columns up to which all scores are computed together


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
        columns, own = columns_of((at, s, c) for at, s, c in placed(cells) if c.is_own)
        counts = counted.whole[:, columns]
        cut = {s.name for s, c in cells if c.types}  # whose derived scores may need the types
        plain = [(replace(s, derive=None, bound=None) if s.name in cut else s, c) for s, c in own]
        return Scored(own, counts, wide.tables(estimate(plain, counts, resamples=resamples, seed=seed)))
    leaves, counts = [leaf for _, leaf in wide.leaves()], wide.dense(0, wide.n_columns)
    return Scored(leaves, counts, estimate(leaves, counts, resamples=resamples, seed=seed))


@dataclass
class Wide:
    """The columns of all leaves: of each cell as a whole and of every type, as the cell asks; never all at once."""

    cells: Found
    types: Sequence[str]
    counted: Counted
    resamples: int
    seed: int

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

    def dense(self, first: int, last: int) -> Ints:
        """The counts of some columns."""
        table = np.zeros((len(self.counted.whole), last - first), dtype=np.int64)
        for number, ((at, _, cell), start) in enumerate(zip(placed(self.cells), self.starts, strict=False)):
            width = len(cell.metric.columns)
            if cell.is_own and start >= first and start + width <= last:
                table[:, start - first : start - first + width] = self.counted.whole[:, at : at + width]
            if number in self.counted.typed:
                _fill(table, self.counted.typed[number], start + width * cell.is_own - first)
        return table

    def tables(self, known: dict[str, Table]) -> dict[str, Table]:
        """All scores; those of types are computed when asked for. ``known``: those of whole slices, with intervals."""
        cut = {s.name for s, c in self.cells if c.types}
        found = {suite.name: Table() if suite.name in cut else known[suite.name] for suite, _ in self.cells}
        for at, (suite, cell) in self.leaves():
            if suite.name not in cut:
                continue
            key = (cell.part.name, cell.part.label)
            width = len(cell.metric.columns)
            for name, item in scores_of(cell, self._sums(at, width, 1)).items():
                later = partial(self._values, cell.metric, name, at)
                one = Score(later, item.count, item.total, item.facts, item.share, item.value)
                found[suite.name][*key, name] = known[suite.name].get((*key, name), one)
        derive([(s, c) for s, c in self.cells if s.name in cut], found)
        return found

    def _values(self, metric: Metric, name: str, at: int) -> Floats:
        """The values of one score, computed when they are asked for."""
        sums = self._sums(at, len(metric.columns), None)
        return metric.score({c: sums[:, i] for i, c in enumerate(metric.columns)})[name]

    @cached_property
    def _sparse(self) -> tuple[Ints, Ints, Ints]:
        """Column, row and count of all types, sorted by column."""
        parts = []
        for number, typed in self.counted.typed.items():
            _, cell = self.cells[number]
            width = typed.counts.shape[1]
            column = self.starts[number] + width * (cell.is_own + typed.type)
            line, k = np.nonzero(typed.counts)
            parts.append((column[line] + k, typed.row[line], typed.counts[line, k]))
        columns, rows, counts = (np.concatenate(x) for x in zip(*parts, strict=True))
        order = np.argsort(columns, kind="stable")
        return columns[order], rows[order], counts[order]

    @cached_property
    def _weights(self) -> NDArray[np.uint16]:
        return drawn_weights(len(self.counted.whole), resamples=self.resamples, seed=self.seed)

    def _sums(self, at: int, width: int, n: int | None) -> Floats:
        """Sums of a leaf's columns: of the data, and of the samples (the first ``n`` of both)."""
        columns, rows, counts = self._sparse
        first, last = np.searchsorted(columns, [at, at + width])
        found = np.zeros((width, 1 if n else 1 + self.resamples))
        weights = 1.0 if n else self._weights[rows[first:last]].astype(np.float64)
        np.add.at(found, columns[first:last] - at, counts[first:last, None] * weights)
        return found.T


def _fill(table: Ints, typed: Typed, start: int) -> None:
    """Writes counts by type into the columns that the table has of them."""
    width = typed.counts.shape[1]
    place = start + typed.type * width
    inside = (place >= 0) & (place + width <= table.shape[1])
    row, place, counts = typed.row[inside], place[inside], typed.counts[inside]
    for k in range(width):
        np.add.at(table, (row, place + k), counts[:, k])
