"""How hard a token's label is to guess from what training says of its word: the weight that hardeval's authors wish."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nerproof.corpus import Corpus, Ints
from nerproof.corpus.labels import types_of_tokens
from nerproof.index.lexicon import Lexicon
from nerproof.measures.attributes import attribute


@attribute("difficulty", unit="token", citation="Bernier-Colborne & Langlais, LREC 2020")
def difficulty(corpus: Corpus, lexicon: Lexicon) -> NDArray[np.float64]:
    """1 − the share of the token's label among the labels of its word in training, one more of each label shared out.

    A word that training lacks may have any label; one that had always this label is easy.
    """
    return lexicon.about(corpus, ("difficulty", corpus.types), lambda: _looked_up(corpus, lexicon))


def _looked_up(corpus: Corpus, lexicon: Lexicon) -> NDArray[np.float64]:
    word, label = lexicon.ids(corpus), types_of_tokens(corpus)
    types = np.append(lexicon.type_ids(corpus.types), -1)[label]
    each = 1 / (len(lexicon.types) + 1)
    inside = np.flatnonzero(label >= 0)
    outside, total = _outside(lexicon)
    own = outside[word]
    own[inside] = lexicon.labels.get(word[inside], np.where(types[inside] >= 0, types[inside] + 1, -1))
    hard: NDArray[np.float64] = 1 - (own + each) / (total[word] + 1)
    return hard


def _outside(lexicon: Lexicon) -> tuple[Ints, Ints]:
    """How often each word is outside mentions, and how often at all; last: a word that training lacks."""

    def build() -> tuple[Ints, Ints]:
        word, label, count = lexicon.labels.triples()
        n = len(lexicon.book) + 1
        sums = [np.bincount(word[some], weights=count[some], minlength=n) for some in (label == 0, label >= 0)]
        return sums[0].astype(np.int64), sums[1].astype(np.int64)

    return lexicon.view("labels outside", build)
