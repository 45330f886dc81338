"""Corrections for many comparisons, and the ranks they leave open."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating]
ROUNDING = 1e-4  # in standard errors: what is equal but for rounding counts as equal
NOTHING = 1e-9  # a score whose differences stay below this is the same for both systems, but for rounding


def step_down(differences: Floats, *, one_sided: bool = False) -> Floats:
    """Westfall and Young's step-down max-t: p of each column, corrected for all; row 0 is observed, the rest are null.

    Every column is divided by its own spread under the null, so none outweighs another. Columns are rejected from the
    largest on, each against the maximum of itself and the smaller ones: a column far beyond chance costs the others
    nothing. Undefined columns stay undefined and do not count; nor do those that are 0 but for rounding, whose p is 1.

    >>> step_down(np.array([[9.0, 0.0], [1.0, -1.0], [-1.0, 1.0], [1.0, 1.0]])).tolist()
    [0.25, 1.0]
    """
    t = np.array(differences, dtype=np.float32)
    if not one_sided:
        np.abs(t, out=t)
    known = np.flatnonzero(~np.isnan(t[0]))
    np.nan_to_num(t, copy=False)
    scale = np.sqrt((t[1:] ** 2).mean(axis=0)) if len(t) > 1 else np.zeros(t.shape[1])
    t /= np.where(scale > NOTHING, scale, np.inf)
    order = known[np.argsort(t[0, known], kind="stable")]
    highest = np.maximum.accumulate(t[1:, order], axis=1)
    p = (1 + (highest >= t[0, order] - ROUNDING).sum(axis=0)) / len(t)
    found = np.full(t.shape[1], np.nan)
    found[order] = np.maximum.accumulate(p[::-1])[::-1]
    return found


def simultaneous_t(deviations: Floats, level: float = 0.95) -> float:
    """How many standard errors intervals must reach to hold all at once; deviations are resampled, in standard errors.

    >>> simultaneous_t(np.array([[1.0, -3.0], [2.0, 0.5]]), level=0.5)
    2.5
    """
    return float(np.quantile(np.nan_to_num(np.abs(deviations)).max(axis=1, initial=0.0), level))


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
