"""How strange the words of the new text are: another domain, where agreement alone says too little."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from nerproof.corpus import Corpus, Ids

PARTS = 4


def distance(labelled: Corpus, new: Corpus) -> float:
    """Share of the new text's words that the labelled set lacks, less that share between the labelled set's own parts.

    Both are asked of three quarters of the labelled set. Never below 0.

    >>> text = Corpus.from_sentences([["a", "b"], ["b", "a"], ["a", "c"], ["c", "b"]])
    >>> distance(text, text), distance(text, Corpus.from_sentences([["x", "y"]]))
    (0.0, 1.0)
    """
    ids, other = labelled.tokens.ids, labelled.tokens.vocabulary.lookup(new.tokens.vocabulary)[new.tokens.ids]
    size = len(labelled.tokens.vocabulary)
    part = labelled.sentence_of_token * PARTS // max(labelled.n_sentences, 1)
    own, strange = [], []
    for k in range(PARTS):
        known = np.zeros(size + 1, dtype=np.bool_)
        known[ids[part != k]] = True
        known[size] = False
        own.append(_unknown(ids[part == k], known))
        strange.append(_unknown(other, known))
    return max(0.0, float(np.mean(strange) - np.mean(own)))


def _unknown(ids: Ids, known: NDArray[np.bool_]) -> float:
    return float(np.mean(~known[np.where(ids < 0, len(known) - 1, ids)])) if len(ids) else 0.0
