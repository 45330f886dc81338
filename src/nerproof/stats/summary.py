"""Intervals, p-values, corrections and ranks from resampled scores."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def interval(values: Floats, level: float = 0.95) -> tuple[float, float] | None:
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


def bootstrap_p(differences: Floats) -> float | None:
    """Two-sided p of "no difference": how often the resampled difference has the other sign."""
    d = differences[~np.isnan(differences)]
    if not len(d):
        return None
    below, above = int((d <= 0).sum()), int((d >= 0).sum())
    return min(1.0, 2 * (1 + min(below, above)) / (1 + len(d)))


def randomisation_p(observed: float, differences: Floats) -> float | None:
    """How often random swaps give a difference at least as large (with the usual +1)."""
    d = differences[~np.isnan(differences)]
    if np.isnan(observed) or not len(d):
        return None
    # The tolerance keeps a difference that is equal but for rounding on the "at least as large" side.
    as_large = int((np.abs(d) >= abs(observed) - 1e-12).sum())
    return (1 + as_large) / (1 + len(d))


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """Holm's step-down correction; undefined ones stay undefined and do not count.

    >>> holm([0.01, 0.04, None])
    [0.02, 0.04, None]
    """
    known = sorted((p, i) for i, p in enumerate(p_values) if p is not None)
    corrected: list[float | None] = [None] * len(p_values)
    highest = 0.0
    for rank, (p, i) in enumerate(known):
        highest = max(highest, min(1.0, p * (len(known) - rank)))
        corrected[i] = highest
    return corrected


def bonferroni(p_values: Sequence[float | None]) -> list[float | None]:
    known = sum(p is not None for p in p_values)
    return [None if p is None else min(1.0, p * known) for p in p_values]


def rank_ranges(names: Sequence[str], better: set[tuple[str, str]]) -> dict[str, tuple[int, int]]:
    """Best and worst rank of each system, given which (a, b) mean "a is significantly better than b".

    >>> rank_ranges(["a", "b", "c"], {("a", "c")})
    {'a': (1, 2), 'b': (1, 3), 'c': (2, 3)}
    """
    ranges = {}
    for name in names:
        above = sum((other, name) in better for other in names)
        below = sum((name, other) in better for other in names)
        ranges[name] = (1 + above, len(names) - below)
    return ranges
