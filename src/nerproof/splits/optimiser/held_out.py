"""Dev and test apart from each other: they change places among themselves while train stays as it is.

A second, small search with dev in the place of train. How many samples of each share an entity with train counts as
one more type, held exactly, and all other bounds stay, so the first search's result is never given up for this one.
"""

from __future__ import annotations

import time

import numpy as np

from nerproof.corpus import Bools, Ids, Ints
from nerproof.splits.incidence import offsets
from nerproof.splits.optimiser.compiling import IS_COMPILED
from nerproof.splits.optimiser.kernel import MILLI, Plan, Problem, State, anneal
from nerproof.splits.optimiser.problem import make_state
from nerproof.splits.optimiser.search import CHUNK

PER_GROUP, MOST, ROUNDS = 1000, 3_000_000, 8
PLAN = Plan(hot=0.5, cold=0.05, soft=0.5, hard=5.0)


def keep_apart(problem: Problem, part: Ids, *, seed: int, until: float = np.inf) -> Ids:
    """The same train part, and dev and test that share fewer entities; ``until`` is a time of time.monotonic()."""
    if len(problem.weight) != 3:
        return part
    dev, test = (np.argsort(problem.weight[1:], kind="stable") + 1).tolist()
    held_out = np.flatnonzero(part > 0)
    inner = _inner(problem, part, held_out, np.array([dev, test]))
    best = make_state(inner, (part[held_out] == test).astype(np.int32), np.random.default_rng(0))
    moves = min(PER_GROUP * len(held_out), MOST) if IS_COMPILED else 2000
    for number in range(min(MOST // max(moves, 1), ROUNDS)):
        state = _round(inner, best, moves, np.random.default_rng([seed, 1 << 20, number]), until)
        best = min(best, state, key=lambda s: s.best_score[0])
    found = part.copy()
    found[held_out] = np.where(best.best == 1, test, dev)
    return found


def _round(inner: Problem, start: State, moves: int, rng: np.random.Generator, until: float) -> State:
    """From the best split so far, heated up again."""
    state = make_state(inner, start.best, rng)
    for first in range(0, moves, CHUNK):
        if time.monotonic() > until:
            break
        anneal(inner, state, PLAN, first, min(first + CHUNK, moves), moves)
    return state


def _inner(problem: Problem, part: Ids, groups: Ints, parts: Ints) -> Problem:
    """The problem of these groups only; its parts are dev and test, its last type the samples that train touches."""
    samples = _members(problem.group_start, groups)
    entity_start, entities = _shared(*_rows(problem.sample_start, problem.sample_entity, samples))
    order = np.argsort(entities, kind="stable")
    owner = np.repeat(np.arange(len(samples)), np.diff(entity_start))
    n_entities = int(entities.max(initial=-1)) + 1
    sizes = np.diff(problem.group_start)[groups]
    touched = _touched(problem, part)[samples]
    group = np.repeat(np.arange(len(groups)), sizes)
    types = _types(problem, groups, np.bincount(group, weights=touched, minlength=len(groups)).astype(np.int64))
    now = np.bincount(part[groups][group[touched]], minlength=3)[parts]
    return Problem(
        group_start=offsets(sizes).astype(np.int32),
        sample_start=entity_start.astype(np.int32),
        sample_entity=entities.astype(np.int32),
        entity_start=offsets(np.bincount(entities, minlength=n_entities)).astype(np.int32),
        entity_sample=owner[order].astype(np.int32),
        group=group.astype(np.int32),
        type_start=types[0].astype(np.int32),
        type=types[1].astype(np.int32),
        type_count=types[2].astype(np.int32),
        size_target=problem.size_target[parts],
        size_slack=problem.size_slack[parts],
        cell_target=np.column_stack([problem.cell_target[parts], now * MILLI]),
        cell_slack=np.column_stack([problem.cell_slack[parts], np.zeros(2, dtype=np.int64)]),
        weight=np.array([0.0, 1.0]),
    )


def _touched(problem: Problem, part: Ids) -> Bools:
    """Samples with an entity that stands in train."""
    state = make_state(problem, part, np.random.default_rng(0))
    return state.hits > 0


def _members(start: Ids, rows: Ints) -> Ints:
    """The positions start[r]..start[r + 1] of all these rows, one after the other."""
    lengths = np.diff(start)[rows].astype(np.int64)
    return np.repeat(start[rows] - offsets(lengths)[:-1], lengths) + np.arange(lengths.sum())


def _rows(start: Ids, values: Ids, rows: Ints) -> tuple[Ints, Ints]:
    """Some rows of a CSR array."""
    return offsets(np.diff(start)[rows]), values[_members(start, rows)].astype(np.int64)


def _shared(start: Ints, entities: Ints) -> tuple[Ints, Ints]:
    """Without entities of one sample only, the others numbered anew."""
    counts = np.bincount(entities)
    kept = counts[entities] > 1
    number = np.cumsum(counts > 1) - 1
    owner = np.repeat(np.arange(len(start) - 1), np.diff(start))
    return offsets(np.bincount(owner[kept], minlength=len(start) - 1)), number[entities[kept]]


def _types(problem: Problem, groups: Ints, touched: Ints) -> tuple[Ints, Ints, Ints]:
    """Types per group, then one more: samples that train touches."""
    start, types = _rows(problem.type_start, problem.type, groups)
    counts = problem.type_count[_members(problem.type_start, groups)].astype(np.int64)
    some = np.flatnonzero(touched)
    rows = np.concatenate([np.repeat(np.arange(len(groups)), np.diff(start)), some])
    order = np.argsort(rows, kind="stable")
    last = problem.cell_target.shape[1]
    kinds, numbers = np.concatenate([types, np.full(len(some), last)]), np.concatenate([counts, touched[some]])
    return offsets(np.bincount(rows, minlength=len(groups))), kinds[order], numbers[order]
