"""The surfaces of a corpus's mentions, and its words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from nerproof.corpus import Corpus


def lowered_surfaces(corpus: Corpus) -> frozenset[str]:
    """Every mention's tokens joined by one space, lowered."""
    words, ids = corpus.tokens.vocabulary.strings, corpus.tokens.ids.tolist()
    spans = zip(corpus.mentions.start.tolist(), corpus.mentions.end.tolist(), strict=True)
    return frozenset(" ".join([words[i] for i in ids[s:e]]).lower() for s, e in spans)


def words_of(corpus: Corpus) -> frozenset[str]:
    """The words that occur: the vocabulary of a part of a corpus is that of the whole."""
    strings = corpus.tokens.vocabulary.strings
    return frozenset(strings[i] for i in np.unique(corpus.tokens.ids).tolist())
