"""Bootstrap of counts per unit: every statistic is a weighted sum, so a bootstrap is one matrix product.

The same seed gives the same weights for every system, metric and subset: all comparisons are paired.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from nerproof.corpus import Ints

Floats = NDArray[np.float64]
# More sentences than this are resampled in runs of 16, 32, 64 …, at most MAX_RUNS of them: the interval stays (its
# width is then known to about 2 %), the cost does not grow.
MAX_UNITS = 20_000
MAX_RUNS = 2_500
_FEW = 4  # columns up to which picking rows is cheaper than weighing them
_BATCH = 1 << 19  # random numbers drawn at once: they, and what is made of them, stay in the cache


def run_length(n: int) -> int:
    """How many consecutive sentences are resampled together."""
    length = 1
    while n > MAX_UNITS and -(-n // length) > MAX_RUNS:
        length *= 2
    return length


def run_cuts(first: int, n: int, length: int) -> Ints:
    """Where runs begin among n sentences of which the first has this number; runs are counted from sentence 0.

    >>> run_cuts(3, 6, 4).tolist()
    [0, 1, 5, 6]
    """
    inner = np.arange(length - first % length, n, length, dtype=np.int64)
    return np.concatenate([[0], inner, [n]]).astype(np.int64)


def merge_runs(counts: Ints, length: int) -> Ints:
    """Sums of each run of ``length`` consecutive rows."""
    if length == 1:
        return counts
    return np.add.reduceat(counts, np.arange(0, len(counts), length), axis=0)


def bootstrap(counts: Ints, *, resamples: int, seed: int) -> Floats:
    """Column sums of the data (row 0) and of each bootstrap sample (rows 1 …).

    >>> bootstrap(np.array([[1, 2], [3, 4]]), resamples=0, seed=0).tolist()
    [[4.0, 6.0]]
    """
    parts = [counts.sum(axis=0, dtype=np.float64)[None, :]]
    if not resamples:
        return parts[0]
    rng = np.random.default_rng([seed, 1])
    data, n = as_factor(counts), len(counts)
    for rows in batches(resamples, n):
        drawn = rng.integers(n, size=(rows, n), dtype=np.int32)
        parts.append((_picked(data, drawn) if data.shape[1] <= _FEW else _weighed(data, drawn)).astype(np.float64))
    return np.concatenate(parts)


def _picked(data: NDArray[np.floating], drawn: NDArray[np.int32]) -> NDArray[np.floating]:
    """Column sums of drawn rows: the shortest way for one system's three columns."""
    return np.stack([column[drawn].sum(axis=1) for column in np.ascontiguousarray(data.T)], axis=1)


def _weighed(data: NDArray[np.floating], drawn: NDArray[np.int32]) -> NDArray[np.floating]:
    """How often each row was drawn, times the rows: one matrix product for any number of columns."""
    rows, n = drawn.shape
    drawn += (np.arange(rows, dtype=np.int32) * n)[:, None]
    weights = np.bincount(drawn.ravel(), minlength=rows * n).reshape(rows, n)
    return weights.astype(data.dtype) @ data


def as_factor(counts: Ints) -> NDArray[np.floating]:
    """float32 where every possible sum is exact in it (below 2^24): twice as fast."""
    largest = int(np.abs(counts).max(initial=0)) * len(counts)
    return counts.astype(np.float32 if largest < 1 << 24 else np.float64)


def batches(resamples: int, n: int) -> Iterator[int]:
    """How many draws to make at a time, so that they stay in the cache."""
    size = max(1, min(resamples, _BATCH // max(n, 1)))
    for start in range(0, resamples, size):
        yield min(size, resamples - start)
