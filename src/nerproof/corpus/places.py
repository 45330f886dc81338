"""Spans as the places they cover."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from nerproof.corpus.vocabulary import Ints


def places(start: Ints, lengths: Ints) -> Ints:
    """All places of spans, one span after the other.

    >>> places(np.array([7, 3]), np.array([2, 1])).tolist()
    [7, 8, 3]
    """
    ends = np.cumsum(lengths)
    return np.repeat(start - (ends - lengths), lengths) + np.arange(int(ends[-1]) if len(ends) else 0)
