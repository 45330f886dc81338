"""The training name that looks most like a new one: by the letter triples that the two share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from nerproof.corpus import Coded, Ints
from nerproof.corpus.places import places
from nerproof.corpus.vocabulary import concatenate
from nerproof.index.lexicon import Lexicon

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
        self.lexicon, self.names = lexicon, list(names)
        ids, self.cuts = lexicon.book.surface_words()
        self.words = Coded(ids, lexicon.book).compact()

    def of(self, name: tuple[str, ...]) -> dict[str, Any] | None:
        """The name of train that shares most triples with this one; of equals the first in the alphabet."""
        asked, starts, owners, sizes = self._postings
        own = asked[self.names.index(name)]
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
        n = len(self.cuts) - 1
        words = concatenate([self.words, Coded.encode(word for name in self.names for word in name)])
        owner, triple = _triples(words, np.append(self.cuts, self.cuts[-1] + np.cumsum([*map(len, self.names)])))
        first = int(np.searchsorted(owner, n))  # of the asked names' own
        known, asked = np.unique(triple[first:], return_inverse=True)
        sizes = np.bincount(owner[:first], minlength=n)
        sizes[self.lexicon.surface_mentions == 0] = 0
        at = np.minimum(np.searchsorted(known, triple[:first]), len(known) - 1)
        shared = np.flatnonzero((known[at] == triple[:first]) & (sizes[owner[:first]] > 0))
        order = np.argsort(at[shared], kind="stable")
        starts = np.concatenate([[0], np.cumsum(np.bincount(at[shared], minlength=len(known)))])
        ends = np.searchsorted(owner[first:], np.arange(n, n + len(self.names)))[1:]
        return np.split(asked, ends), starts, owner[shared][order], sizes

    def _text(self, surface: int) -> str:
        return " ".join(self.words.strings(int(self.cuts[surface]), int(self.cuts[surface + 1])))


def _triples(words: Coded, cuts: Ints) -> tuple[Ints, Ints]:
    """The distinct letter triples of each name (with its two ends), as numbers, and whose they are, in that order.

    Names are the words from each of the cuts to the next.
    """
    texts = [*(f"{word.lower()} " for word in words.vocabulary), "\0"]
    code = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), dtype="<u4")
    alphabet, code = np.unique(np.append(code, np.uint32(1)), return_inverse=True)
    lengths = np.array([len(text) for text in texts])
    spelled = np.insert(words.ids, cuts[:-1], len(texts) - 1)  # a mark before each name, and its words
    letters = code[places((np.cumsum(lengths) - lengths)[spelled], lengths[spelled])]
    sizes = np.add.reduceat(lengths[spelled], cuts[:-1] + np.arange(len(cuts) - 1))
    letters[np.cumsum(sizes) - 1] = code[-1]  # and another one after it, in place of a blank
    return _distinct(letters, np.repeat(np.arange(len(sizes)), sizes), len(alphabet))


def _distinct(letters: Ints, owner: Ints, n: int) -> tuple[Ints, Ints]:
    """Triples of ``n`` letters, packed with their owner to sort fast; blocks of owners keep it in 63 bits."""
    whole = owner[2:] == owner[:-2]
    triple = ((letters[:-2] * n + letters[1:-1]) * n + letters[2:])[whole]
    owner, bits = owner[2:][whole], (n**3).bit_length()
    block = 1 << 63 - bits
    cuts = np.searchsorted(owner, np.arange(block, int(owner.max(initial=0)) + 1, block))
    found = [np.sort(key, kind="stable") for key in np.split(owner % block << bits | triple, cuts)]
    found = [key[np.diff(key, prepend=-1) > 0] for key in found]
    owners = np.concatenate([(key >> bits) + block * i for i, key in enumerate(found)])
    return owners, np.concatenate(found) & (1 << bits) - 1
