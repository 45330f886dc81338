"""The interval of a calibration error: a mean of absolute gaps, which is above 0 by chance alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
TAIL = 0.025
WIDEST = 4.0  # times the observed gaps
STEPS = 40


class Bounds(NamedTuple):
    """A 95 % interval, and the estimate in its middle that chance does not raise."""

    low: float
    high: float
    debiased: float


def ece_bounds(gaps: Floats, weights: Floats) -> Bounds | None:
    """The calibration errors that the data do not reject; ``gaps`` is (bins, 1 + resamples), the data's own first.

    A resample says how far chance moves the gap of each bin: its gap less the data's. If the true gaps were k times
    the observed ones, the error would be seen as the mean of |k gap + chance|. The ends are the k of 0 and above at
    which the observed error is at the 97.5th and at the 2.5th percentile of that; the debiased value has it at the
    median. Under perfect calibration (k = 0) the lower end is 0 in 97.5 % of samples.
    """
    chance = gaps[:, 1:] - gaps[:, :1]
    chance = chance[:, ~np.isnan(chance).any(axis=0)]
    observed = float(weights @ np.abs(gaps[:, 0]))
    if chance.shape[1] < 2 or not observed > 0:
        return None

    def below(k: float) -> float:
        """Share of samples whose error would be lower than the observed one."""
        made = weights @ np.abs(k * gaps[:, :1] + chance)
        return float(((made < observed).sum() + (made == observed).sum() / 2) / len(made))

    low, middle, high = (_solve(below, share) for share in (1 - TAIL, 0.5, TAIL))
    return Bounds(low * observed, max(high, 1.0) * observed, middle * observed)


def _solve(below: Callable[[float], float], share: float) -> float:
    """The k at which so many samples are lower: 0 where that holds nowhere."""
    left, right = 0.0, WIDEST
    if below(0.0) <= share:
        return 0.0
    for _ in range(STEPS):
        middle = (left + right) / 2
        left, right = (middle, right) if below(middle) > share else (left, middle)
    return (left + right) / 2
