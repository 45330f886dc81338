"""Rank statistics: Spearman, Friedman, Wilcoxon; exact where the paper's tables are small."""

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


def spearman(a: Floats, b: Floats) -> float:
    """Spearman's ρ; NaN when either side does not vary."""
    x, y = ranks(a) - (len(a) + 1) / 2, ranks(b) - (len(b) + 1) / 2
    scale = math.sqrt(float(x @ x) * float(y @ y))
    return float(x @ y) / scale if scale else math.nan


def friedman(table: Floats) -> float | None:
    """P of Friedman's test: rows are blocks, columns treatments; needs 3 treatments and 2 blocks, ties corrected."""
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
    return chi_square_tail(max(chi, 0.0), treatments - 1)


def chi_square_tail(x: float, df: int) -> float:
    """P(χ² > x) for whole degrees of freedom, in closed form: importing scipy.special would cost more than a report.

    >>> round(chi_square_tail(3.84, 1), 4), round(chi_square_tail(5.99, 2), 4)
    (0.05, 0.05)
    """
    half = x / 2
    if df % 2 == 0:
        return math.exp(-half) * sum(half**i / math.factorial(i) for i in range(df // 2))
    terms = (half ** (i - 0.5) / math.gamma(i + 0.5) for i in range(1, (df + 1) // 2))
    return math.erfc(math.sqrt(half)) + math.exp(-half) * sum(terms)


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
