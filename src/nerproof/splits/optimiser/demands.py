"""What must hold whatever the counts are: no empty part, nothing where it cannot fit, some groups in one part.

A demand is one more column of the bounds. Its groups weigh so much there that no gain elsewhere pays for breaking it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from nerproof.corpus import Ints
from nerproof.splits.incidence import offsets
from nerproof.splits.optimiser.columns import FEW, FREE, SIZE, Columns

MUST = 10_000  # excess of one broken demand
ODD = 0.01  # of the samples: more that do not fit are no exceptions


@dataclass(frozen=True, eq=False)
class Demand:
    """Groups, what each counts for, and the least and the most per part."""

    groups: Ints
    weight: int
    low: Ints
    high: Ints


def pinned_to(part: int, groups: Ints, n_parts: int) -> Demand:
    """These groups should be in this part."""
    low = np.zeros(n_parts, dtype=np.int64)
    low[part] = len(groups)
    return Demand(groups, 1, low, np.full(n_parts, FREE))


def needed(columns: Columns, low: Ints, high: Ints) -> Iterator[Demand]:
    """What a corpus demands of itself: a group in every part, and odd groups only where they fit."""
    n_groups = len(columns.start) - 1
    per_group = columns.totals[SIZE] / max(n_groups, 1)
    filled = low[:, SIZE] > 0
    if (high[filled, SIZE] < FEW * per_group).any():
        yield Demand(np.arange(n_groups), MUST, MUST * filled, np.full(len(low), FREE))
    yield from _misfits(columns, high)


def _misfits(columns: Columns, high: Ints) -> Iterator[Demand]:
    """Groups that alone are over a bound of some parts but not of all: a list of 15 where 14 may be."""
    owner = np.repeat(np.arange(len(columns.start) - 1), np.diff(columns.start))
    too_many = columns.count[None, :] > high[:, columns.column]
    misfit = np.array([np.bincount(owner[some], minlength=len(columns.start) - 1) > 0 for some in too_many])
    odd = np.flatnonzero(misfit.any(axis=0) & ~misfit.all(axis=0))
    sizes = columns.count[columns.column == SIZE]
    if sizes[odd].sum() > ODD * sizes.sum():
        return
    for pattern in np.unique(misfit[:, odd], axis=1).T:
        groups = odd[(misfit[:, odd] == pattern[:, None]).all(axis=0)]
        yield Demand(groups, MUST, np.zeros(len(high), dtype=np.int64), np.where(pattern, 0, FREE))


def with_demands(
    columns: Columns, low: Ints, high: Ints, demands: Sequence[Demand]
) -> tuple[Columns, tuple[Ints, Ints]]:
    """The columns and bounds with one more column for each demand."""
    if not demands:
        return columns, (low, high)
    n, n_groups = columns.n_columns, len(columns.start) - 1
    owner = np.concatenate([np.repeat(np.arange(n_groups), np.diff(columns.start)), *(d.groups for d in demands)])
    order = np.argsort(owner, kind="stable")
    column = np.concatenate([columns.column, *(np.full(len(d.groups), n + i) for i, d in enumerate(demands))])
    count = np.concatenate([columns.count, *(np.full(len(d.groups), d.weight) for d in demands)])
    wider = replace(
        columns,
        start=offsets(np.bincount(owner, minlength=n_groups)),
        column=column[order],
        count=count[order],
        kinds={**columns.kinds, "demands": slice(n, n + len(demands))},
    )
    bounds = (np.column_stack([old, *(getattr(d, k) for d in demands)]) for k, old in (("low", low), ("high", high)))
    least, most = bounds
    return wider, (least, most)
