"""The training name that looks most like a new one: by the letter triples that the two share."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nerproof.corpus import Coded, Ids, Ints
from nerproof.corpus.places import places
from nerproof.index.lexicon import Lexicon

TABLE = 1 << 22  # triples of an alphabet that have a table of their own
ENOUGH = 0.4  # Dice coefficient below which two names do not look alike


class LookAlikes:
    """Answers for the names given; case is ignored.

    >>> from nerproof.corpus import Corpus
    >>> train = Corpus.from_sentences([["Angela", "Merkel"], ["Paris"]], [[(0, 2, "PER")], [(0, 1, "LOC")]])
    >>> alike = LookAlikes(Lexicon(train), [("Angelo", "Merkel"), ("Oslo",)])
    >>> alike.of(("Angelo", "Merkel")), alike.of(("Oslo",))
    ({'name': 'Angela Merkel', 'similarity': 0.769, 'types': {'PER': 1}}, None)
    """

    def __init__(self, lexicon: Lexicon, names: Sequence[tuple[str, ...]]) -> None:
        self.lexicon, self.names = lexicon, {name: i for i, name in enumerate(names)}
        ids, self.cuts = lexicon.book.surface_words()
        self.words = Coded(ids, lexicon.book).compact()

    def of(self, name: tuple[str, ...]) -> dict[str, Any] | None:
        """The name of train that shares most triples with this one; of equals the first in the alphabet."""
        asked, starts, owners, sizes = self._postings
        own = asked[self.names[name]]
        shared = np.bincount(np.concatenate([owners[starts[k] : starts[k + 1]] for k in own.tolist()]), minlength=1)
        dice = 2 * shared / (sizes[: len(shared)] + len(own)) if len(sizes) else shared
        if dice.max() < ENOUGH:
            return None
        best = min((self._text(k), k) for k in np.flatnonzero(dice == dice.max()).tolist())
        types = self.lexicon.types_of(best[1])
        return {"name": best[0], "similarity": round(float(dice.max()), 3), "types": types}

    @cached_property
    def _postings(self) -> tuple[list[Ints], Ints, Ints, Ints]:
        """The triples of the asked names; by triple, the surfaces that have it; how many triples each surface has."""
        wanted, n = Coded.encode(word for name in self.names for word in name), len(self.words.vocabulary)
        letters = _Letters([*self.words.vocabulary, *wanted.vocabulary])
        owner, triple = letters.triples(wanted.ids + n, np.cumsum([0, *map(len, self.names)]))
        known, asked = np.unique(triple, return_inverse=True)
        place, sizes = _places_in(known, letters.n**3), np.zeros(len(self.cuts) - 1, dtype=np.int64)
        used, short = self.lexicon.surface_mentions > 0, np.min_scalar_type(len(known))
        parts: list[tuple[NDArray[Any], Ids]] = [(np.zeros(0, dtype=short), np.zeros(0, dtype=np.int32))]
        for first in range(0, len(sizes), letters.block):
            cuts = self.cuts[first : first + letters.block + 1]
            surface, triple = letters.triples(self.words.ids[cuts[0] : cuts[-1]], cuts - cuts[0])
            sizes[first : first + letters.block] = np.bincount(surface, minlength=len(cuts) - 1)
            at = place(triple)
            shared = np.flatnonzero((at >= 0) & used[first + surface])
            parts.append((at[shared].astype(short), (first + surface[shared]).astype(np.int32)))
        at, surface = (np.concatenate(column) for column in zip(*parts, strict=True))
        order = np.argsort(at, kind="stable")  # fast, because 16 bits are enough
        starts = np.concatenate([[0], np.cumsum(np.bincount(at, minlength=len(known)))])
        own = np.split(asked, np.searchsorted(owner, np.arange(1, len(self.names))))
        return own, starts, surface[order], sizes

    def _text(self, surface: int) -> str:
        return " ".join(self.words.strings(int(self.cuts[surface]), int(self.cuts[surface + 1])))


def _places_in(known: Ints, size: int) -> Callable[[Ints], Ints]:
    """Where sorted numbers below ``size`` stand, -1 for others: by a table, unless that would be large."""
    if size <= TABLE:
        table = np.full(size, -1, dtype=np.int32)
        table[known] = np.arange(len(known))
        return table.__getitem__

    def search(numbers: Ints) -> Ints:
        at = np.minimum(np.searchsorted(known, numbers), len(known) - 1)
        return np.where(known[at] == numbers, at, -1)

    return search


class _Letters:
    """The letters of words by their numbers in an alphabet."""

    def __init__(self, words: Sequence[str]) -> None:
        texts = [*map(str.lower, words), "\0", "\1"]
        code = np.frombuffer(" ".join(texts).encode("utf-32-le", "surrogatepass"), dtype="<u4")
        alphabet = np.flatnonzero(np.bincount(code))
        number = np.zeros(int(alphabet[-1]) + 1, dtype=np.int64)
        number[alphabet] = np.arange(len(alphabet))
        self.code, self.n = number[code], len(alphabet)
        self.bits = (self.n**3).bit_length()
        self.block = 1 << min(12, 63 - self.bits)  # names whose number fits beside a triple's
        self.lengths = np.fromiter(map(len, texts), dtype=np.int64) + 1  # with the blank after each word
        self.starts = np.cumsum(self.lengths) - self.lengths
        self.lengths[-2:] = 1

    def triples(self, ids: Ids, cuts: Ints) -> tuple[Ints, Ints]:
        """The distinct triples of each name, with its two ends, as numbers, and whose they are, in that order.

        Names are the words from each of the cuts to the next.
        """
        spelled = np.insert(ids, cuts[:-1], len(self.lengths) - 2)  # a mark before each name
        lengths = self.lengths[spelled]
        letters = self.code[places(self.starts[spelled], lengths)]
        sizes = np.add.reduceat(lengths, cuts[:-1] + np.arange(len(cuts) - 1)) if len(spelled) else lengths
        letters[np.cumsum(sizes) - 1] = self.code[-1]  # and another one after it, in place of a blank
        owner = np.repeat(np.arange(len(sizes)), sizes)
        key = owner[2:] << self.bits | ((letters[:-2] * self.n + letters[1:-1]) * self.n + letters[2:])
        key = np.sort(key[owner[2:] == owner[:-2]], kind="stable")  # nearly sorted already
        key = key[np.diff(key, prepend=-1) > 0]
        return key >> self.bits, key & (1 << self.bits) - 1
