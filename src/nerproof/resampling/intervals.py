"""Intervals: studentised from each unit's influence on a score, or percentiles of resampled values.

The influence of a unit is how much the score would move without it (the jackknife). Its spread gives the standard
error, its tails the degrees of freedom: a score that hangs on a few documents gets a wider interval. Bounded scores are
laid out on the logit scale, so an interval never leaves the range and is wider on the side that has room.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
LEVEL = 0.95
FEWEST_DF = 4.0


def spread(influence: Floats) -> tuple[Floats, Floats]:
    """Standard error of each column's score and its degrees of freedom (Satterthwaite's, from the fourth moment)."""
    n = len(influence)
    squares = (influence - influence.mean(axis=0)) ** 2
    total = squares.sum(axis=0)
    if n < 2:
        return np.zeros_like(total), np.full_like(total, FEWEST_DF)
    with np.errstate(divide="ignore", invalid="ignore"):
        tails = n * (squares**2).sum(axis=0) / total**2  # kurtosis: 3 when normal
    tails = tails + np.maximum(tails - 3, 0)  # a sample shows too little of heavy tails
    df = np.where(total > 0, 2 * n / np.maximum(tails - 1, 1e-9), FEWEST_DF)
    return np.sqrt(total * (n - 1) / n), np.clip(df, min(FEWEST_DF, n - 1), n - 1)


def t_quantile(df: Floats, level: float = LEVEL) -> Floats:
    """How many standard errors an interval reaches to either side: Student's t, for 1, 2, 3 or at least 4 df.

    With ``t = sqrt(df) * tan(angle)`` its density is a power of the cosine. So the share inside an angle is an area,
    which 64 points give to the last digits, and Newton's steps rise to the angle. scipy has this, too; to load it
    would take a fifth of a second and 20 MB of every evaluation.

    >>> t_quantile(np.array([1.0, 4.0, 30.0, 1e5])).round(6).tolist()
    [12.706205, 2.776445, 2.042272, 1.959988]
    """
    points, weights = np.polynomial.legendre.leggauss(64)
    df = np.minimum(df, 1e12)  # normal to the last digit

    def density(angle: Floats, df: Floats) -> Floats:
        found: Floats = np.exp((df - 1) / 2 * np.log1p(-(np.sin(angle) ** 2)))  # cos(angle) ** (df - 1)
        return found

    def area(angle: Floats) -> Floats:
        inside = density(angle[..., None] * (points + 1) / 2, df[..., None])
        return angle * (inside @ weights) / 2

    goal = level * area(np.minimum(np.pi / 2, 10 / np.sqrt(np.maximum(df - 1, 1))))  # beyond, nothing is left
    angle = goal
    for _ in range(12):
        angle = angle + (goal - area(angle)) / density(angle, df)
    return np.sqrt(df) * np.tan(angle)


def studentised(value: Floats, reach: Floats, lowest: Floats, highest: Floats) -> tuple[Floats, Floats]:
    """Lower and upper ends of ``value ± reach``, on the logit scale of [lowest, highest] where these are finite.

    >>> ends = studentised(np.array([0.5, 0.9]), np.array([0.1, 0.1]), np.zeros(2), np.ones(2))
    >>> [end.round(3).tolist() for end in ends]
    [[0.401, 0.748], [0.599, 0.965]]
    """
    bounded = np.isfinite(lowest) & np.isfinite(highest) & (value > lowest) & (value < highest)
    low, high = np.where(bounded, lowest, 0.0), np.where(bounded, highest, 1.0)
    width = high - low
    share = np.where(bounded, (value - low) / width, 0.5)
    logit = np.log(share / (1 - share))
    step = reach / (width * share * (1 - share))
    ends = [low + width / (1 + np.exp(-np.clip(logit + side * step, -500, 500))) for side in (-1, 1)]
    return np.where(bounded, ends[0], value - reach), np.where(bounded, ends[1], value + reach)


def unvaried(share: float, n: int, level: float = LEVEL) -> tuple[float, float]:
    """Interval of a share that is the same in all of n units (Clopper and Pearson's for 0 and 1): others may differ.

    >>> [round(end, 3) for end in (*unvaried(1.0, 30), *unvaried(0.5, 30))]
    [0.884, 1.0, 0.442, 0.558]
    """
    alike = float(((1 - level) / 2) ** (1 / max(n, 1)))
    return share * alike, 1 - (1 - share) * alike


def interval(values: Floats, level: float = LEVEL) -> tuple[float, float] | None:
    """Percentile interval of resampled values; None when fewer than half of them are defined."""
    defined = values[~np.isnan(values)]
    if len(defined) < 2 or len(defined) * 2 < len(values):
        return None
    defined.sort()
    return _quantile(defined, (1 - level) / 2), _quantile(defined, (1 + level) / 2)


def _quantile(ordered: Floats, q: float) -> float:
    """What np.quantile gives, to the last bit, in a tenth of the time: a result has hundreds of intervals.

    >>> _quantile(np.array([1.0, 2.0, 4.0]), 0.75)
    3.0
    """
    place = q * (len(ordered) - 1)
    at = int(place)
    low, high = float(ordered[at]), float(ordered[min(at + 1, len(ordered) - 1)])
    part = place - at
    return high - (high - low) * (1 - part) if part >= 0.5 else low + (high - low) * part  # as numpy rounds
