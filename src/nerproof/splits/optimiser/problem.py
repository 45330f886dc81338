"""From an incidence, a goal and bounds to the arrays that the kernel works on."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from nerproof.corpus import Ids, Ints
from nerproof.splits.incidence import Incidence, offsets
from nerproof.splits.optimiser.columns import SIZE, Bounds, Columns, Floats, limits, make_columns
from nerproof.splits.optimiser.demands import needed, pinned_to, with_demands
from nerproof.splits.optimiser.kernel import Problem, State

MOST_MOVED = 400  # groups of one move
APART = 0.4  # weight of a test mention seen in dev
SAMPLE = 0.5  # weight of all samples, that of all mentions being 1
SIZE_BINS = 2.0  # per doubling of a group's samples

Minimise = Literal["mentions", "samples", "both"]


@dataclass(frozen=True, eq=False)
class Goal:
    """What is minimised: ``against[p]`` are the parts whose entities count as seen in part p, nothing for train."""

    shares: Floats
    against: tuple[tuple[int, ...], ...]
    apart: tuple[tuple[int, ...], ...]
    minimise: Minimise = "both"
    drop: float = 0.0
    bounds: Bounds = field(default_factory=Bounds)
    pinned: tuple[int, Ints] | None = None  # a part, and groups that should be there

    @classmethod
    def parts(cls, shares: Floats, **others: Any) -> Goal:
        """Train first: the others are judged against it, and the last one (test) lightly against those between."""
        n = len(shares)
        between = tuple(range(1, n - 1))
        apart = ((),) * (n - 1) + (between,)
        return replace(cls(shares, ((),) + ((0,),) * (n - 1), apart), **others)

    @classmethod
    def folds(cls, k: int, **others: Any) -> Goal:
        """Every fold is judged against all the others."""
        against = tuple(tuple(q for q in range(k) if q != p) for p in range(k))
        return replace(cls(np.full(k, 1 / k), against, ((),) * k), **others)


def make_problem(incidence: Incidence, goal: Goal) -> Problem:
    shared = shared_entities(incidence)
    entity_start, entity_sample = shared.by_entity
    columns = make_columns(incidence)
    bins = swap_bins(incidence, columns)
    columns, (low, high) = _bounded(incidence, columns, goal)
    n_parts = len(low)
    n_mentions = incidence.mentions.sum()
    share = np.append(goal.shares * (1 - goal.drop), [goal.drop] * (n_parts - len(goal.shares)))
    per_sample = n_mentions / max(incidence.n_samples, 1)
    a, b = {"mentions": (1.0, 0.0), "samples": (0.0, 1.0), "both": (1.0, SAMPLE * per_sample)}[goal.minimise]
    against = _bits(goal.against, n_parts)
    judged = against != 0
    # A smaller part's mention counts more: rates are what is compared.
    weight = np.where(judged, share[judged].mean() / np.maximum(share, 1e-12), 0.0)
    mentions, samples = np.maximum(share * n_mentions, 1.0), np.maximum(share * incidence.n_samples, 1.0)
    return Problem(
        group_start=_small(incidence.group_start),
        sample_start=_small(shared.start),
        sample_entity=_small(shared.entity),
        sample_count=_small(shared.count),
        entity_start=_small(entity_start),
        entity_sample=_small(entity_sample),
        group=_small(incidence.group),
        cell_start=_small(columns.start),
        cell=_small(columns.column),
        cell_count=_small(columns.count),
        low=low,
        high=high,
        bin=_small(bins),
        bin_start=_small(offsets(np.bincount(bins))),
        against=against,
        apart=_bits(goal.apart, n_parts),
        mention_weight=a * weight,
        sample_weight=b * weight,
        apart_weight=APART * max(a, b) * weight,
        mentions=mentions,
        samples=samples,
        even_weight=np.array([a * mentions[judged].mean(), b * samples[judged].mean()]),
    )


def _small(array: NDArray[np.int64]) -> Ids:
    """32 bits: half the memory traffic of the kernel."""
    return array.astype(np.int32)


def _bits(parts: tuple[tuple[int, ...], ...], n: int) -> Ints:
    bits = [sum(1 << q for q in some) for some in parts]
    return np.array(bits + [0] * (n - len(bits)), dtype=np.int64)


def _bounded(incidence: Incidence, columns: Columns, goal: Goal) -> tuple[Columns, tuple[Ints, Ints]]:
    """Bounds per part; the dropped samples are one more part: no more than were asked for or than the others spare."""
    low, high = limits(incidence, columns, goal.shares * (1 - goal.drop), goal.bounds)
    if goal.drop > 0:
        dropped = np.maximum(columns.totals - low.sum(axis=0), 0)
        dropped[SIZE] = int(goal.drop * incidence.n_samples)
        low, high = np.vstack([low, np.zeros_like(low[:1])]), np.vstack([high, dropped])
    pinned = [pinned_to(*goal.pinned, len(low))] if goal.pinned else []
    return with_demands(columns, low, high, [*pinned, *needed(columns, low, high)])


def swap_bins(incidence: Incidence, columns: Columns) -> Ints:
    """Groups that may change places: sentences with as many mentions, larger groups of like size."""
    sizes = np.diff(incidence.group_start)
    if sizes.max(initial=1) > 1:
        return np.floor(SIZE_BINS * np.log2(np.maximum(sizes, 1))).astype(np.int64)
    kind = columns.kinds["histogram"]
    inside = (columns.column >= kind.start) & (columns.column < kind.stop)
    return columns.column[inside] - kind.start


def shared_entities(incidence: Incidence) -> Incidence:
    """Only entities that stand in two or more groups: no other can ever be shared between parts."""
    keys = np.unique(incidence.entity * max(incidence.n_groups, 1) + incidence.group[incidence.sample_of_entry])
    groups = np.bincount(keys // max(incidence.n_groups, 1), minlength=incidence.n_entities)
    kept = groups[incidence.entity] > 1
    number = np.cumsum(groups > 1) - 1
    return replace(
        incidence,
        start=offsets(np.bincount(incidence.sample_of_entry[kept], minlength=incidence.n_samples)),
        entity=number[incidence.entity[kept]],
        count=incidence.count[kept],
        n_entities=int((groups > 1).sum()),
    )


def make_state(problem: Problem, part: NDArray[np.int32], rng: np.random.Generator) -> State:
    """The state of a given split, counted from nothing."""
    n_parts, n_columns = problem.low.shape
    n_entities, n_groups = len(problem.entity_start) - 1, len(part)
    rows = _rows(problem.sample_start)
    entry_part = part[problem.group][rows]
    keys = problem.sample_entity.astype(np.int64) * n_parts + entry_part
    holds = np.bincount(keys, minlength=n_entities * n_parts).reshape(n_entities, n_parts)
    mentions = np.bincount(keys, weights=problem.sample_count, minlength=n_entities * n_parts)
    where = ((holds > 0) << np.arange(n_parts)).sum(axis=1).astype(np.int64)
    seen = (where[problem.sample_entity] & problem.against[entry_part]) != 0
    apart = (where[problem.sample_entity] & problem.apart[entry_part]) != 0
    hits = np.bincount(rows[seen], minlength=len(problem.group)).astype(np.int32)
    cells = part[_rows(problem.cell_start)].astype(np.int64) * n_columns + problem.cell
    cell = np.bincount(cells, weights=problem.cell_count, minlength=n_parts * n_columns).astype(np.int64)
    cell = cell.reshape(n_parts, n_columns)
    members, n_members, place = _members(problem, part, n_parts)
    return State(
        part=part.astype(np.int32),
        holds=holds.astype(np.int32),
        mentions=mentions.astype(np.int32).reshape(n_entities, n_parts),
        where=where,
        hits=hits,
        cell=cell,
        seen_mentions=_sum(entry_part[seen], problem.sample_count[seen], n_parts),
        seen_samples=_sum(part[problem.group][hits > 0], None, n_parts),
        seen_apart=_sum(entry_part[apart], problem.sample_count[apart], n_parts),
        excess=np.maximum(np.maximum(problem.low - cell, cell - problem.high), 0).sum(keepdims=True).reshape(1),
        members=members,
        n_members=n_members,
        place=place,
        best=part.astype(np.int32),
        best_score=np.array([np.inf]),
        random=rng.integers(1, 1 << 32, 2).astype(np.int64),
        moved=np.zeros(MOST_MOVED, dtype=np.int32),
        other_part=np.zeros(MOST_MOVED, dtype=np.int32),
        stamp=np.zeros(n_groups + 1, dtype=np.int64),
    )


def _members(problem: Problem, part: NDArray[np.int32], n_parts: int) -> tuple[Ids, Ids, Ids]:
    """Groups by part and bin, how many, and where each stands."""
    n_bins = len(problem.bin_start) - 1
    key = part.astype(np.int64) * n_bins + problem.bin
    order = np.argsort(key, kind="stable")
    counts = np.bincount(key, minlength=n_parts * n_bins)
    within = np.arange(len(part)) - offsets(counts)[key[order]]
    members = np.zeros((n_parts, len(part)), dtype=np.int32)
    place = np.empty(len(part), dtype=np.int32)
    place[order] = problem.bin_start[problem.bin[order]] + within
    members[part, place] = np.arange(len(part))
    return members, counts.reshape(n_parts, n_bins).astype(np.int32), place


def _rows(start: NDArray[np.int32]) -> Ints:
    return np.repeat(np.arange(len(start) - 1), np.diff(start))


def _sum(part: Ids, counts: Ids | None, n: int) -> Ints:
    return np.bincount(part, weights=counts, minlength=n).astype(np.int64)
