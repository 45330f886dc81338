"""Bootstrap of counts per unit: every statistic is a weighted sum, so a bootstrap is one matrix product.

The same seed gives the same weights for every system, metric and subset: all comparisons are paired.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from nerproof.corpus import Ints

Floats = NDArray[np.float64]
# More sentences than this are resampled in runs of 16, 32, 64 …, at most MAX_RUNS of them: the interval stays (its
# width is then known to about 2 %), the cost does not grow.
MAX_UNITS = 20_000
MAX_RUNS = 2_500
_KEPT = 1 << 25  # draws whose weights are kept from one system to the next: 64 MB
_FEW = 4  # columns up to which picking rows is cheaper than weighing them
_BATCH = 1 << 19  # random numbers drawn at once: they, and what is made of them, stay in the cache


def run_length(n: int) -> int:
    """How many consecutive sentences are resampled together."""
    length = 1
    while n > MAX_UNITS and -(-n // length) > MAX_RUNS:
        length *= 2
    return length


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
    data, n = as_factor(counts), len(counts)
    if data.shape[1] <= _FEW:
        parts += [_picked(data, drawn).astype(np.float64) for drawn in _drawn(n, resamples, seed)]
    else:
        parts += [(weights.astype(data.dtype) @ data).astype(np.float64) for weights in _weights(n, resamples, seed)]
    return np.concatenate(parts)


def _drawn(n: int, resamples: int, seed: int) -> Iterator[NDArray[np.int32]]:
    """Numbers of the rows that make up each resample, some resamples at a time."""
    rng = np.random.default_rng([seed, 1])
    for rows in batches(resamples, n):
        yield rng.integers(n, size=(rows, n), dtype=np.int32)


def drawn_weights(n: int, *, resamples: int, seed: int) -> NDArray[np.uint16]:
    """How often each of n rows is drawn: in the data (column 0: once), then in each sample that ``bootstrap`` takes."""
    parts = (weights.astype(np.uint16) for weights in _new_weights(n, resamples, seed))
    return np.concatenate([np.ones((1, n), dtype=np.uint16), *parts]).T


def _picked(data: NDArray[np.floating], drawn: NDArray[np.int32]) -> NDArray[np.floating]:
    """Column sums of drawn rows: the shortest way for one system's three columns."""
    return np.stack([column[drawn].sum(axis=1) for column in np.ascontiguousarray(data.T)], axis=1)


def _weights(n: int, resamples: int, seed: int) -> Iterable[NDArray[np.integer]]:
    """How often each row is in each resample; kept for the next system where they are small."""
    return _kept_weights(n, resamples, seed) if n * resamples <= _KEPT else _new_weights(n, resamples, seed)


@lru_cache(maxsize=1)
def _kept_weights(n: int, resamples: int, seed: int) -> list[NDArray[np.integer]]:
    # 16 bits hold more than one row can come up in a resample of at most MAX_UNITS.
    return [weights.astype(np.uint16) for weights in _new_weights(n, resamples, seed)]


def _new_weights(n: int, resamples: int, seed: int) -> Iterator[NDArray[np.integer]]:
    for drawn in _drawn(n, resamples, seed):
        rows = len(drawn)
        drawn += (np.arange(rows, dtype=np.int32) * n)[:, None]
        yield np.bincount(drawn.ravel(), minlength=rows * n).reshape(rows, n)


def as_factor(counts: Ints) -> NDArray[np.floating]:
    """float32 where every possible sum is exact in it (below 2^24): twice as fast."""
    largest = int(np.abs(counts).max(initial=0)) * len(counts)
    return counts.astype(np.float32 if largest < 1 << 24 else np.float64)


def batches(resamples: int, n: int) -> Iterator[int]:
    """How many draws to make at a time, so that they stay in the cache."""
    size = max(1, min(resamples, _BATCH // max(n, 1)))
    for start in range(0, resamples, size):
        yield min(size, resamples - start)
