"""Simulated annealing of a split: few seen mentions and few samples with one, within bounds.

Cost = weighted seen mentions and samples + test mentions seen in dev + what parts differ in their rates + pressure ×
excess over the bounds. Which parts a part is judged against is a bit mask, so three parts, folds and dropped samples
are one program. A move is applied and taken back if the Metropolis rule refuses it. Counts are integers, and random
numbers come from a xorshift generator of two 32-bit words written out here, so that a seed gives the same split with
and without numba, whatever the threads.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nerproof.corpus import Ids, Ints
from nerproof.splits.optimiser.compiling import compiled, inlined

Floats = NDArray[np.float64]

EVEN = 0.005  # rates of two parts may differ by so much for nothing
LAST = 7  # in the last seventh of a round the bounds press five times harder
SINGLE, SWAP, FOLLOW, PROPOSALS = 2, 8, 14, 20  # up to which number a proposal is of a kind; the rest: a whole entity
TRIES = 2  # groups among which the cheapest partner is chosen
MANY = 12  # an entity of more samples moves as a whole more rarely


class Problem(NamedTuple):
    """What is split; never changed."""

    group_start: Ids  # group -> its samples, which are neighbours
    sample_start: Ids  # sample -> its entities
    sample_entity: Ids  # entities of two or more groups only: no other can be shared between parts
    sample_count: Ids  # mentions of that entity in that sample
    entity_start: Ids  # entity -> its samples
    entity_sample: Ids
    group: Ids  # of each sample
    cell_start: Ids  # group -> what it counts for in which columns (samples, mentions, types, histogram …)
    cell: Ids
    cell_count: Ids
    low: Ints  # part × column: bounds
    high: Ints
    bin: Ids  # per group: groups of one bin are exchanged
    bin_start: Ids
    against: Ints  # per part: a bit for each part whose entities count as seen
    apart: Ints  # per part: the same for the second, lighter relation (test seen in dev)
    mention_weight: Floats  # per part
    sample_weight: Floats
    apart_weight: Floats
    mentions: Floats  # per part: how many are expected
    samples: Floats
    even_weight: Floats  # [0]: of a difference between rates of mentions, [1]: of samples


class State(NamedTuple):
    """A split under way and everything its cost needs."""

    part: Ids  # per group
    holds: Ids  # entity × part: samples
    mentions: Ids  # entity × part: mentions
    where: Ints  # per entity: a bit for each part that holds it
    hits: Ids  # per sample: entities that its part is judged against
    cell: Ints  # part × column
    seen_mentions: Ints  # per part
    seen_samples: Ints
    seen_apart: Ints
    excess: Ints  # [0]
    members: Ids  # part × group: those of a bin stand from bin_start on
    n_members: Ids  # part × bin
    place: Ids  # of each group in members
    best: Ids
    best_score: Floats  # [0]
    random: Ints  # two words of the generator, never both 0
    moved: Ids  # groups of the move under way
    other_part: Ids  # where each goes, or came from once it is there
    stamp: Ints  # per group: the last move it was listed in; the last entry counts the moves


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
            if LAST * i > (LAST - 1) * total:
                pressure *= 5.0
            current = cost(problem, state, pressure)
        n = propose(problem, state)
        if n == 0:
            continue
        # Applied once, and once more to take it back: one place that moves, so that it is compiled once only.
        for back in range(2):
            exchange(problem, state, n)
            if back == 0:
                proposed = cost(problem, state, pressure)
                gain = current - proposed
                if gain >= 0 or draw(state, 1 << 30) < (1 << 30) * math.exp(gain / temperature):
                    current = proposed
                    break
    keep_best(problem, state)


@inlined
def keep_best(problem: Problem, state: State) -> None:
    """One over a bound counts as 1000 seen mentions: balance comes first."""
    score = cost(problem, state, 1000.0)
    if score < state.best_score[0] - 1e-6:
        state.best_score[0] = score
        for g in range(len(state.part)):
            state.best[g] = state.part[g]


@inlined
def cost(problem: Problem, state: State, pressure: float) -> float:
    total: float = pressure * state.excess[0]
    low_m, high_m, low_s, high_s = 1.0, 0.0, 1.0, 0.0
    for p in range(len(problem.against)):
        if problem.against[p] != 0:
            total += problem.mention_weight[p] * state.seen_mentions[p]
            total += problem.sample_weight[p] * state.seen_samples[p]
            total += problem.apart_weight[p] * state.seen_apart[p]
            rate_m = state.seen_mentions[p] / problem.mentions[p]
            rate_s = state.seen_samples[p] / problem.samples[p]
            low_m, high_m = min(low_m, rate_m), max(high_m, rate_m)
            low_s, high_s = min(low_s, rate_s), max(high_s, rate_s)
    total += problem.even_weight[0] * max(high_m - low_m - EVEN, 0.0)
    total += problem.even_weight[1] * max(high_s - low_s - EVEN, 0.0)
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


# --- proposals: 10 % single groups, 30 % swaps, 30 % to where an entity is, 30 % all samples of an entity ------------


@inlined
def propose(problem: Problem, state: State) -> int:
    """Lists a random move; returns how many groups it moves."""
    state.stamp[-1] += 1
    kind = draw(state, PROPOSALS)
    g = draw(state, len(state.part))
    first = problem.sample_start[problem.group_start[g]]
    last = problem.sample_start[problem.group_start[g + 1]]
    n_parts = len(problem.against)
    to = (state.part[g] + 1 + draw(state, n_parts - 1)) % n_parts
    if kind < SINGLE:
        return add(state, 0, g, to)
    if kind < SWAP or first == last:
        return add_partner(problem, state, add(state, 0, g, to), 0, TRIES)
    if kind < FOLLOW:
        return propose_follow(problem, state, g, problem.sample_entity[first + draw(state, last - first)])
    return propose_entity(problem, state, draw(state, len(problem.entity_start) - 1), to)


@inlined
def add(state: State, n: int, g: int, to: int) -> int:
    """Lists group g; returns how many are listed."""
    state.moved[n] = g
    state.other_part[n] = to
    state.stamp[g] = state.stamp[-1]
    return n + 1


@inlined
def add_partner(problem: Problem, state: State, n: int, i: int, tries: int) -> int:
    """Lists a group that takes the place of the i-th listed one, from its bin; nothing if none is found."""
    g, to = state.moved[i], state.other_part[i]
    b = problem.bin[g]
    size = state.n_members[to, b]
    if size == 0:
        return n
    best, least = -1, 0.0
    for _ in range(tries):
        other = state.members[to, problem.bin_start[b] + draw(state, size)]
        if state.stamp[other] != state.stamp[-1]:
            guess = estimate(problem, state, other, state.part[g]) if tries > 1 else 0.0
            if best < 0 or guess < least:
                best, least = other, guess
    if best < 0:
        return n
    return add(state, n, best, state.part[g])


@inlined
def estimate(problem: Problem, state: State, g: int, to: int) -> float:
    """What it costs if group g alone goes to ``to``: exact for mentions; of samples only its own are looked at."""
    origin = state.part[g]
    total = 0.0
    for s in range(problem.group_start[g], problem.group_start[g + 1]):
        hit = False
        for j in range(problem.sample_start[s], problem.sample_start[s + 1]):
            e, n = problem.sample_entity[j], problem.sample_count[j]
            before = state.where[e]
            after = before | (1 << to)
            if state.holds[e, origin] == 1:
                after &= ~(1 << origin)
            hit = hit or (after & problem.against[to]) != 0
            for p in range(len(problem.against)):
                was, now = state.mentions[e, p], state.mentions[e, p] + n * (p == to) - n * (p == origin)
                was, now = was * ((before & problem.against[p]) != 0), now * ((after & problem.against[p]) != 0)
                total += problem.mention_weight[p] * (now - was)
        total += problem.sample_weight[to] * hit - problem.sample_weight[origin] * (state.hits[s] > 0)
    return total


@inlined
def propose_follow(problem: Problem, state: State, g: int, e: int) -> int:
    """Group g goes where another sample of its entity is, and a partner comes back."""
    first = problem.entity_start[e]
    size = problem.entity_start[e + 1] - first
    for _ in range(4):
        to = state.part[problem.group[problem.entity_sample[first + draw(state, size)]]]
        if to != state.part[g]:
            return add_partner(problem, state, add(state, 0, g, to), 0, TRIES)
    return 0


@inlined
def propose_entity(problem: Problem, state: State, e: int, to: int) -> int:
    """All samples of an entity go to one part and about as many come back; rarely for very frequent entities."""
    first, last = problem.entity_start[e], problem.entity_start[e + 1]
    size = last - first
    if 2 * size > len(state.moved) or (size > MANY and draw(state, size) >= MANY):
        return 0
    if draw(state, 2) == 0:
        to = state.part[problem.group[problem.entity_sample[first + draw(state, size)]]]
    n = 0
    for i in range(first, last):
        g = problem.group[problem.entity_sample[i]]
        if state.stamp[g] != state.stamp[-1]:
            state.stamp[g] = state.stamp[-1]  # no partner, if it is there already
            if state.part[g] != to:
                n = add(state, n, g, to)
    alone = draw(state, 4) == 0  # partners without what they share an entity with
    listed = n
    for i in range(n):
        if listed < 2 * n:
            more = add_partner(problem, state, listed, i, 1)
            listed = more if alone or more == listed else add_companions(problem, state, more)
    return listed


@inlined
def add_companions(problem: Problem, state: State, n: int) -> int:
    """Lists the groups that share an entity and the part with the last listed one: where it goes, they go."""
    g, to = state.moved[n - 1], state.other_part[n - 1]
    first, last = problem.sample_start[problem.group_start[g]], problem.sample_start[problem.group_start[g + 1]]
    if first == last:
        return n
    e = problem.sample_entity[first + draw(state, last - first)]
    if problem.entity_start[e + 1] - problem.entity_start[e] > MANY:
        return n
    for i in range(problem.entity_start[e], problem.entity_start[e + 1]):
        other = problem.group[problem.entity_sample[i]]
        if state.stamp[other] != state.stamp[-1] and state.part[other] == state.part[g] and n < len(state.moved):
            n = add(state, n, other, to)
    return n


# --- moving ----------------------------------------------------------------------------------------------------------


@inlined
def exchange(problem: Problem, state: State, n: int) -> None:
    """Moves the listed groups to their other part and notes where they were: done twice, nothing has changed."""
    for j in range(n):
        g, to = state.moved[j], state.other_part[j]
        origin = state.part[g]
        for i in range(problem.cell_start[g], problem.cell_start[g + 1]):
            c, by = problem.cell[i], problem.cell_count[i]
            state.excess[0] += shifted(state.cell, problem.low, problem.high, origin, c, -by)
            state.excess[0] += shifted(state.cell, problem.low, problem.high, to, c, by)
        shift_member(problem, state, g, origin, to)
        for s in range(problem.group_start[g], problem.group_start[g + 1]):
            shift_sample(problem, state, g, s, origin, to)
        state.part[g] = to
        state.other_part[j] = origin


@inlined
def shift_sample(problem: Problem, state: State, g: int, s: int, origin: int, to: int) -> None:
    """Takes the entities of sample s of group g from one part to the other."""
    if state.hits[s] > 0:
        state.seen_samples[origin] -= 1
    hits = 0
    for i in range(problem.sample_start[s], problem.sample_start[s + 1]):
        e, mentions = problem.sample_entity[i], problem.sample_count[i]
        before = state.where[e]
        leave(problem.against, state.seen_mentions, before, origin, mentions)
        leave(problem.apart, state.seen_apart, before, origin, mentions)
        state.holds[e, origin] -= 1
        state.holds[e, to] += 1
        state.mentions[e, origin] -= mentions
        after = before | (1 << to)
        if state.holds[e, origin] == 0:
            after &= ~(1 << origin)
        if after != before:
            state.where[e] = after
            if turn_mentions(problem, state, e, before, after):
                turn_samples(problem, state, e, g, s, before, after, origin, to)
        state.mentions[e, to] += mentions
        leave(problem.against, state.seen_mentions, after, to, -mentions)
        leave(problem.apart, state.seen_apart, after, to, -mentions)
        if after & problem.against[to]:
            hits += 1
    state.hits[s] = hits
    if hits > 0:
        state.seen_samples[to] += 1


@inlined
def shifted(cell: Ints, low: Ints, high: Ints, p: int, c: int, by: int) -> int:
    """Changes a count; returns the change of its excess."""
    value = cell[p, c]
    cell[p, c] = value + by
    return over(value + by, low[p, c], high[p, c]) - over(value, low[p, c], high[p, c])


@inlined
def over(value: int, low: int, high: int) -> int:
    return max(low - value, value - high, 0)


@inlined
def shift_member(problem: Problem, state: State, g: int, origin: int, to: int) -> None:
    """Takes g from the list of its part and bin (the last one fills the gap) and puts it at the end of the other."""
    b = problem.bin[g]
    first = problem.bin_start[b]
    state.n_members[origin, b] -= 1
    filler = state.members[origin, first + state.n_members[origin, b]]
    state.members[origin, state.place[g]] = filler
    state.place[filler] = state.place[g]
    state.place[g] = first + state.n_members[to, b]
    state.members[to, state.place[g]] = g
    state.n_members[to, b] += 1


@inlined
def leave(against: Ints, seen: Ints, where: int, p: int, n: int) -> None:
    """Part p loses n mentions of an entity that stands in the parts ``where``."""
    if where & against[p]:
        seen[p] -= n


@inlined
def turn_mentions(problem: Problem, state: State, e: int, before: int, after: int) -> bool:
    """The entity's other mentions become seen or unseen; says whether its samples have to be looked at."""
    some = False
    for p in range(len(problem.against)):
        n = state.mentions[e, p]
        if n > 0:
            turn = turned(before, after, problem.against[p])
            state.seen_mentions[p] += turn * n
            some = some or turn != 0
            state.seen_apart[p] += turned(before, after, problem.apart[p]) * n
    return some


@inlined
def turned(before: int, after: int, against: int) -> int:
    """1: what was unseen is seen now; -1: the other way round."""
    return int((after & against) != 0) - int((before & against) != 0)


@inlined
def turn_samples(
    problem: Problem, state: State, e: int, g: int, s: int, before: int, after: int, origin: int, to: int
) -> None:
    """The other samples of an entity gain or lose a hit; earlier samples of group g have moved, later ones not yet."""
    for i in range(problem.entity_start[e], problem.entity_start[e + 1]):
        other = problem.entity_sample[i]
        p = state.part[problem.group[other]]
        if problem.group[other] == g:
            p = to if other < s else origin
        turn = turned(before, after, problem.against[p])
        if turn != 0 and other != s:
            was = state.hits[other] > 0
            state.hits[other] += turn
            state.seen_samples[p] += int(state.hits[other] > 0) - int(was)
