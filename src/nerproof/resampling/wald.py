"""Wald's test that several scores of one system are the same, from the covariance of their resamples.

Small buckets need care (docs/design/statistics.md has the simulated levels): a score of 1 over ten items is not sure,
so each score is moved as if one item more had been right and one more wrong, and its variance is never much below that
of a share; the F distribution takes the place of χ², with Welch's degrees of freedom.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
LEAST = 0.3  # of the variance of a share over as many items: that of F1 is about half of it


class Wald(NamedTuple):
    """F, its two degrees of freedom, how many scores were compared, and p."""

    statistic: float
    df: int
    df_error: float
    compared: int
    p: float


def wald(values: Floats, items: Floats, dfs: Floats) -> Wald | None:
    """Whether the scores differ at all; None for fewer than two that are defined in the data and most resamples.

    Row 0 of ``values`` is the data, the others are resamples; ``items`` says how many items a score (a column) is
    about, ``dfs`` how many degrees of freedom its standard error has.
    """
    defined = ~np.isnan(values)
    usable = np.flatnonzero(defined[0] & (2 * defined.sum(axis=0) >= len(values)) & (items > 0))
    if len(usable) < 2 or len(values) < 3:
        return None
    values, n = values[:, usable], items[usable]
    resamples = values[1:][defined[1:, usable].all(axis=1)]
    if len(resamples) <= len(usable):
        return None
    moved = (values[0] * n + 1) / (n + 2)
    covariance = np.atleast_2d(np.cov(resamples, rowvar=False))
    least = LEAST * moved * (1 - moved) / (n + 2)
    covariance += np.diag(np.maximum(least - np.diag(covariance), 0))
    return _test(moved, covariance, dfs[usable])


def _test(scores: Floats, covariance: Floats, dfs: Floats) -> Wald | None:
    """Welch's F for scores whose covariance is known up to these degrees of freedom; None where two move as one."""
    from scipy.special import fdtrc

    m = len(scores)
    contrast = np.eye(m)[1:] - np.eye(m)[:-1]
    difference = contrast @ scores
    spread = contrast @ covariance @ contrast.T
    if np.linalg.matrix_rank(spread) < m - 1:
        return None
    quadratic = float(difference @ np.linalg.solve(spread, difference))
    weight = 1 / np.diag(covariance)
    doubt = float(((1 - weight / weight.sum()) ** 2 / dfs).sum())
    statistic = quadratic / (m - 1) / (1 + 2 * (m - 2) / (m**2 - 1) * doubt)
    df_error = (m**2 - 1) / (3 * doubt)
    return Wald(statistic, m - 1, df_error, m, float(fdtrc(m - 1, df_error, statistic)))
