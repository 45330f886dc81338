"""Whole sizes from shares."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nerproof.corpus import Ints


def size_targets(n: int, shares: NDArray[np.float64]) -> Ints:
    """Whole sizes that sum to n, nearest to the shares (largest remainder), none empty if n allows it.

    >>> size_targets(881, np.array([0.8, 0.1, 0.1])).tolist()
    [705, 88, 88]
    >>> size_targets(3, np.array([0.8, 0.1, 0.1])).tolist()
    [1, 1, 1]
    """
    exact = shares * n
    sizes = np.floor(exact + 1e-9).astype(np.int64)
    for p in np.argsort(sizes - exact, kind="stable")[: n - int(sizes.sum())]:
        sizes[p] += 1
    while n >= len(sizes) and sizes.min() == 0:
        sizes[np.argmax(sizes)] -= 1
        sizes[np.argmin(sizes)] += 1
    return sizes
