"""Spans as the places they cover, and which of them share one."""

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


def overlapping(start: Ints, end: Ints, other_start: Ints, other_end: Ints) -> tuple[Ints, Ints]:
    """Index pairs of spans that share a token, sorted; spans are sorted by start, and may be nested.

    The others that may overlap span i lie between the first whose running end is beyond its start and the last that
    starts before its end; those in between that end too early are sieved out.
    """
    reach = np.maximum.accumulate(other_end) if len(other_end) else other_end
    first = np.searchsorted(reach, start, side="right")
    n = np.maximum(np.searchsorted(other_start, end, side="left") - first, 0)
    one, other = np.repeat(np.arange(len(start)), n), places(first, n)
    real = np.minimum(end[one], other_end[other]) > np.maximum(start[one], other_start[other])
    return one[real], other[real]
