"""Partly seen mentions: the entity is new, but one of its words is known from mentions of its type."""

from __future__ import annotations

import numpy as np

from nerproof.corpus import Corpus, Ints
from nerproof.corpus.places import places
from nerproof.index.lexicon import Lexicon
from nerproof.measures.attributes import attribute

MATCH = ("exact", "partial", "new")


@attribute("match", kind="category", categories=MATCH, bucketed=True, citation="Taillé, Guigue & Gallinari, EMNLP 2020")
def match(corpus: Corpus, lexicon: Lexicon) -> Ints:
    """Whether train has the entity, or else a word of it more often in mentions of the type than outside any.

    Words like "of" stand mostly outside: sharing them makes no mention partly seen.
    """
    m, words = corpus.mentions, lexicon.ids(corpus)
    length = m.end - m.start
    at, owner = places(m.start, length), np.repeat(np.arange(len(m)), length)
    kind = lexicon.type_ids(corpus.types)[m.type[owner]] if len(corpus.types) else m.type[owner]
    found = words[at].astype(np.int64)
    inside = lexicon.labels.get(np.where(kind >= 0, found, -1), np.maximum(kind, 0) + 1)
    outside = lexicon.labels.get(found, np.zeros_like(found))
    known = np.bincount(owner, weights=inside > outside, minlength=len(m)) > 0
    return np.where(lexicon.entity_count(corpus) > 0, 0, np.where(known, 1, 2))
