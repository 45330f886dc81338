"""Partly seen mentions: the entity is new, but one of its words is known from mentions of its type."""

from __future__ import annotations

import numpy as np

from nerproof.corpus import Corpus, Ints
from nerproof.corpus.places import places
from nerproof.lexicon import Lexicon
from nerproof.measures.attributes import attribute

MATCH = ("exact", "partial", "new")


@attribute("match", kind="category", categories=MATCH, bucketed=True, citation="Taillé, Guigue & Gallinari, EMNLP 2020")
def match(corpus: Corpus, lexicon: Lexicon) -> Ints:
    """Whether training has the entity, or else a word of it more often in mentions of the type than outside any.

    Words like "of" stand mostly outside: sharing them makes no mention partly seen.
    """
    m, words = corpus.mentions, lexicon.ids(corpus)
    length = m.end - m.start
    at, owner = places(m.start, length), np.repeat(np.arange(len(m)), length)
    kind = lexicon.type_ids(corpus)[m.type[owner]] if len(corpus.types) else m.type[owner]
    counts = lexicon.token_types[np.maximum(words[at], 0)] if len(lexicon.vocabulary) else np.zeros((len(at), 1), int)
    inside = np.where((kind >= 0) & (words[at] >= 0), counts[np.arange(len(at)), kind + 1], 0)
    known = np.bincount(owner, weights=inside > counts[:, 0], minlength=len(m)) > 0
    return np.where(lexicon.entity_count(corpus) > 0, 0, np.where(known, 1, 2))
