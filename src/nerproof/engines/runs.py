"""Counts of a growing number of sentences in bounded memory: runs double as sentences come.

``resampling.bootstrap`` resamples runs of consecutive sentences, so there are never more than MAX_UNITS. Adding up as
soon as there are too many gives the same runs as adding up at the end.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nerproof.corpus import Ints
from nerproof.resampling.bootstrap import run_cuts, run_length

WHOLE = 1 << 62  # sentences per run where nothing is resampled
Column = tuple[str, str, str, str, str]  # suite, metric, slice, label, name of the count


class Runs:
    """Rows of counts by column name; a column that comes late was 0 before.

    >>> runs = Runs()
    >>> runs.add([("s", "m", "ALL", "ALL", "n")], np.array([[1, 2, 3]]), 3)
    >>> runs.n, runs.column(("s", "m", "ALL", "ALL", "n")).tolist()
    (3, [1, 2, 3])
    """

    def __init__(self, length: int = 1) -> None:
        self.index: dict[Column, int] = {}
        self.n = 0  # sentences
        self.length = length  # sentences per run
        self.done: list[Ints] = []  # complete runs: columns x runs
        self.open: Ints = np.zeros(0, dtype=np.int64)  # sums of the run being filled

    @property
    def open_n(self) -> int:
        return self.n % self.length

    def add(self, columns: Sequence[Column], counts: Ints, n: int) -> None:
        """Counts of the next n sentences: columns x sentences, or columns x runs as ``run_cuts`` cuts them."""
        first, table = self.n, self._ordered(columns, counts)
        while self.length < run_length(first + n):
            self._double()
        cuts = run_cuts(first, n, self.length)
        self.n += n
        self._fill(table if table.shape[1] < n else np.add.reduceat(table, cuts[:-1], axis=1), first)

    def column(self, name: Column) -> Ints:
        """One value per run."""
        i = self.index.get(name)
        parts = [d[i] if i is not None and i < len(d) else np.zeros(d.shape[1], dtype=np.int64) for d in self.done]
        last = self.open[i : i + 1] if i is not None and self.open_n else np.zeros(min(self.open_n, 1), dtype=np.int64)
        return np.concatenate([*parts, last])

    def _ordered(self, columns: Sequence[Column], counts: Ints) -> Ints:
        where = [self.index.setdefault(name, len(self.index)) for name in columns]
        self.open = np.append(self.open, np.zeros(len(self.index) - len(self.open), dtype=np.int64))
        if where == list(range(len(self.index))):
            return counts
        table = np.zeros((len(self.index), counts.shape[1]), dtype=np.int64)
        table[where] = counts
        return table

    def _fill(self, rows: Ints, first: int) -> None:
        """The first of the rows may end an open run, the last may be left open."""
        rows = rows.astype(np.int64)
        if first % self.length:
            rows[:, 0] += self.open
        if self.open_n:
            self.open, rows = rows[:, -1].copy(), rows[:, :-1]
        else:
            self.open = np.zeros_like(self.open)
        self.done.append(rows)

    def _double(self) -> None:
        merged = self._merged()
        if merged.shape[1] % 2:
            self.open += merged[:, -1]
            merged = merged[:, :-1]
        self.done = [merged[:, 0::2] + merged[:, 1::2]]
        self.length *= 2

    def _merged(self) -> Ints:
        height = len(self.index)
        same = [np.pad(d, ((0, height - len(d)), (0, 0))) for d in self.done]
        return np.concatenate([np.zeros((height, 0), dtype=np.int64), *same], axis=1)
