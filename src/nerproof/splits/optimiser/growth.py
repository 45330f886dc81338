"""Greedy growth on the vertex boundary: a part takes the neighbour that brings the fewest entities with it."""

from __future__ import annotations

import heapq
from itertools import pairwise

import numpy as np

from nerproof.corpus import Ids, Ints
from nerproof.splits.optimiser.kernel import Problem

HUB = 200  # samples: an entity of more is everywhere, so it pulls nobody in


class Growth:
    """Groups and entities of a problem as lists, and the part of each group (0 as long as nobody took it)."""

    def __init__(self, problem: Problem) -> None:
        first = problem.sample_start[problem.group_start].tolist()
        entities, groups = problem.sample_entity.tolist(), problem.group[problem.entity_sample].tolist()
        self.entities = [entities[a:b] for a, b in pairwise(first)]
        self.groups = [groups[a:b] for a, b in pairwise(problem.entity_start.tolist())]
        self.sizes = np.diff(problem.group_start).tolist()
        self.part = [0] * len(self.sizes)

    def grow(self, to: int, quota: float, seeds: Ints) -> None:
        """Moves groups from train into ``to`` until its quota of samples is full, beginning anew at the next seed."""
        missing = [len(found) for found in self.entities]  # entities of each group that ``to`` does not hold
        inside: set[int] = set()
        boundary: list[tuple[int, int]] = []
        taken, waiting = 0, iter(seeds.tolist())
        while taken < quota:
            many, g = heapq.heappop(boundary) if boundary else (-1, next(waiting, -1))
            if g < 0:
                return
            outdated = many >= 0 and many != missing[g]
            if outdated or self.part[g] != 0 or 0 < taken > quota - self.sizes[g]:
                continue
            self.part[g] = to
            taken += self.sizes[g]
            for e in set(self.entities[g]) - inside:
                inside.add(e)
                self._widen(self.groups[e], missing, boundary)

    def _widen(self, groups: list[int], missing: list[int], boundary: list[tuple[int, int]]) -> None:
        """Puts the groups of an entity that has come in on the boundary."""
        for g in groups:
            missing[g] -= 1
            if len(groups) <= HUB and self.part[g] == 0:
                heapq.heappush(boundary, (missing[g], g))

    @property
    def found(self) -> Ids:
        return np.array(self.part, dtype=np.int32)
