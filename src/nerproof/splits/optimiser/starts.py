"""Where annealing begins: chance, small components packed one after the other, METIS on the bipartite graph."""

from __future__ import annotations

import numpy as np

from nerproof.corpus import Ids, Ints
from nerproof.splits.incidence import connected
from nerproof.splits.metis_call import has_metis, part_graph
from nerproof.splits.optimiser.columns import MENTIONS, SIZE
from nerproof.splits.optimiser.kernel import Floats, Problem

FORGETS = 400  # moves per group after which a round does not depend on its start
HOT, COOL = 2.5, 0.6  # how a round begins: by chance, or mending a start that is nearly clean


def start(problem: Problem, number: int, moves: int, rng: np.random.Generator) -> tuple[Ids, float]:
    """The start point of a round and its temperature: packed components in the first, METIS where moves are few."""
    part = packed_components(problem, rng) if number == 0 else None
    if part is None and moves < FORGETS * n_groups(problem):
        part = metis(problem, rng)
    return (at_random(problem, rng), HOT) if part is None else (part, COOL)


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


def packed_components(problem: Problem, rng: np.random.Generator) -> Ids | None:
    """The smallest connected components in the last part, the next in the part before it: nothing is shared.

    None if one of them is larger than the first part may be.
    """
    component = connected(*edges(problem), n_groups(problem), len(problem.entity_start) - 1)
    sizes = np.diff(problem.group_start)
    whole = np.bincount(component, weights=sizes)
    if whole.max() > problem.high[0, SIZE]:
        return None
    shuffled = rng.permutation(len(sizes))
    order = shuffled[np.lexsort((component[shuffled], whole[component[shuffled]]))]
    ends = np.cumsum(size_shares(problem)[::-1]) * sizes.sum()
    middle = np.cumsum(sizes[order]) - sizes[order] / 2
    part = np.empty(len(sizes), dtype=np.int32)
    part[order] = np.maximum(len(ends) - 1 - np.searchsorted(ends, middle), 0)
    return part


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
