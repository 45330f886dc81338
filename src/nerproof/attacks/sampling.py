"""Which mentions are attacked at which coverage: nested samples of one seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nerproof.base.errors import UsageError

if TYPE_CHECKING:
    from nerproof.corpus import Bools, Ints


def sampled(unit: Ints, coverage: float, order: Ints) -> Bools:
    """The mentions whose unit is among the first ones of ``order`` that make up ``coverage`` percent of all.

    Units are entities of a document, or single mentions; ``order`` is one permutation for all coverages, so
    a smaller sample is part of every larger one.
    """
    if not 0 <= coverage <= 100:
        raise UsageError(f"the coverage is {coverage:g}; it is a percentage between 0 and 100.")
    sizes = np.bincount(unit, minlength=len(order))[order]
    reached = np.cumsum(sizes)
    taken = np.zeros(len(order), dtype=bool)
    # Rounding to the nearest unit: an entity is attacked as a whole or not at all.
    taken[order[reached - sizes / 2 <= coverage / 100 * len(unit)]] = True
    return taken[unit]
