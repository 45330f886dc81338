"""The type of every token: what token methods look at."""

from __future__ import annotations

import numpy as np

from nerproof.corpus.model import Corpus
from nerproof.corpus.places import places
from nerproof.corpus.vocabulary import Ids


def types_of_tokens(corpus: Corpus) -> Ids:
    """Type id of the outermost mention over each token, -1 outside: what token methods look at."""
    m = corpus.mentions
    # Where mentions are nested, the longest is written last.
    order = np.lexsort((m.start, m.end - m.start)) if has_overlaps(corpus) else slice(None)
    lengths = (m.end - m.start)[order]
    types = np.full(corpus.n_tokens, -1, dtype=np.int32)
    types[places(m.start[order], lengths)] = np.repeat(m.type[order], lengths)
    return types


def has_overlaps(corpus: Corpus) -> bool:
    """Whether any token is inside two mentions: nested gold."""
    m = corpus.mentions
    return bool((m.start[1:] < m.end[:-1]).any())
