"""Where annealing begins: chance, small components packed by greedy growth, METIS on the bipartite graph."""

from __future__ import annotations

import numpy as np

from nerproof.corpus import Ids, Ints
from nerproof.splits.incidence import connected
from nerproof.splits.metis_call import has_metis, part_graph
from nerproof.splits.optimiser.columns import MENTIONS, SIZE
from nerproof.splits.optimiser.growth import Growth
from nerproof.splits.optimiser.kernel import Floats, Problem

FORGETS = 400  # moves per group after which a round does not depend on its start


def start(problem: Problem, number: int, moves: int, rng: np.random.Generator) -> Ids:
    """The start point of a round: chance where there are moves enough to forget it, else what is nearly clean."""
    if forgets(number, moves, n_groups(problem)):
        return at_random(problem, rng)
    by_metis = metis(problem, rng) if number > 0 else None
    return packed_components(problem, rng) if by_metis is None else by_metis


def forgets(number: int, moves: int, n: int) -> bool:
    """The first round mends packed components, so that where they suffice nothing is shared."""
    return number > 0 and moves >= FORGETS * n


def at_random(problem: Problem, rng: np.random.Generator) -> Ids:
    """Every part gets its share of every bin."""
    cuts = np.cumsum(size_shares(problem))[:-1]
    order = np.lexsort((rng.random(n_groups(problem)), problem.bin))
    inside = np.arange(len(order)) - problem.bin_start[problem.bin[order]]
    size = np.diff(problem.bin_start)[problem.bin[order]]
    part = np.empty(n_groups(problem), dtype=np.int32)
    part[order] = np.searchsorted(cuts, (inside + rng.random(len(order))) / np.maximum(size, 1), side="right")
    return part


def size_shares(problem: Problem) -> Floats:
    """The share of the samples that each part should have; a part that may be empty (dropped samples) is the rest."""
    middle = (problem.low[:, SIZE] + problem.high[:, SIZE]) / 2
    free = problem.low[:, SIZE] == 0
    middle[free] = max(len(problem.group) - middle[~free].sum(), 0)
    return middle / max(middle.sum(), 1)


def n_groups(problem: Problem) -> int:
    return len(problem.group_start) - 1


def packed_components(problem: Problem, rng: np.random.Generator) -> Ids:
    """Growth that begins with the smallest connected component: exactly 0 % where small ones suffice."""
    component = components(problem)
    size = np.bincount(component)[component]
    shuffled = rng.permutation(n_groups(problem))
    order = np.lexsort((component[shuffled], size[shuffled]))
    return grown(problem, shuffled[order])


def grown(problem: Problem, seeds: Ints) -> Ids:
    """Test is grown first, then dev, from what is left."""
    growth, quota = Growth(problem), size_shares(problem) * len(problem.group)
    for p in range(len(quota) - 1, 0, -1):
        growth.grow(p, int(quota[p]), seeds)
    return growth.found


def components(problem: Problem) -> Ints:
    """The connected component of each group in the group-entity graph."""
    return connected(*edges(problem), n_groups(problem), len(problem.entity_start) - 1)


def edges(problem: Problem) -> tuple[Ints, Ints]:
    """Pairs (group, entity), each once."""
    sample = np.repeat(np.arange(len(problem.group)), np.diff(problem.sample_start))
    n_entities = len(problem.entity_start) - 1
    keys = np.unique(problem.group[sample].astype(np.int64) * n_entities + problem.sample_entity)
    return keys // max(n_entities, 1), keys % max(n_entities, 1)


def metis(problem: Problem, rng: np.random.Generator) -> Ids | None:
    """k-way METIS on the bipartite graph of connected groups; isolated groups fill the sizes. None: no pymetis."""
    if not has_metis():
        return None
    groups, entities = edges(problem)
    if not len(groups):
        return None
    connected, row = np.unique(groups, return_inverse=True)
    n_entities = len(problem.entity_start) - 1
    start, neighbour = _both_ways(row, entities + len(connected), len(connected) + n_entities)
    weights = np.concatenate([_weights(problem)[connected], np.zeros(n_entities, dtype=np.int64)])
    ratios = size_shares(problem)
    found = part_graph(start, neighbour, ratios, seed=int(rng.integers(1 << 30)), node_weights=weights)
    part = np.full(n_groups(problem), -1, dtype=np.int32)
    part[connected] = found[: len(connected)]
    return fill(problem, part, ratios, rng)


def _weights(problem: Problem) -> Ints:
    """Mentions of each group, so that METIS balances mentions, not samples."""
    owner = np.repeat(np.arange(n_groups(problem)), np.diff(problem.cell_start))
    chosen = problem.cell == MENTIONS
    mentions = np.bincount(owner[chosen], weights=problem.cell_count[chosen], minlength=n_groups(problem))
    return np.maximum(mentions, 1).astype(np.int64)


def _both_ways(a: Ints, b: Ints, n: int) -> tuple[Ints, Ints]:
    """CSR of an undirected graph from its edges."""
    source, target = np.concatenate([a, b]), np.concatenate([b, a])
    order = np.argsort(source, kind="stable")
    start = np.concatenate([[0], np.cumsum(np.bincount(source, minlength=n))])
    return start, target[order]


def fill(problem: Problem, part: Ids, ratios: Floats, rng: np.random.Generator) -> Ids:
    """Gives the groups without a part (-1) to the parts that lack samples."""
    free = rng.permutation(np.flatnonzero(part < 0))
    sizes = np.diff(problem.group_start)
    has = np.bincount(part[part >= 0], weights=sizes[part >= 0], minlength=len(ratios))
    need = np.maximum(ratios * len(problem.group) - has, 0)
    if need.sum() == 0:
        need = ratios
    cuts = np.cumsum(need) / need.sum() * sizes[free].sum()
    middle = np.cumsum(sizes[free]) - sizes[free] / 2
    part[free] = np.minimum(np.searchsorted(cuts, middle), len(ratios) - 1)
    return part
