"""Token sequences as numbers, exactly: a trie of id pairs, level by level, all in numpy.

Two sequences have one node if and only if they are equal: no hash, so no collision. Building, look-up and counting
every occurrence in a corpus are each linear in the tokens looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from nerproof.corpus.vocabulary import Ids, Ints


@dataclass(frozen=True, eq=False)
class Ngrams:
    """Distinct token sequences over one vocabulary of ``size`` ids.

    >>> ids = np.array([5, 6, 5, 6, 7], dtype=np.int32)
    >>> grams, node = Ngrams.build(ids, np.array([0, 2, 4]), np.array([2, 4, 5]), size=8)
    >>> bool(node[0] == node[1]), bool(node[0] == node[2])
    (True, False)
    >>> int(grams.occurrences(ids, np.array([0, 5]))[node[0]])
    2
    """

    levels: tuple[Ints, ...]  # sorted keys ``parent node * size + id`` of each length
    bases: tuple[int, ...]  # number of the first node of each length
    size: int
    _cuts: dict[int, Ints] = field(default_factory=dict)

    @classmethod
    def build(cls, ids: Ids, start: Ints, end: Ints, *, size: int) -> tuple[Ngrams, Ints]:
        """The trie of the sequences ``ids[start:end]``, and the node of each (-1 where empty or holding an id < 0)."""
        node = np.zeros(len(start), dtype=np.int64)
        alive, keys_of, bases, base = np.flatnonzero(end > start), [], [], 0
        lost = np.flatnonzero(end <= start)
        k = 0
        while len(alive):
            token = ids[start[alive] + k].astype(np.int64)
            lost = np.append(lost, alive[token < 0])
            alive, token = alive[token >= 0], token[token >= 0]
            keys, inverse = np.unique(node[alive] * size + token, return_inverse=True)
            node[alive] = base + inverse
            keys_of.append(keys)
            bases.append(base)
            base += len(keys)
            k += 1
            alive = alive[end[alive] - start[alive] > k]
        node[lost] = -1
        return cls(tuple(keys_of), tuple(bases), size), node

    @property
    def n_nodes(self) -> int:
        return self.bases[-1] + len(self.levels[-1]) if self.levels else 0

    def find(self, ids: Ids, start: Ints, end: Ints) -> Ints:
        """Node of each sequence, -1 where the trie lacks it."""
        node = np.where(end > start, 0, -1).astype(np.int64)
        alive, k = np.flatnonzero(end > start), 0
        while len(alive):
            token = ids[start[alive] + k].astype(np.int64)
            node[alive] = self._step(k, node[alive], token)
            k += 1
            alive = alive[(end[alive] - start[alive] > k) & (node[alive] >= 0)]
        return node

    def _step(self, level: int, parent: Ints, token: Ints) -> Ints:
        if level >= len(self.levels) or not len(self.levels[level]):
            return np.full(len(parent), -1, dtype=np.int64)
        if not level:  # at the first level the key is the id
            return self._first[token]
        keys, cuts = self.levels[level], self._children(level)
        wanted, parent = parent * self.size + token, parent - self.bases[level - 1]
        at, n = cuts[parent], cuts[parent + 1] - cuts[parent]
        several = np.flatnonzero(n > 1)  # most have one child at most: that needs no search
        at[several] = np.searchsorted(keys, wanted[several])
        at = np.minimum(at, len(keys) - 1)
        return np.where((n > 0) & (keys[at] == wanted) & (token >= 0), self.bases[level] + at, -1)

    @cached_property
    def _first(self) -> Ints:
        """The node of every id; the last entry is for ids below 0."""
        first = np.full(self.size + 1, -1, dtype=np.int64)
        if self.levels:
            first[self.levels[0]] = np.arange(len(self.levels[0]))
        return first

    def _children(self, level: int) -> Ints:
        """Where the children of each node of the level before begin among the keys."""
        if level not in self._cuts:
            parent = self.levels[level] // self.size - self.bases[level - 1]
            each = np.bincount(parent, minlength=len(self.levels[level - 1]))
            self._cuts[level] = np.concatenate([[0], np.cumsum(each)])
        return self._cuts[level]

    def occurrences(self, ids: Ids, sentences: Ints) -> Ints:
        """How often each node's sequence stands in the corpus, within sentences, overlaps included."""
        counts = np.zeros(self.n_nodes, dtype=np.int64)
        for _, node in self.matches(ids, sentences):
            counts += np.bincount(node, minlength=len(counts))
        return counts

    def matches(self, ids: Ids, sentences: Ints) -> Iterator[tuple[Ints, Ints]]:
        """Length by length, the places where a sequence of that length stands, and its node."""
        if not self.levels:
            return
        at = np.flatnonzero((self._first >= 0)[ids])
        node = self._first[ids[at]]
        ends = self._sentence_ends(at, sentences)
        yield at, node
        for level in range(1, len(self.levels)):
            at, node, ends = self._grow(level, ids, at, node, ends)
            yield at, node

    def _grow(self, level: int, ids: Ids, at: Ints, node: Ints, ends: Ints) -> tuple[Ints, Ints, Ints]:
        """Positions that still match with one more token."""
        inside = at + level < ends
        at, node, ends = at[inside], node[inside], ends[inside]
        nexts = np.zeros(self.size + 1, dtype=np.bool_)
        nexts[self.levels[level] % self.size] = True
        likely = nexts[ids[at + level]]  # one table look-up spares most of the searches
        at, node, ends = at[likely], node[likely], ends[likely]
        grown = self._step(level, node, ids[at + level].astype(np.int64))
        found = grown >= 0
        return at[found], grown[found], ends[found]

    @staticmethod
    def _sentence_ends(at: Ints, sentences: Ints) -> Ints:
        return sentences[np.searchsorted(sentences, at, side="right")]
