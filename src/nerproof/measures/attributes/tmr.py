"""Tough mentions (Tu & Lignos, EACL SRW 2021): unseen in training, or type-confusable within the test set."""

from __future__ import annotations

import numpy as np

from nerproof.corpus import Bools, Corpus, Ints
from nerproof.index.lexicon import Lexicon
from nerproof.measures.attributes import attribute

SEEN = ("SEEN", "UNSEEN-TYPE", "UNSEEN-TOKENS")
PAPER = "Tu & Lignos, EACL SRW 2021"


@attribute("seen", kind="category", categories=SEEN, citation=PAPER)
def seen(corpus: Corpus, lexicon: Lexicon) -> Ints:
    """Whether train has the mention with its type, its surface with other types only, or not at all."""
    entity, surface = lexicon.entity_count(corpus) > 0, lexicon.surface_count(corpus) > 0
    return np.where(entity, 0, np.where(surface, 1, 2))


@attribute("type-confusable", kind="flag", citation=PAPER)
def type_confusable(corpus: Corpus, index: Lexicon) -> Bools:
    """Whether the surface has two or more types among the gold mentions of the test set."""
    return np.append(index.ambiguous_surfaces, False)[index.surface(corpus)]
