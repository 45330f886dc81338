"""Counts by two numbers, sparse: words with labels, surfaces with types. Ten thousand types cost what is there."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nerproof.corpus import Ids, Ints

DENSE = 1 << 20  # so many numbers are counted in a table whatever is there
MANY = 1 << 18  # counts that wait to be added up
EMPTY = np.zeros(0, dtype=np.int64)
Triples = tuple[Ints, Ints, Ints]  # row, column, count


class Pairs:
    """How often each row comes with each column.

    >>> pairs = Pairs()
    >>> pairs.add(np.array([0, 2, 2]), np.array([1, 0, 0]))
    >>> pairs.get(np.array([2, 0, 1, -1]), np.array([0, 1, 1, 0])).tolist(), pairs.sums().tolist()
    ([2, 1, 0, 0], [1, 0, 2])
    """

    def __init__(self) -> None:
        self._waiting: list[Triples] = []
        self._n_waiting = 0
        self._starts = np.zeros(1, dtype=np.int64)
        self._column: Ints = EMPTY
        self._count: Ints = EMPTY

    def add(self, rows: Ints | Ids, columns: Ints | Ids) -> None:
        """Counts every pair once more."""
        self.add_counts(counted(rows.astype(np.int64), columns.astype(np.int64)))

    def add_counts(self, triples: Triples) -> None:
        """Adds counts of distinct pairs."""
        self._waiting.append(triples)
        self._n_waiting += len(triples[0])
        if self._n_waiting > MANY + len(self._column):
            self._settle()

    def triples(self) -> Triples:
        """Rows, columns and counts, sorted by row and column."""
        self._settle()
        rows = np.repeat(np.arange(len(self._starts) - 1), np.diff(self._starts))
        return rows, self._column, self._count

    def get(self, rows: Ints | Ids, columns: Ints | Ids) -> Ints:
        """The count of each pair; 0 where a number is below 0 or the pair never came."""
        self._settle()
        n, width = len(self._starts) - 1, int(self._column.max(initial=-1)) + 1
        if (n + 1) * (width + 1) <= max(DENSE, 8 * len(self._count)):
            return self._dense[np.minimum(rows, n), np.minimum(columns, width)].astype(np.int64)
        found = np.zeros(len(rows), dtype=np.int64)
        left = np.flatnonzero((rows >= 0) & (rows < n) & (columns >= 0))
        at, end = self._starts[rows[left]], self._starts[rows[left] + 1]
        while len(left):  # most rows have one or two columns
            inside = at < end
            left, at, end = left[inside], at[inside], end[inside]
            hit = self._column[at] == columns[left]
            found[left[hit]] = self._count[at[hit]]
            left, at, end = left[~hit], at[~hit] + 1, end[~hit]
        return found

    @cached_property
    def _dense(self) -> NDArray[Any]:
        """All counts as a table; its last row and column, where -1 leads, are 0."""
        rows, columns, counts = self.triples()
        shape = (len(self._starts), int(columns.max(initial=-1)) + 2)
        table = np.zeros(shape, dtype=np.min_scalar_type(int(counts.max(initial=0))))
        table[rows, columns] = counts
        return table

    def row(self, row: int) -> dict[int, int]:
        """The columns of one row with their counts."""
        self._settle()
        if not 0 <= row < len(self._starts) - 1:
            return {}
        part = slice(self._starts[row], self._starts[row + 1])
        return dict(zip(self._column[part].tolist(), self._count[part].tolist(), strict=True))

    def sums(self) -> Ints:
        """The counts of each row, added up."""
        rows, _, counts = self.triples()
        return np.bincount(rows, weights=counts, minlength=len(self._starts) - 1).astype(np.int64)

    def distinct(self) -> Ints:
        """How many columns each row has."""
        self._settle()
        return np.diff(self._starts)

    def __getstate__(self) -> Triples:
        return self.triples()

    def __setstate__(self, state: Triples) -> None:
        self.__init__()  # type: ignore[misc]
        self.add_counts(state)

    def _settle(self) -> None:
        if not self._waiting:
            return
        own = (np.repeat(np.arange(len(self._starts) - 1), np.diff(self._starts)), self._column, self._count)
        vars(self).pop("_dense", None)
        parts = [*([own] if len(self._column) else []), *self._waiting]
        self._waiting, self._n_waiting = [], 0
        rows, columns, counts = (np.concatenate(x) for x in zip(*parts, strict=True))
        if len(parts) > 1 or not _is_sorted(rows, columns):
            rows, columns, counts = counted(rows, columns, counts)
        self._column, self._count = columns, counts
        n = int(rows[-1]) + 1 if len(rows) else 0
        self._starts = np.concatenate([[0], np.cumsum(np.bincount(rows, minlength=n))]).astype(np.int64)


def _is_sorted(rows: Ints, columns: Ints) -> bool:
    later, same = rows[1:] > rows[:-1], rows[1:] == rows[:-1]
    return bool((later | (same & (columns[1:] > columns[:-1]))).all())


def counted(rows: Ints, columns: Ints, counts: Ints | None = None) -> Triples:
    """Distinct pairs, sorted, and how often each comes."""
    if not len(rows):
        return EMPTY, EMPTY, EMPTY
    width = int(columns.max()) + 1
    codes = rows * width + columns
    size = (int(rows.max()) + 1) * width
    if size <= max(DENSE, 4 * len(codes)):
        table = np.bincount(codes, weights=counts, minlength=size)
        found = np.flatnonzero(table)
        return found // width, found % width, table[found].astype(np.int64)
    found, inverse = np.unique(codes, return_inverse=True)
    return found // width, found % width, np.bincount(inverse, weights=counts).astype(np.int64)
