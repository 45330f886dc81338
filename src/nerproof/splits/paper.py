"""`paper` and `paper-code`: minimum cut of the sample graph by METIS, as published (Babl et al. 2025).

The graph has an edge for every pair of samples that share an entity; weighted by how many (the paper) or not (the
authors' program). It can be gamed: see docs/splits.md. Kept for comparison.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from nerproof.base.errors import UsageError
from nerproof.corpus import Ints
from nerproof.splits import Split, Task, split_method
from nerproof.splits.incidence import Incidence
from nerproof.splits.metis_call import part_graph

MOST_PAIRS = 50_000_000


@split_method("paper")
def paper(task: Task) -> Split:
    """The published minimum cut: k-way METIS on the weighted sample graph."""
    return Split(task.parts(cut(task, weighted=True)), "paper")


@split_method("paper-code")
def paper_code(task: Task) -> Split:
    """The same as the authors' program does it: edges without weights."""
    return Split(task.parts(cut(task, weighted=False)), "paper-code")


def cut(task: Task, *, weighted: bool) -> Ints:
    """The part of each sample by one METIS call, samples in the order of the corpus."""
    incidence = task.units.incidence
    refuse_large(incidence)
    if incidence.n_groups < incidence.n_samples:
        raise UsageError("--group-by does not go with the published method. Use --method balanced or --unit document.")
    in_corpus_order = np.argsort(task.units.original)
    graph = clique(incidence, in_corpus_order)
    found = part_graph(
        graph.indptr, graph.indices, task.shares, seed=task.seed, edge_weights=graph.data if weighted else None
    )
    part = np.empty(incidence.n_samples, dtype=np.int64)
    part[in_corpus_order] = found
    return part


def clique(incidence: Incidence, order: Ints) -> Any:
    """A_ij = number of entities that samples i and j share; no diagonal."""
    from scipy.sparse import csr_matrix

    ones = np.ones(len(incidence.entity), dtype=np.int64)
    shape = (incidence.n_samples, max(incidence.n_entities, 1))
    holds = csr_matrix((ones, incidence.entity, incidence.start), shape=shape)[order]
    graph = (holds @ holds.T).tocsr()
    graph.setdiag(0)
    graph.eliminate_zeros()
    graph.sort_indices()
    return graph


def refuse_large(incidence: Incidence) -> None:
    """Counts the pairs before any is made."""
    degree = np.bincount(incidence.entity, minlength=incidence.n_entities).astype(float)
    pairs = float((degree * (degree - 1) / 2).sum())
    if pairs > MOST_PAIRS:
        raise UsageError(
            f"the published method needs a graph of {pairs:.1e} pairs of samples, about {pairs * 48 / 2**30:.0f} GB. "
            "Use --method balanced or free, which work on the sample-entity graph."
        )
