"""Greedy growth on the vertex boundary: a part takes the neighbour that brings the fewest entities with it."""

from __future__ import annotations

import heapq

import numpy as np

from nerproof.corpus import Bools, Ids, Ints
from nerproof.splits.optimiser.compiling import compiled, inlined
from nerproof.splits.optimiser.kernel import Problem


@compiled
def grow(problem: Problem, part: Ids, to: int, quota: int, seeds: Ints, hub: int) -> int:
    """Moves groups from train into ``to`` until its quota of samples is full; returns how many samples it took.

    ``seeds`` says where growth begins anew when nothing is left on the boundary. Entities of more than ``hub`` samples
    stand everywhere, so they pull nobody in.
    """
    n_groups = len(part)
    inside = np.zeros(len(problem.entity_start), dtype=np.bool_)
    missing = np.zeros(n_groups, dtype=np.int64)
    for g in range(n_groups):
        missing[g] = problem.sample_start[problem.group_start[g + 1]] - problem.sample_start[problem.group_start[g]]
    boundary = [np.int64(0)]  # keys missing × n_groups + group; the 0 gives the list its type
    boundary.pop()
    taken, next_seed = 0, 0
    while taken < quota and (len(boundary) > 0 or next_seed < len(seeds)):
        if len(boundary) > 0:
            key = heapq.heappop(boundary)
            g = int(key % n_groups)
            if key // n_groups != missing[g]:
                continue  # a newer entry stands further up
        else:
            g = seeds[next_seed]
            next_seed += 1
        size = problem.group_start[g + 1] - problem.group_start[g]
        if part[g] == 0 and (taken + size <= quota or taken == 0):
            part[g] = to
            taken += size
            widen(problem, part, g, inside, missing, boundary, hub)
    return taken


@inlined
def widen(
    problem: Problem, part: Ids, g: int, inside: Bools, missing: Ints, boundary: list[np.int64], hub: int
) -> None:
    """Puts the neighbours that group g brings on the boundary."""
    for j in range(problem.sample_start[problem.group_start[g]], problem.sample_start[problem.group_start[g + 1]]):
        e = problem.sample_entity[j]
        if inside[e]:
            continue
        inside[e] = True
        pulls = problem.entity_start[e + 1] - problem.entity_start[e] <= hub
        for i in range(problem.entity_start[e], problem.entity_start[e + 1]):
            other = problem.group[problem.entity_sample[i]]
            missing[other] -= 1
            if pulls and part[other] == 0:
                heapq.heappush(boundary, np.int64(missing[other]) * len(part) + other)
