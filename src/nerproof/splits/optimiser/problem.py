"""From an incidence, ratios and tolerances to the arrays the kernel works on."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from nerproof.corpus import Ids, Ints
from nerproof.splits.incidence import Incidence, offsets
from nerproof.splits.optimiser.kernel import MILLI, Floats, Problem, State
from nerproof.splits.sizes import size_targets

MOST_MOVED = 64  # samples of one entity that may move together
FEW = 10  # groups in a part


@dataclass(frozen=True)
class Bounds:
    """How far a part may be from its target; None: types are free."""

    size: float = 0.005
    cell: float | None = 0.05


def make_problem(incidence: Incidence, ratios: Floats, *, bounds: Bounds, weight: Floats) -> Problem:
    shared = shared_entities(incidence)
    entity_start, entity_sample = shared.by_entity
    types = _with_totals(incidence) if bounds.cell is not None else _no_types(incidence)
    totals = np.bincount(types[1], weights=types[2], minlength=incidence.mentions.shape[1] + 2)
    target = ratios[:, None] * totals[None, :]
    size = size_targets(incidence.n_samples, ratios)
    return Problem(
        group_start=_small(incidence.group_start),
        sample_start=_small(shared.start),
        sample_entity=_small(shared.entity),
        entity_start=_small(entity_start),
        entity_sample=_small(entity_sample),
        group=_small(incidence.group),
        type_start=_small(types[0]),
        type=_small(types[1]),
        type_count=_small(types[2]),
        size_target=size * MILLI,
        size_slack=np.floor(size_slack(incidence, size, bounds.size) * MILLI).astype(np.int64),
        cell_target=np.round(target * MILLI).astype(np.int64),
        cell_slack=np.floor(cell_slack(target, bounds.cell) * MILLI).astype(np.int64),
        weight=weight,
    )


def _small(array: Ints) -> Ids:
    """32 bits: half the memory traffic of the kernel."""
    return array.astype(np.int32)


def size_slack(incidence: Incidence, size: Ints, tolerance: float) -> Floats:
    """The tolerance; for a part of few groups half of the largest group, because no sum of theirs may come nearer."""
    sizes = np.diff(incidence.group_start)
    few = size < FEW * sizes.mean() if len(sizes) else np.zeros(len(size), dtype=np.bool_)
    largest = sizes.max(initial=1)
    return np.maximum(tolerance * size, np.where(few & (largest > 1), largest / 2, 0.0))


def cell_slack(target: Floats, tolerance: float | None) -> Floats:
    """max(5 %, 0.5·√target) per type; 5 % for "all mentions" (the last column), which is the density."""
    if tolerance is None:
        return np.full_like(target, 1e12)
    slack = np.maximum(tolerance * target, 0.5 * np.sqrt(target))
    slack[:, -1] = np.maximum(tolerance * target[:, -1], 0.5)
    # Where no whole number lies within the tolerance (5 mentions, 10 %: 0.5 ± 0.35), the nearest one has to do.
    return np.maximum(slack, np.abs(target - np.round(target)))


def shared_entities(incidence: Incidence) -> Incidence:
    """Only entities that stand in two or more groups: no other can ever be shared between parts."""
    keys = np.unique(incidence.entity * max(incidence.n_groups, 1) + incidence.group[incidence.sample_of_entry])
    groups = np.bincount(keys // max(incidence.n_groups, 1), minlength=incidence.n_entities)
    kept = groups[incidence.entity] > 1
    number = np.cumsum(groups > 1) - 1
    return Incidence(
        offsets(np.bincount(incidence.sample_of_entry[kept], minlength=incidence.n_samples)),
        number[incidence.entity[kept]],
        incidence.type_of_entity[groups > 1],
        incidence.mentions,
        incidence.group,
    )


def _with_totals(incidence: Incidence) -> tuple[Ints, Ints, Ints]:
    """Types per group, then two more: samples without a mention (a way to look balanced), and all mentions."""
    start, types, counts = incidence.group_types
    n_types = incidence.mentions.shape[1]
    owner = np.repeat(np.arange(incidence.n_groups), np.diff(start))
    per_sample = incidence.mentions.sum(axis=1)
    empty = np.bincount(incidence.group, weights=per_sample == 0, minlength=incidence.n_groups)
    full = np.bincount(incidence.group, weights=per_sample, minlength=incidence.n_groups)
    rows = np.concatenate([owner, np.flatnonzero(empty), np.flatnonzero(full)])
    order = np.argsort(rows, kind="stable")
    kinds = np.concatenate([types, np.full((empty > 0).sum(), n_types), np.full((full > 0).sum(), n_types + 1)])
    numbers = np.concatenate([counts, empty[empty > 0], full[full > 0]]).astype(np.int64)
    return offsets(np.bincount(rows, minlength=incidence.n_groups)), kinds[order], numbers[order]


def _no_types(incidence: Incidence) -> tuple[Ints, Ints, Ints]:
    nothing = np.zeros(0, dtype=np.int64)
    return np.zeros(incidence.n_groups + 1, dtype=np.int64), nothing, nothing


def make_state(problem: Problem, part: NDArray[np.int32], rng: np.random.Generator) -> State:
    """The state of a given split, counted from nothing."""
    n_parts, n_types = problem.cell_target.shape
    of_sample = part[problem.group]
    in_train = _count(problem.sample_entity, of_sample[_rows(problem.sample_start)] == 0, len(problem.entity_start) - 1)
    hits = _count(_rows(problem.sample_start), in_train[problem.sample_entity] > 0, len(of_sample))
    size = np.bincount(of_sample, minlength=n_parts).astype(np.int64)
    keys = part[_rows(problem.type_start)].astype(np.int64) * n_types + problem.type
    cell = np.bincount(keys, weights=problem.type_count, minlength=n_parts * n_types).astype(np.int64)
    cell = cell.reshape(n_parts, n_types)
    away = np.maximum(np.abs(MILLI * size - problem.size_target) - problem.size_slack, 0).sum()
    away += np.maximum(np.abs(MILLI * cell - problem.cell_target) - problem.cell_slack, 0).sum()
    return State(
        part=part.astype(np.int32),
        in_train=in_train,
        hits=hits,
        size=size,
        cell=cell,
        touched=np.bincount(of_sample[hits > 0], minlength=n_parts).astype(np.int64),
        excess=np.array([away], dtype=np.int64),
        best=part.astype(np.int32),
        best_score=np.array([np.inf]),
        random=rng.integers(1, 1 << 32, 2).astype(np.int64),
        moved=np.zeros(MOST_MOVED, dtype=np.int32),
        other_part=np.zeros(MOST_MOVED, dtype=np.int32),
    )


def _rows(start: NDArray[np.int32]) -> Ints:
    return np.repeat(np.arange(len(start) - 1), np.diff(start))


def _count(ids: NDArray[np.int64] | NDArray[np.int32], where: NDArray[np.bool_], n: int) -> NDArray[np.int32]:
    return np.bincount(ids[where], minlength=n).astype(np.int32)
