"""Counts of a growing number of sentences in bounded memory: runs double as sentences come.

``stats.resample`` resamples runs of 1, 2, 4 … consecutive sentences, so there are never more than MAX_UNITS.
Adding up as soon as there are too many gives the same runs as adding up at the end.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from nerproof.corpus import Ints
from nerproof.stats.resample import run_length

Column = tuple[str, str, str, str, str]  # suite, metric, slice, label, name of the count


class Runs:
    """Rows of counts by column name; a column that comes late was 0 before.

    >>> runs = Runs()
    >>> runs.add([("s", "m", "ALL", "ALL", "n")], np.array([[1, 2, 3]]))
    >>> runs.n, runs.column(("s", "m", "ALL", "ALL", "n")).tolist()
    (3, [1, 2, 3])
    """

    def __init__(self) -> None:
        self.index: dict[Column, int] = {}
        self.n = 0  # sentences
        self.length = 1  # sentences per run
        self.done: list[Ints] = []  # complete runs: columns x runs
        self.open: Ints = np.zeros(0, dtype=np.int64)  # sums of the run being filled
        self.open_n = 0

    def add(self, columns: Sequence[Column], counts: Ints) -> None:
        """Counts of the next sentences: columns x sentences."""
        table = self._ordered(columns, counts)
        self.n += table.shape[1]
        while self.length < run_length(self.n):
            self._double()
        self._fill(table)

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

    def _fill(self, table: Ints) -> None:
        missing = min((self.length - self.open_n) % self.length, table.shape[1])
        self.open += table[:, :missing].sum(axis=1, dtype=np.int64)
        self.open_n += missing
        if self.open_n == self.length:
            self.done.append(self.open[:, None].copy())
            self.open[:], self.open_n = 0, 0
        rest = table[:, missing:]
        whole = rest.shape[1] // self.length * self.length
        if whole:
            self.done.append(_folded(rest[:, :whole], self.length).astype(np.int64, copy=False))
        self.open += rest[:, whole:].sum(axis=1, dtype=np.int64)
        self.open_n += rest.shape[1] - whole

    def _double(self) -> None:
        merged = self._merged()
        if merged.shape[1] % 2:
            self.open += merged[:, -1]
            self.open_n += self.length
            merged = merged[:, :-1]
        self.done = [_folded(merged, 2)]
        self.length *= 2

    def _merged(self) -> Ints:
        height = len(self.index)
        same = [np.pad(d, ((0, height - len(d)), (0, 0))) for d in self.done]
        return np.concatenate([np.zeros((height, 0), dtype=np.int64), *same], axis=1)


def _folded(table: Ints, length: int) -> Ints:
    """Sums of runs; halving again and again is much faster than summing short rows."""
    while length > 1:
        table, length = table[:, 0::2] + table[:, 1::2], length // 2
    return table
