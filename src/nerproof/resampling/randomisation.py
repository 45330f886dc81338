"""Paired approximate randomisation: two systems swap their outputs on random units.

The same random signs serve every pair and every score, so one matrix product gives all of them, and the joint
distribution that corrections for many comparisons need.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from nerproof.corpus import Ints
from nerproof.resampling.bootstrap import as_factor, batches

Floats = NDArray[np.float64]


def sign_sums(counts: Mapping[str, Ints], *, draws: int, seed: int) -> dict[str, Floats]:
    """Column sums of each system with random signs on the units (row 0: every sign is +).

    >>> sign_sums({"a": np.array([[1], [2]])}, draws=0, seed=0)["a"].tolist()
    [[3.0]]
    """
    together = np.concatenate(list(counts.values()), axis=1)
    total = together.sum(axis=0, dtype=np.float64)
    factor, n = as_factor(together), len(together)
    rng = np.random.default_rng([seed, 2])
    parts = [total[None, :]]
    for rows in batches(draws, n):
        random = rng.integers(256, size=(rows, -(-n // 8)), dtype=np.uint8)
        plus = np.unpackbits(random, axis=1, count=n).astype(factor.dtype)
        parts.append(2 * (plus @ factor).astype(np.float64) - total)
    ends = np.cumsum([c.shape[1] for c in counts.values()])[:-1]
    return dict(zip(counts, np.split(np.concatenate(parts), ends, axis=1), strict=True))


def swapped(left: Floats, right: Floats) -> tuple[Floats, Floats]:
    """Column sums of two systems after they swapped their outputs where the sign is −, from their sign sums.

    >>> [side.tolist() for side in swapped(np.array([[3.0], [1.0]]), np.array([[5.0], [5.0]]))]
    [[[3.0], [2.0]], [[5.0], [6.0]]]
    """
    middle, half = (left[:1] + right[:1]) / 2, (left - right) / 2
    return middle + half, middle - half


def randomisation_p(differences: Floats, *, one_sided: bool = False) -> Floats:
    """How often a random swap gives a difference at least as large as row 0, by column, with the usual +1; else NaN.

    >>> randomisation_p(np.array([[2.0], [1.0], [-2.0], [0.0]])).tolist()
    [0.5]
    """
    observed, null = differences[0], differences[1:]
    if not one_sided:
        observed, null = np.abs(observed), np.abs(null)
    # The tolerance keeps a difference that is equal but for rounding on the "at least as large" side.
    as_large = (null >= observed - 1e-12).sum(axis=0)
    defined = (~np.isnan(null)).sum(axis=0)
    return np.where(np.isnan(observed) | (defined == 0), np.nan, (1 + as_large) / (1 + defined))


def smallest_p(draws: int, differing: int) -> float:
    """The smallest p that so many random swaps of so many units with a difference can give.

    >>> smallest_p(1000, 5), smallest_p(9, 100)
    (0.0625, 0.1)
    """
    return max(1 / (draws + 1), 2.0 ** (1 - min(max(differing, 1), 1000)))
