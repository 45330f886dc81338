"""Contaminated mentions (Babl et al., 2025): the entity, surface and type, is also in the training data."""

from __future__ import annotations

from nerproof.corpus import Bools, Corpus
from nerproof.lexicon import Lexicon
from nerproof.measures.attributes import attribute


@attribute("contaminated", kind="flag", citation="Babl et al., 2025")
def contaminated(corpus: Corpus, lexicon: Lexicon) -> Bools:
    """Whether the training data has a mention with the same surface and type."""
    return lexicon.entity_count(corpus) > 0
