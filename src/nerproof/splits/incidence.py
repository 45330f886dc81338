"""Which entities stand in which samples, as CSR arrays: all that a split method needs to know of a corpus.

A *sample* is what contamination is counted in (sentence or document); a *group* is what moves as one piece (a sample,
or all samples that share a field's value). Samples are kept in a canonical order, sorted by content, so that a split
does not depend on the order of the input.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nerproof.corpus import Ints

if TYPE_CHECKING:
    from nerproof.corpus import Corpus


@dataclass(frozen=True, eq=False)
class Incidence:
    """Samples × entities and samples × types; ``group`` numbers the groups from 0 in the order of the samples."""

    start: Ints  # offset into entity of each sample, then the length
    entity: Ints  # distinct entities per sample
    count: Ints  # mentions of that entity in that sample
    n_entities: int
    mentions: NDArray[np.int32]  # mentions per sample and type
    group: Ints

    @property
    def n_samples(self) -> int:
        return len(self.start) - 1

    @property
    def n_groups(self) -> int:
        return int(self.group[-1]) + 1 if len(self.group) else 0

    @cached_property
    def group_start(self) -> Ints:
        """Offset of each group's first sample: samples of a group are neighbours."""
        return np.searchsorted(self.group, np.arange(self.n_groups + 1)).astype(np.int64)

    @cached_property
    def sample_of_entry(self) -> Ints:
        return np.repeat(np.arange(self.n_samples), np.diff(self.start))

    @cached_property
    def by_entity(self) -> tuple[Ints, Ints]:
        """The transposed CSR: offsets per entity, samples."""
        order = np.argsort(self.entity, kind="stable")
        counts = np.bincount(self.entity, minlength=self.n_entities)
        return offsets(counts), self.sample_of_entry[order]


def offsets(counts: NDArray[Any]) -> Ints:
    """Offsets of rows with these lengths."""
    return np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)


def build(
    n_samples: int,
    sample: Ints,
    entity: Ints,
    types: Ints,
    *,
    n_types: int,
    group: Ints | None = None,
) -> Incidence:
    """An incidence from one row per mention: its sample, entity and type; group is per sample.

    >>> build(2, np.array([0, 0, 1]), np.array([7, 7, 7]), np.array([0, 0, 0]), n_types=1).mentions.tolist()
    [[2], [1]]
    """
    numbered = first_appearance(entity, np.argsort(sample, kind="stable"))
    n_entities = int(numbered.max()) + 1 if len(numbered) else 0
    pairs, count = np.unique(sample * max(n_entities, 1) + numbered, return_counts=True)
    mentions = np.bincount(sample * max(n_types, 1) + types, minlength=n_samples * n_types)
    return Incidence(
        offsets(np.bincount(pairs // max(n_entities, 1), minlength=n_samples)),
        pairs % max(n_entities, 1),
        count,
        n_entities,
        mentions.astype(np.int32).reshape(n_samples, n_types),
        np.arange(n_samples) if group is None else group,
    )


def first_appearance(ids: Ints, order: Ints) -> Ints:
    """The same grouping with ids numbered by first appearance along ``order``.

    >>> first_appearance(np.array([9, 4, 9]), np.array([1, 0, 2])).tolist()
    [1, 0, 1]
    """
    if not len(ids):
        return ids
    _, first, inverse = np.unique(ids[order], return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    out = np.empty(len(ids), dtype=np.int64)
    out[order] = rank[inverse]
    return out


def entity_ids(corpus: Corpus) -> Ints:
    """An id per mention such that equal ids mean equal surface and type."""
    return _numbered(corpus, corpus.mentions.type.astype(np.int64))


def surface_ids(corpus: Corpus) -> Ints:
    """An id per mention such that equal ids mean equal surface."""
    return _numbered(corpus, np.zeros(len(corpus.mentions), dtype=np.int64))


def _numbered(corpus: Corpus, ids: Ints) -> Ints:
    """The given grouping made finer by surface."""
    m = corpus.mentions
    length = m.end - m.start
    base = len(corpus.tokens.vocabulary) + 1
    for j in range(int(length.max()) if len(length) else 0):
        live = length > j
        token = np.zeros(len(ids), dtype=np.int64)
        token[live] = corpus.tokens.ids[m.start[live] + j] + 1
        # Exact: pairs (prefix, token) are numbered anew at each step, so no two surfaces can collide.
        ids = np.unique(ids * base + token, return_inverse=True)[1].reshape(-1)
    return ids


def group_numbers(values: Sequence[Any]) -> Ints:
    """Numbers equal values equally, by first appearance."""
    seen: dict[Any, int] = {}
    return np.fromiter((seen.setdefault(v, len(seen)) for v in values), dtype=np.int64, count=len(values))


def connected(groups: Ints, entities: Ints, n_groups: int, n_entities: int) -> Ints:
    """The connected component of each group, from pairs of a group and one of its entities."""
    from scipy.sparse import coo_matrix
    from scipy.sparse.csgraph import connected_components

    n = n_groups + n_entities
    graph = coo_matrix((np.ones(len(groups), dtype=np.int8), (groups, entities + n_groups)), shape=(n, n))
    found: Ints = connected_components(graph, directed=False)[1][:n_groups].astype(np.int64)
    return found
