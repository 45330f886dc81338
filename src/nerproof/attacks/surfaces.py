"""The surfaces of a corpus's mentions, and its words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from nerproof.corpus import Corpus

SELDOM = 5  # uses in capitals for one in small letters


def lowered_surfaces(corpus: Corpus) -> frozenset[str]:
    """Every mention's tokens joined by one space, lowered."""
    words, ids = corpus.tokens.vocabulary.strings, corpus.tokens.ids.tolist()
    spans = zip(corpus.mentions.start.tolist(), corpus.mentions.end.tolist(), strict=True)
    return frozenset(" ".join([words[i] for i in ids[s:e]]).lower() for s, e in spans)


def word_test(corpus: Corpus) -> Callable[[str], bool | None]:
    """Whether a text writes a word, given with one capital, so or in small letters; None where it has no form of it.

    A word that it nearly always writes in capitals (EFE) is an acronym, even if it slips now and then.
    """
    counts = np.bincount(corpus.tokens.ids, minlength=len(corpus.tokens.vocabulary))
    index = corpus.tokens.vocabulary.index

    def count(word: str) -> int:
        return int(counts[index[word]]) if word in index else 0

    def is_word(titled: str) -> bool | None:
        plain, capitals = count(titled) + count(titled.lower()), count(titled.upper())
        return plain * SELDOM >= capitals if plain else None

    return is_word


def words_of(corpus: Corpus) -> frozenset[str]:
    """The words that occur: the vocabulary of a part of a corpus is that of the whole."""
    strings = corpus.tokens.vocabulary.strings
    return frozenset(strings[i] for i in np.unique(corpus.tokens.ids).tolist())
