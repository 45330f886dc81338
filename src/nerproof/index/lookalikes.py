"""The training name that looks most like a new one: by the letter triples that the two share."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np

from nerproof.corpus import Coded, Ids, Ints
from nerproof.corpus.places import places
from nerproof.index.lexicon import Lexicon

ENOUGH = 0.4  # Dice coefficient below which two names do not look alike
_BITS = 21  # of one code point


class LookAlikes:
    """Answers for the names given; case is ignored.

    >>> from nerproof.corpus import Corpus
    >>> train = Corpus.from_sentences([["Angela", "Merkel"], ["Paris"]], [[(0, 2, "PER")], [(0, 1, "LOC")]])
    >>> alike = LookAlikes(Lexicon(train), [("Angelo", "Merkel"), ("Oslo",)])
    >>> alike.of(("Angelo", "Merkel")), alike.of(("Oslo",))
    ({'name': 'Angela Merkel', 'similarity': 0.769, 'types': {'PER': 1}}, None)
    """

    def __init__(self, lexicon: Lexicon, names: Sequence[tuple[str, ...]]) -> None:
        self.lexicon = lexicon
        words = Coded.encode(word for name in names for word in name)
        cuts = np.cumsum([0, *map(len, names)])
        owner, triple = _triples(words.vocabulary.strings, words.ids, cuts)
        self._known = np.unique(triple)
        self._asked = {name: triple[owner == at] for at, name in enumerate(names)}

    def of(self, name: tuple[str, ...]) -> dict[str, Any] | None:
        """The name of train that shares most triples with this one; of equals the first in the alphabet."""
        own, (starts, owners, sizes) = self._asked[name], self._postings
        if not len(sizes) or not len(own):
            return None
        at = np.searchsorted(self._known, own)
        shared = np.bincount(np.concatenate([owners[starts[k] : starts[k + 1]] for k in at.tolist()]), minlength=1)
        dice = 2 * shared / (sizes[: len(shared)] + len(own))
        if dice.max() < ENOUGH:
            return None
        best = min((self._text(k), k) for k in np.flatnonzero(dice == dice.max()).tolist())
        types = self.lexicon.types_of(best[1])
        return {"name": best[0], "similarity": round(float(dice.max()), 3), "types": types}

    @cached_property
    def _postings(self) -> tuple[Ints, Ints, Ints]:
        """Per triple that is asked for, the surfaces with it; and how many triples each surface has."""
        ids, cuts = self._surfaces
        owner, triple = _triples(self.lexicon.book.strings, ids, cuts)
        sizes = np.bincount(owner, minlength=len(cuts) - 1)
        sizes[self.lexicon.surface_mentions == 0] = 0
        at = np.searchsorted(self._known, triple)
        asked = (self._known[np.minimum(at, len(self._known) - 1)] == triple) & (sizes[owner] > 0)
        order = np.argsort(at[asked], kind="stable")
        starts = np.concatenate([[0], np.cumsum(np.bincount(at[asked], minlength=len(self._known)))])
        return starts, owner[asked][order], sizes

    def _text(self, surface: int) -> str:
        ids, cuts = self._surfaces
        return " ".join(self.lexicon.book[i] for i in ids[cuts[surface] : cuts[surface + 1]].tolist())

    @cached_property
    def _surfaces(self) -> tuple[Ids, Ints]:
        return self.lexicon.book.surface_words()


def _triples(words: Sequence[str], ids: Ids, cuts: Ints) -> tuple[Ints, Ints]:
    """The distinct letter triples of each name (with its two ends), as numbers, and whose they are.

    Names are the words ``ids[cuts[i]:cuts[i + 1]]``.
    """
    texts = [*(f"{word.lower()} " for word in words), "\0"]
    code = np.frombuffer("".join(texts).encode("utf-32-le", "surrogatepass"), dtype="<u4").astype(np.int64)
    lengths = np.array([len(text) for text in texts])
    spelled = np.insert(ids, cuts[:-1], len(words))  # a mark before each name, and its words
    letters = code[places((np.cumsum(lengths) - lengths)[spelled], lengths[spelled])]
    sizes = np.add.reduceat(lengths[spelled], cuts[:-1] + np.arange(len(cuts) - 1)) if len(cuts) > 1 else cuts[:0]
    letters[np.cumsum(sizes) - 1] = 1  # and one after it, where a blank is
    owner = np.repeat(np.arange(len(sizes)), sizes)
    whole = owner[2:] == owner[:-2]
    triple = ((letters[:-2] << 2 * _BITS) | (letters[1:-1] << _BITS) | letters[2:])[whole]
    order = np.lexsort((triple, owner[2:][whole]))
    owner, triple = owner[2:][whole][order], triple[order]
    first = np.append(True, (np.diff(owner) != 0) | (np.diff(triple) != 0))[: len(owner)]
    return owner[first], triple[first]
