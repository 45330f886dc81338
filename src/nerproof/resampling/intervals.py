"""Intervals: studentised from each unit's influence on a score, or percentiles of resampled values.

The influence of a unit is how much the score would move without it (the jackknife). Its spread gives the standard
error, its tails the degrees of freedom: a score that hangs on a few documents gets a wider interval. Shares of counted
items have intervals of Wilson's kind; other bounded scores are laid out on the logit scale.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
LEVEL = 0.95
FEWEST_DF = 4.0
ROUNDING = 1e-7  # a standard error below this comes from the last digits of a gradient


def spread(influence: Floats, tilt: float = 0.0, excess: float = 1.0) -> tuple[Floats, Floats]:
    """Standard error of each column's score and its degrees of freedom (Satterthwaite's, from the fourth moment).

    ``tilt`` is how fast the logarithm of the variance falls where the score rises. A part of the tails that it explains
    makes nothing uncertain: the variance of a share is known from the share. ``excess`` is how often more the tails
    beyond the normal's count: a sample shows too little of heavy ones.
    """
    n = len(influence)
    moved = influence - influence.mean(axis=0)
    squares = moved**2
    total = squares.sum(axis=0)
    if n < 2:
        return np.zeros_like(total), np.full_like(total, FEWEST_DF)
    parts = squares / np.where(total > 0, total, 1.0) - 1 / n - tilt * moved
    tails = n * (parts**2).sum(axis=0)  # kurtosis less 1: 2 when normal
    tails = tails + excess * np.maximum(tails - 2, 0)
    df = np.where(total > 0, 2 * n / np.maximum(tails, 1e-9), FEWEST_DF)
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


class Share(NamedTuple):
    """A share, and how much its units say about it."""

    value: float
    effective: float  # items that would say as much if each stood alone
    alone: float  # how much the items look as if they did: 1 where a unit's errors do not come together
    df: float  # 0: it is the same in every unit


def share_spread(value: float, influence: Floats, error: float, items: float, units: int) -> Share:
    """What the units say about a share of so many items, which lie in so many units; ``error`` is that of ``spread``.

    Independent errors have the variance of a share, whatever their tails, so only what goes beyond it costs degrees of
    freedom. The fewer errors, the less they say about whether errors come together: then units count, not items.

    >>> share_spread(1.0, np.zeros(30), 0.0, 48, 30)
    Share(value=1.0, effective=30, alone=1.0, df=0.0)
    """
    one = value * (1 - value)
    if error <= ROUNDING or one <= 0:
        return Share(value, max(units, 1), 1.0, 0.0)  # a score may be defined where no unit has an item
    effective = one / error**2
    alone = min(1.0, effective / items) ** 4
    df = float(spread(influence, alone * (1 - 2 * value) / one)[1])
    few = (1 + effective * min(value, 1 - value)) ** -3
    return Share(value, min(effective, 1 / ((1 - few) / effective + few / units)), alone, df)


def share_ends(value: Floats, effective: Floats, alone: Floats, df: Floats) -> tuple[Floats, Floats]:
    """Lower and upper ends of shares: Wilson's where items stand alone, on the logit scale where they do not.

    A share that is the same in every unit may differ in others: Clopper and Pearson's ends of 0 and 1.

    >>> effective, df = np.array([30.0, 30.0, 50.0, 50.0]), np.array([0.0, 0.0, 1e9, 1e9])
    >>> ends = share_ends(np.array([0.0, 0.5, 0.9, 0.9]), effective, np.array([1.0, 1.0, 1.0, 0.0]), df)
    >>> [end.round(3).tolist() for end in ends]
    [[0.0, 0.442, 0.786, 0.781], [0.116, 0.558, 0.957, 0.958]]
    """
    t = t_quantile(np.maximum(df, 1.0))
    wide = t**2 / effective
    centre, half = value + wide / 2, np.sqrt(wide * value * (1 - value) + wide**2 / 4)
    reach = t * np.sqrt(value * (1 - value) / effective)
    logit = studentised(value, reach, np.zeros_like(value), np.ones_like(value))
    low, high = (
        alone * (centre + side * half) / (1 + wide) + (1 - alone) * end
        for side, end in zip((-1, 1), logit, strict=True)
    )
    sure = ((1 - LEVEL) / 2) ** (1 / effective)
    return np.where(df > 0, low, value * sure), np.where(df > 0, high, 1 - (1 - value) * sure)


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
