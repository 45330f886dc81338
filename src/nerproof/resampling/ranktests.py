"""Rank statistics: Spearman, Friedman, Wilcoxon; exact where the paper's tables are small.

Importing scipy.stats would cost as much as evaluating a test set, so only its distributions are taken from scipy.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def ranks(values: Floats) -> Floats:
    """Ranks from 1, ties share their mean.

    >>> ranks(np.array([3.0, 1.0, 3.0])).tolist()
    [2.5, 1.0, 2.5]
    """
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    return (last - (counts - 1) / 2)[inverse]


def rising(values: Floats) -> Floats:
    """Spearman's ρ of each row with 1, 2, 3 …; NaN where a row does not vary, or lacks a value.

    >>> rising(np.array([[1.0, 2.0, 5.0], [3.0, 2.0, 2.0], [1.0, 1.0, 1.0]])).round(3).tolist()
    [1.0, -0.866, nan]
    """
    m = values.shape[1]
    less, same = (how(values[:, None, :], values[:, :, None]).sum(axis=2) for how in (np.less, np.equal))
    y = less + (same + 1) / 2 - (m + 1) / 2
    x = np.arange(1, m + 1) - (m + 1) / 2
    with np.errstate(divide="ignore", invalid="ignore"):
        found: Floats = (y @ x) / np.sqrt((x @ x) * (y * y).sum(axis=1))
    return np.where(np.isnan(values).any(axis=1), np.nan, found)


def friedman(table: Floats) -> float | None:
    """P of Friedman's test: rows are blocks, columns treatments; needs 3 treatments and 2 blocks, ties corrected."""
    from scipy.special import chdtrc

    blocks, treatments = table.shape
    if treatments < 3 or blocks < 2 or np.isnan(table).any():
        return None
    ranked = np.stack([ranks(row) for row in table])
    ties = sum(float((c**3 - c).sum()) for c in (np.unique(row, return_counts=True)[1].astype(float) for row in table))
    correction = 1 - ties / (blocks * treatments * (treatments**2 - 1))
    if correction <= 0:
        return None
    sums = ranked.sum(axis=0)
    chi = (
        12 / (blocks * treatments * (treatments + 1)) * float(sums @ sums) - 3 * blocks * (treatments + 1)
    ) / correction
    return float(chdtrc(treatments - 1, max(chi, 0.0)))


def blocks_needed(treatments: int, alpha: float) -> int | None:
    """How many blocks Friedman's test needs to reach a p below alpha; None for fewer than three treatments.

    >>> blocks_needed(4, 0.05), blocks_needed(3, 0.05), blocks_needed(2, 0.05)
    (3, 3, None)
    """
    from scipy.special import chdtrc

    if treatments < 3:
        return None
    return next(n for n in range(2, 100) if chdtrc(treatments - 1, n * (treatments - 1)) < alpha)


def pairs_needed(alpha: float) -> int:
    """How many pairs Wilcoxon's test needs to reach a p below alpha.

    >>> pairs_needed(0.05)
    6
    """
    return next(n for n in range(1, 100) if 2.0 ** (1 - n) < alpha)


def wilcoxon(differences: Sequence[float]) -> float | None:
    """Two-sided p of the signed-rank test, zeros dropped; exact up to 50 differences without ties, normal beyond.

    >>> wilcoxon([1.0, 2.0, 3.0, 4.0, 5.0])
    0.0625
    """
    d = np.array([x for x in differences if x != 0 and not math.isnan(x)])
    n = len(d)
    if not n:
        return None
    rank = ranks(np.abs(d))
    statistic = min(float(rank[d > 0].sum()), float(rank[d < 0].sum()))
    if n <= 50 and len(np.unique(rank)) == n:
        return min(1.0, 2 * _at_most(n, int(statistic)))
    return _normal_p(rank, statistic, n)


def _at_most(n: int, statistic: int) -> float:
    """P(W ≤ statistic) when every sign is a fair coin: counts of subsets of 1..n by sum."""
    ways = [1] + [0] * (n * (n + 1) // 2)
    for k in range(1, n + 1):
        for total in range(len(ways) - 1, k - 1, -1):
            ways[total] += ways[total - k]
    return float(sum(ways[: statistic + 1]) / 2**n)


def _normal_p(rank: Floats, statistic: float, n: int) -> float:
    _, counts = np.unique(rank, return_counts=True)
    spread = n * (n + 1) * (2 * n + 1) / 24 - float((counts**3 - counts).sum()) / 48
    z = (statistic - n * (n + 1) / 4) / math.sqrt(spread)
    return min(1.0, math.erfc(-z / math.sqrt(2)) if z < 0 else 1.0)
