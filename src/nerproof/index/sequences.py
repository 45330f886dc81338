"""How often token sequences stand in a text, annotated or not: looked for where their rarest word stands."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from nerproof.corpus import Ids, Ints
from nerproof.corpus.places import places
from nerproof.corpus.wordbook import Wordbook

BLOCK = 1 << 21  # places that are looked at together


class Sequences:
    """Occurrences within sentences, overlaps included; each distinct sequence is looked for once.

    >>> text = Sequences(np.array([5, 6, 5, 6, 7], dtype=np.int32), np.array([0, 5]))
    >>> text.occurrences(np.array([5, 6, 7], dtype=np.int32), np.array([0, 2, 3, 3])).tolist()
    [2, 1, 0]
    """

    def __init__(self, ids: Ids, sentences: Ints) -> None:
        self.ids, self.sentences = ids, sentences
        self._known = Wordbook()  # of the sequences that were asked for
        self._counts = np.zeros(0, dtype=np.int64)

    @cached_property
    def _places(self) -> tuple[Ints, Ids]:
        """Where the places of each word begin, and the places by word."""
        each = np.bincount(self.ids) if len(self.ids) else np.zeros(0, dtype=np.int64)
        low, high = self.ids.astype(np.uint16), (self.ids >> 16).astype(np.uint16)
        order: Ids = np.argsort(low, kind="stable").astype(np.int32)  # by halves: numpy sorts two bytes by counting
        return np.concatenate([[0], np.cumsum(each)]), order[np.argsort(high[order], kind="stable")]

    def occurrences(self, ids: Ids, cuts: Ints) -> Ints:
        """Of the sequences ``ids[cuts[i]:cuts[i + 1]]``; 0 where one is empty or has a number below 0."""
        unknown = np.concatenate([[0], np.cumsum(ids < 0)])
        asked = np.flatnonzero((np.diff(cuts) > 0) & (unknown[cuts[1:]] == unknown[cuts[:-1]]))
        number = self._known.add_surfaces(ids, cuts[:-1][asked], cuts[1:][asked])
        new, bounds = self._known.surface_words(len(self._counts))
        if len(bounds) > 1:
            self._counts = np.concatenate([self._counts, self._count(new, bounds)])
        found = np.zeros(len(cuts) - 1, dtype=np.int64)
        found[asked] = self._counts[number]
        return found

    def _count(self, ids: Ids, cuts: Ints) -> Ints:
        starts, _ = self._places
        owner = np.repeat(np.arange(len(cuts) - 1), np.diff(cuts))
        frequency = starts[ids + 1] - starts[ids]
        rarest = np.lexsort((frequency, owner))[cuts[:-1]]  # the first of each owner
        each = frequency[rarest]
        counts = np.where(np.diff(cuts) == 1, each, 0)
        longer = np.flatnonzero(np.diff(cuts) > 1)
        block = np.cumsum(each[longer]) // BLOCK
        for k in np.unique(block).tolist():
            chosen = longer[block == k]
            counts[chosen] = self._longer(ids, cuts, chosen, rarest[chosen], each[chosen])
        return counts

    def _longer(self, ids: Ids, cuts: Ints, chosen: Ints, rarest: Ints, each: Ints) -> Ints:
        """Of sequences of several words: every place of the rarest is tried."""
        starts, order = self._places
        who = np.repeat(np.arange(len(chosen)), each)
        at = order[places(starts[ids[rarest]], each)].astype(np.int64)
        sentence = np.searchsorted(self.sentences, at, side="right") - 1
        begin = at - np.repeat(rarest - cuts[:-1][chosen], each)
        length = np.diff(cuts)[chosen]
        fits = (begin >= self.sentences[sentence]) & (begin + length[who] <= self.sentences[sentence + 1])
        who, begin = who[fits], begin[fits]
        for k in range(int(length.max())):
            own = np.minimum(cuts[:-1][chosen][who] + k, cuts[1:][chosen][who] - 1)
            same = (self.ids[np.minimum(begin + k, len(self.ids) - 1)] == ids[own]) | (length[who] <= k)
            who, begin = who[same], begin[same]
        return np.bincount(who, minlength=len(chosen))
