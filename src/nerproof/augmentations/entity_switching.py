"""entity-switching: each mention gives way to another mention of its type with a different surface."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nerproof.augmentations import AUGMENTATIONS
from nerproof.augmentations.mentions import replace_mentions
from nerproof.corpus.edits import Transformed, another, surfaces_by_type

if TYPE_CHECKING:
    import numpy as np

    from nerproof.corpus import Corpus, Ints


@AUGMENTATIONS.register("entity-switching")
def entity_switching(corpus: Corpus, sentences: Ints, rng: np.random.Generator) -> Transformed:
    """Replaces each mention by another one of its type from the same data."""
    choices = surfaces_by_type(corpus)
    return replace_mentions(corpus, sentences, "entity-switching", lambda old, type_: another(choices[type_], old, rng))
