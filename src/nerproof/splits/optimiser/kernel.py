"""Simulated annealing of a split: single moves, swaps, and all samples of one entity together.

Cost = weighted touched samples + pressure × (excess of sizes and type cells over their tolerance). A move is applied
and taken back if the Metropolis rule refuses it. Counts are integers, and random numbers come from a xorshift generator
of two 32-bit words written out here, so that a seed gives the same split with and without numba, whatever the threads.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nerproof.corpus import Ids, Ints
from nerproof.splits.optimiser.compiling import compiled, inlined

Floats = NDArray[np.float64]

MILLI = 1000  # targets and slacks are kept in thousandths, so that excess is an exact integer


class Problem(NamedTuple):
    """What is split (never changed): incidence both ways, targets and slacks. Part 0 is train."""

    group_start: Ids  # group -> its samples, which are neighbours
    sample_start: Ids
    sample_entity: Ids  # entities of two or more groups only: no other can be shared between parts
    entity_start: Ids
    entity_sample: Ids
    group: Ids  # of each sample
    type_start: Ids  # group -> its types and counts
    type: Ids
    type_count: Ids
    size_target: Ints
    size_slack: Ints
    cell_target: Ints  # part × type
    cell_slack: Ints
    weight: Floats  # of a touched sample, per part


class State(NamedTuple):
    """A split under way and everything its cost needs."""

    part: Ids  # per group
    in_train: Ids  # train samples that hold the entity
    hits: Ids  # entities of the sample that stand in train
    size: Ints
    cell: Ints
    touched: Ints
    excess: Ints  # [0]: of sizes and cells, in thousandths
    best: Ids
    best_score: Floats  # [0]
    random: Ints  # two words of the generator, never both 0
    moved: Ids  # groups of the move under way
    other_part: Ids  # where each goes, or came from once it is there


class Plan(NamedTuple):
    """How temperature and pressure go from start to end, geometrically."""

    hot: float
    cold: float
    soft: float
    hard: float


@compiled
def anneal(problem: Problem, state: State, plan: Plan, first: int, last: int, total: int) -> None:
    """Proposals first..last of a schedule of ``total``; the best split met is kept in state.best."""
    block = max(64, len(state.part) // 8)
    temperature, pressure, current = 0.0, 0.0, 0.0
    for i in range(first, last):
        if i == first or i % block == 0:
            keep_best(problem, state)
            temperature = plan.hot * (plan.cold / plan.hot) ** (i / total)
            pressure = plan.soft * (plan.hard / plan.soft) ** (i / total)
            if 7 * i > 6 * total:
                # Near the end a cell that is off must be mended even at the price of some touched samples.
                pressure *= 5.0
            current = cost(problem, state, pressure)
        n = propose(problem, state)
        if n == 0:
            continue
        # Applied once, and once more to take it back: one place that moves, so that it is compiled once only.
        for _ in range(2):
            exchange(problem, state, n)
            proposed = cost(problem, state, pressure)
            if proposed <= current or draw(state, 1 << 30) < (1 << 30) * math.exp((current - proposed) / temperature):
                current = proposed
                break
    keep_best(problem, state)


@inlined
def keep_best(problem: Problem, state: State) -> None:
    """A mention too many counts as 1000 touched samples: balance comes first."""
    score = cost(problem, state, 1000.0)
    if score < state.best_score[0] - 1e-6:
        state.best_score[0] = score
        state.best[:] = state.part


@inlined
def cost(problem: Problem, state: State, pressure: float) -> float:
    total: float = pressure * state.excess[0] / MILLI
    for p in range(1, len(problem.weight)):
        total += problem.weight[p] * state.touched[p]
    return total


@inlined
def draw(state: State, n: int) -> int:
    """A number below n (n ≤ 2^30)."""
    x, y = state.random[0], state.random[1]
    t = x ^ ((x << 10) & 0xFFFFFFFF)
    new = y ^ (y >> 10) ^ t ^ (t >> 13)
    state.random[0] = y
    state.random[1] = new
    number: int = (new * n) >> 32
    return number


@inlined
def propose(problem: Problem, state: State) -> int:
    """Lists a random move; returns how many groups it moves."""
    n_groups, n_parts = len(state.part), len(problem.weight)
    kind = draw(state, 16)
    g = draw(state, n_groups)
    to = (state.part[g] + 1 + draw(state, n_parts - 1)) % n_parts
    if kind >= 13:
        return list_entity(problem, state, g, to)
    state.moved[0] = g
    state.other_part[0] = to
    return 1 if kind < 6 else list_partner(state, g)


@inlined
def list_partner(state: State, g: int) -> int:
    """Exchanges g with a group of another part: sizes stay (where groups are equally large)."""
    for _ in range(16):
        other = draw(state, len(state.part))
        if state.part[other] != state.part[g]:
            state.moved[1] = other
            state.other_part[0] = state.part[other]
            state.other_part[1] = state.part[g]
            return 2
    return 1


@inlined
def list_entity(problem: Problem, state: State, g: int, to: int) -> int:
    """All samples of one entity of group g go together; those of very frequent entities do not."""
    first = problem.sample_start[problem.group_start[g]]
    last = problem.sample_start[problem.group_start[g + 1]]
    if first == last:
        return 0
    e = problem.sample_entity[first + draw(state, last - first)]
    if problem.entity_start[e + 1] - problem.entity_start[e] > len(state.moved):
        return 0
    n = 0
    for i in range(problem.entity_start[e], problem.entity_start[e + 1]):
        other = problem.group[problem.entity_sample[i]]
        # Samples stand in order, so a group that comes again was the last one listed.
        if state.part[other] != to and (n == 0 or state.moved[n - 1] != other):
            state.moved[n] = other
            state.other_part[n] = to
            n += 1
    return n


@inlined
def exchange(problem: Problem, state: State, n: int) -> None:
    """Moves the listed groups to their other part and notes where they were: done twice, nothing has changed."""
    for j in range(n):
        g = state.moved[j]
        origin = state.part[g]
        move(problem, state, g, origin, state.other_part[j])
        state.other_part[j] = origin


@inlined
def move(problem: Problem, state: State, g: int, origin: int, to: int) -> None:
    """Puts group g into part ``to`` and keeps every count."""
    first, last = problem.group_start[g], problem.group_start[g + 1]
    change = shift_size(problem, state, origin, first - last) + shift_size(problem, state, to, last - first)
    for j in range(problem.type_start[g], problem.type_start[g + 1]):
        t, n = problem.type[j], problem.type_count[j]
        change += shift_cell(problem, state, origin, t, -n) + shift_cell(problem, state, to, t, n)
    state.excess[0] += change
    for s in range(first, last):
        if state.hits[s] > 0:
            state.touched[origin] -= 1
            state.touched[to] += 1
    state.part[g] = to
    if origin == 0:
        shift_train(problem, state, first, last, -1)
    elif to == 0:
        shift_train(problem, state, first, last, 1)


@inlined
def shift_train(problem: Problem, state: State, first: int, last: int, by: int) -> None:
    """Samples first..last enter train (by = 1) or leave it (-1); their entities may appear there or vanish."""
    turn = 1 if by > 0 else 0
    for j in range(problem.sample_start[first], problem.sample_start[last]):
        e = problem.sample_entity[j]
        state.in_train[e] += by
        if state.in_train[e] == turn:
            for i in range(problem.entity_start[e], problem.entity_start[e + 1]):
                s = problem.entity_sample[i]
                state.hits[s] += by
                if state.hits[s] == turn:
                    state.touched[state.part[problem.group[s]]] += by


@inlined
def shift_size(problem: Problem, state: State, p: int, by: int) -> int:
    """Changes a part's size; returns the change of its excess."""
    target, slack = problem.size_target[p], problem.size_slack[p]
    before = over(state.size[p], target, slack)
    state.size[p] += by
    return over(state.size[p], target, slack) - before


@inlined
def shift_cell(problem: Problem, state: State, p: int, t: int, by: int) -> int:
    target, slack = problem.cell_target[p, t], problem.cell_slack[p, t]
    before = over(state.cell[p, t], target, slack)
    state.cell[p, t] += by
    return over(state.cell[p, t], target, slack) - before


@inlined
def over(value: int, target: int, slack: int) -> int:
    away = abs(MILLI * value - target) - slack
    return max(0, away)
