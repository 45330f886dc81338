"""From column sums to scores: the same function serves the data, the bootstrap and the random swaps."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from nerproof.corpus import Ints
from nerproof.measures.metrics import Floats
from nerproof.stats.resample import bootstrap
from nerproof.suites.recipe import Cell, Found, Score, Table

BLOCK = 2048  # columns that are resampled together
KEPT = 4  # blocks whose resampled sums stay in memory; beyond that only the last one does


def score(cells: Found, totals: Floats) -> dict[str, Table]:
    """Scores of the cells' own slices from column sums (rows: data, then resamples), and the derived ones, by suite."""
    tables: dict[str, Table] = {suite.name: Table() for suite, _ in cells}
    at = 0
    for suite, cell in cells:
        sums = totals[:, at : at + len(cell.metric.columns)]
        at += len(cell.metric.columns)
        if cell.types != "slice":
            _put(tables[suite.name], cell, (cell.part.name, cell.part.label), sums[:1], sums)
    _derive(cells, tables)
    return tables


def _put(
    table: Table, cell: Cell, leaf: tuple[str, str], observed: Floats, sums: Floats | Callable[[], Floats]
) -> None:
    """The scores of one leaf; ``sums`` may be a function, where they do not fit memory together."""
    metric = cell.metric
    own = {name: observed[:, i] for i, name in enumerate(metric.columns)}
    first = metric.score(own)
    every = None if callable(sums) else metric.score({name: sums[:, i] for i, name in enumerate(metric.columns)})
    facts = _facts(cell, own)
    for name, value in first.items():
        top, bottom = metric.ratios.get(name, (None, None))
        values = every[name] if every is not None else _later(cell, name, sums)
        table[*leaf, name] = Score(
            values,
            None if top is None else int(own[top][0]),
            None if bottom is None else int(own[bottom][0]),
            facts,
            float(value[0]),
        )


def _later(cell: Cell, name: str, sums: Any) -> Callable[[], Floats]:
    def values() -> Floats:
        found: Floats = sums()
        return cell.metric.score({n: found[:, i] for i, n in enumerate(cell.metric.columns)})[name]

    return values


def _derive(cells: Found, tables: Mapping[str, Table]) -> None:
    for suite in {suite.name: suite for suite, _ in cells}.values():
        if suite.derive:
            suite.derive(tables[suite.name])


def _facts(cell: Cell, columns: Mapping[str, Floats]) -> dict[str, Any]:
    names = {"tp": "n_correct", "gold": "n_gold", "pred": "n_pred"}
    found = {names[k]: int(v[0]) for k, v in columns.items() if k in names}
    return {**found, **cell.part.facts}


# --- counts per unit -------------------------------------------------------------------------------------------------


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

    @property
    def n_rows(self) -> int:
        return len(self.whole)


@dataclass
class Tables:
    """Scores of one system from its counts, resampled block by block."""

    cells: Found
    types: Sequence[str]
    counted: Counted
    resamples: int
    seed: int
    _blocks: dict[int, Floats] = field(default_factory=dict)

    def by_suite(self) -> dict[str, Table]:
        tables: dict[str, Table] = {suite.name: Table() for suite, _ in self.cells}
        at = 0
        for (number, (suite, cell)), starts in zip(enumerate(self.cells), self._starts, strict=True):
            width = len(cell.metric.columns)
            leaves = cell.leaves(self.types)
            own = cell.types != "slice"
            observed = self._observed(number, at, width, len(leaves), own=own)
            for k, leaf in enumerate(leaves):
                _put(tables[suite.name], cell, leaf, observed[k : k + 1], self._sums(starts + k * width, width))
            at += width
        _derive(self.cells, tables)
        return tables

    def _observed(self, number: int, at: int, width: int, n: int, *, own: bool) -> Floats:
        """Column sums of the data, a line per leaf."""
        found = np.zeros((n, width))
        if own:
            found[0] = self.counted.whole[:, at : at + width].sum(axis=0)
        if number in self.counted.typed:
            typed = self.counted.typed[number]
            np.add.at(found, typed.type + int(own), typed.counts)
        return found

    def _sums(self, start: int, width: int) -> Floats | Callable[[], Floats]:
        if len(self._bounds) - 1 <= KEPT:
            return self._block(start)[:, start - self._bounds[self._of(start)] :][:, :width]
        return lambda: self._block(start)[:, start - self._bounds[self._of(start)] :][:, :width]

    @cached_property
    def _starts(self) -> list[int]:
        """The first column of each cell's leaves."""
        widths = [len(c.metric.columns) * len(c.leaves(self.types)) for _, c in self.cells]
        return np.concatenate([[0], np.cumsum(widths)]).astype(int).tolist()[:-1]

    @cached_property
    def _bounds(self) -> list[int]:
        """Where blocks begin: never inside a leaf."""
        bounds, last = [0], 0
        for _, cell in self.cells:
            for _ in cell.leaves(self.types):
                last += len(cell.metric.columns)
                if last - bounds[-1] >= BLOCK:
                    bounds.append(last)
        return bounds if bounds[-1] == last else [*bounds, last]

    def _of(self, column: int) -> int:
        return int(np.searchsorted(self._bounds, column, side="right")) - 1

    def _block(self, column: int) -> Floats:
        number = self._of(column)
        if number not in self._blocks:
            if len(self._bounds) - 1 > KEPT:
                self._blocks.clear()
            counts = self._dense(self._bounds[number], self._bounds[number + 1])
            self._blocks[number] = bootstrap(counts, resamples=self.resamples, seed=self.seed)
        return self._blocks[number]

    def _dense(self, first: int, last: int) -> Ints:
        """The columns of a block."""
        table = np.zeros((self.counted.n_rows, last - first), dtype=np.int64)
        at = 0
        for (number, (_, cell)), start in zip(enumerate(self.cells), self._starts, strict=True):
            width, own = len(cell.metric.columns), cell.types != "slice"
            if own and start >= first and start + width <= last:
                table[:, start - first : start - first + width] = self.counted.whole[:, at : at + width]
            if number in self.counted.typed:
                _fill(table, self.counted.typed[number], start + width * own - first)
            at += width
        return table


def _fill(table: Ints, typed: Typed, start: int) -> None:
    """Writes counts by type into the columns that the table has of them."""
    width = typed.counts.shape[1]
    place = start + typed.type * width
    inside = (place >= 0) & (place + width <= table.shape[1])
    row, place, counts = typed.row[inside], place[inside], typed.counts[inside]
    for k in range(width):
        np.add.at(table, (row, place + k), counts[:, k])
