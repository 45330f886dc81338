"""What is counted per part and kept near the corpus: samples, mentions, types, histogram.

A column is one such count; a group adds to a few of them. Bounds are whole numbers per part and column.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nerproof.corpus import Ints
from nerproof.splits.incidence import Incidence, offsets
from nerproof.splits.ratios import size_targets

Floats = NDArray[np.float64]

HISTOGRAM = (0, 1, 2, 3, 4, 6, 9)  # mentions per sample: where bins begin
FEW = 10  # groups in a part
SIZE, MENTIONS = 0, 1  # the first two columns
FREE = 1 << 40  # a bound that never binds


@dataclass(frozen=True)
class Bounds:
    """How far a part may be from its share of the corpus; None for ``type``: only sizes are kept."""

    size: float = 0.001
    type: float | None = 0.05  # at least 0.5·√target is allowed
    density: float = 0.024  # 2.5 % are promised
    histogram: tuple[float, float] = (0.0049, 0.049)  # of the part's samples, of the bin; the larger counts
    least: int = 0  # mentions of every type in every part


@dataclass(frozen=True, eq=False)
class Columns:
    """Counts per group (CSR) and which columns are of which kind."""

    start: Ints
    column: Ints
    count: Ints
    kinds: dict[str, slice]

    @property
    def n_columns(self) -> int:
        return max(s.stop for s in self.kinds.values())

    @property
    def totals(self) -> Ints:
        return np.bincount(self.column, weights=self.count, minlength=self.n_columns).astype(np.int64)


def histogram_bin(mentions: NDArray[np.int64] | NDArray[np.int32]) -> Ints:
    """The bin of samples with so many mentions.

    >>> histogram_bin(np.array([0, 3, 5, 8, 40])).tolist()
    [0, 3, 4, 5, 6]
    """
    return np.searchsorted(HISTOGRAM, mentions, side="right") - 1


def make_columns(incidence: Incidence) -> Columns:
    """Samples and mentions, then types and the histogram of mentions per sample."""
    n = incidence.n_samples
    every = np.arange(n)
    mentions = incidence.mentions.sum(axis=1).astype(np.int64)
    blocks = {
        "size": (1, every, np.zeros(n, dtype=np.int64), np.ones(n, dtype=np.int64)),
        "mentions": (1, every, np.zeros(n, dtype=np.int64), mentions),
        "type": (incidence.mentions.shape[1], *_dense(incidence.mentions)),
        "histogram": (len(HISTOGRAM), every, histogram_bin(mentions), np.ones(n, dtype=np.int64)),
    }
    return _stack(incidence, blocks)


def _dense(table: NDArray[np.int32]) -> tuple[Ints, Ints, Ints]:
    rows, columns = np.nonzero(table)
    return rows, columns, table[rows, columns].astype(np.int64)


def _stack(incidence: Incidence, blocks: dict[str, tuple[int, Ints, Ints, Ints]]) -> Columns:
    """The blocks side by side, summed per group."""
    first, kinds = 0, {}
    groups, columns, counts = [], [], []
    for name, (width, samples, column, count) in blocks.items():
        kinds[name] = slice(first, first + width)
        groups.append(incidence.group[samples])
        columns.append(column + first)
        counts.append(count)
        first += width
    keys, where = np.unique(np.concatenate(groups) * first + np.concatenate(columns), return_inverse=True)
    total = np.bincount(where, weights=np.concatenate(counts), minlength=len(keys)).astype(np.int64)
    kept = total > 0
    keys = keys[kept]
    return Columns(offsets(np.bincount(keys // first, minlength=incidence.n_groups)), keys % first, total[kept], kinds)


def limits(incidence: Incidence, columns: Columns, shares: Floats, bounds: Bounds) -> tuple[Ints, Ints]:
    """The least and the most per part and column; shares may sum to less than 1 (the rest is dropped).

    A part's share of a count is that which was asked for, and that of its size in whole samples (533 of 5,327 instead
    of 10 %, one more or less): bounds hold for all of these.
    """
    size = size_targets(math.ceil(incidence.n_samples * shares.sum() - 1e-6), shares / shares.sum())
    off = np.floor(bounds.size * size)
    sizes = [size / max(incidence.n_samples, 1) for size in (size, size - off, size + off)]
    (low, high), *others = (_whole(incidence, columns, s, size, bounds) for s in (*sizes, shares))
    for least, most in others:
        agree = np.maximum(low, least) <= np.minimum(high, most)
        low, high = np.where(agree, np.maximum(low, least), low), np.where(agree, np.minimum(high, most), high)
    low, high = reachable(low, high, shares[:, None] * columns.totals)
    return at_least(low, high, columns, bounds.least)


def reachable(low: Ints, high: Ints, target: Floats) -> tuple[Ints, Ints]:
    """Bounds that the whole corpus fits into: of 7 mentions five folds cannot hold 1.4 ± 0.59 each, but 1 or 2."""
    few, many = high.sum(axis=0) < target.sum(axis=0) - 1e-6, low.sum(axis=0) > target.sum(axis=0) + 1e-6
    high = np.where(few, np.maximum(high, np.ceil(target).astype(np.int64)), high)
    return np.where(many, np.minimum(low, np.floor(target).astype(np.int64)), low), high


def _whole(incidence: Incidence, columns: Columns, shares: Floats, size: Ints, bounds: Bounds) -> tuple[Ints, Ints]:
    target = shares[:, None] * columns.totals[None, :].astype(float)
    kinds = columns.kinds
    target[:, SIZE] = size
    slack = np.full_like(target, float(FREE))
    slack[:, SIZE] = size_slack(incidence, size, bounds.size)
    if bounds.type is not None:
        mentions = target[:, kinds["mentions"]]
        slack[:, kinds["mentions"]] = bounds.density * mentions
        slack[:, kinds["type"]] = type_slack(target[:, kinds["type"]], bounds.type)
        histogram = target[:, kinds["histogram"]]
        of_all, of_bin = bounds.histogram
        slack[:, kinds["histogram"]] = np.maximum(of_all * target[:, :1], of_bin * histogram)
    return whole_limits(target, slack)


def at_least(low: Ints, high: Ints, columns: Columns, least: int) -> tuple[Ints, Ints]:
    """So many mentions of every type in every part, where the corpus has enough; other types and train give way."""
    kind = columns.kinds["type"]
    wanted = np.where(columns.totals[kind] >= least * len(low), least, 0)[None, :]
    raised = np.maximum(wanted - high[:, kind], 0).sum(axis=1, keepdims=True)
    low[:, kind] = np.maximum(low[:, kind] - raised, wanted)
    low[0, kind] = np.maximum(low[0, kind] - raised.sum(), wanted[0])
    high[:, kind] = np.maximum(high[:, kind], low[:, kind])
    high[0, kind] += raised.sum()
    return np.maximum(low, 0), high


def type_slack(target: Floats, tolerance: float) -> Floats:
    """max(5 %, 0.5·√target)."""
    return np.maximum(tolerance * target, 0.5 * np.sqrt(target))


def whole_limits(target: Floats, slack: Floats) -> tuple[Ints, Ints]:
    """The whole numbers within the slack; where there is none (0.5 ± 0.35) the nearest ones."""
    slack = np.maximum(slack, np.abs(target - np.round(target)))
    low = np.ceil(target - slack - 1e-9).astype(np.int64)
    return np.maximum(low, 0), np.floor(target + slack + 1e-9).astype(np.int64)


def size_slack(incidence: Incidence, size: Ints, tolerance: float) -> Floats:
    """The tolerance; for a part of few groups half of the largest group, because no sum of theirs may come nearer."""
    sizes = np.diff(incidence.group_start)
    few = size < FEW * sizes.mean() if len(sizes) else np.zeros(len(size), dtype=np.bool_)
    largest = sizes.max(initial=1)
    return np.maximum(tolerance * size, np.where(few & (largest > 1), largest / 2, 0.0))
