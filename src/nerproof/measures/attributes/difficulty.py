"""How hard a token's label is to guess from what training says of its word: the weight that hardeval's authors wish."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nerproof.corpus import Corpus, Ids, Ints
from nerproof.index.lexicon import Lexicon
from nerproof.measures.attributes import attribute

Floats = NDArray[np.float64]


@attribute("difficulty", unit="token", citation="Bernier-Colborne & Langlais, LREC 2020")
def difficulty(corpus: Corpus, lexicon: Lexicon) -> Floats:
    """1 − the share of the token's label among the labels of its word in training, one more of each label shared out.

    A word that training lacks may have any label; one that had always this label is easy.
    """
    return _looked_up(corpus, lexicon, _by_word(lexicon)[0], 1)


def thousandths(corpus: Corpus, lexicon: Lexicon) -> Ids:
    """The difficulty of tokens in whole numbers, which add up exactly."""

    def build() -> Ids:
        return np.rint(1000 * _by_word(lexicon)[0]).astype(np.int32)

    return _looked_up(corpus, lexicon, lexicon.view("difficulty in thousandths", build), 1000)


def _looked_up(corpus: Corpus, lexicon: Lexicon, outside: NDArray[Any], scale: int) -> Any:
    word, (inside, own) = lexicon.ids(corpus), lexicon.labelled(corpus)
    hard, total = outside[word], _by_word(lexicon)[1][word[inside]]
    share = scale * _share_lacking(own, total, lexicon)
    hard[inside] = share if scale == 1 else np.rint(share)
    return hard


def _share_lacking(own: Ints, total: Ints, lexicon: Lexicon) -> Floats:
    found: Floats = 1 - (own + 1 / (len(lexicon.types) + 1)) / (total + 1)
    return found


def _by_word(lexicon: Lexicon) -> tuple[Floats, Ints]:
    """The difficulty of each word outside mentions, and how often it comes at all; last: a word that training lacks."""

    def build() -> tuple[Floats, Ints]:
        word, label, count = lexicon.labels.triples()
        total = np.append(lexicon.token_count, 0)
        outside = np.bincount(word[label == 0], weights=count[label == 0], minlength=len(total)).astype(np.int64)
        return _share_lacking(outside, total, lexicon), total

    return lexicon.view("difficulty outside", build)
