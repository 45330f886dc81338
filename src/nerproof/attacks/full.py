"""full: the entity attack, then the context attack on its outcome."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nerproof.attacks import ATTACKS, AttackOptions
from nerproof.corpus.edits import Transformed

if TYPE_CHECKING:
    import numpy as np

    from nerproof.corpus import Corpus


@ATTACKS.register("full")
def full(corpus: Corpus, options: AttackOptions, rng: np.random.Generator) -> Transformed:
    """Entity attack, then context attack: the hardest version (OntoRock)."""
    names = ATTACKS["entity"](corpus, options, rng)
    words = ATTACKS["context"](names.corpus, options, rng)
    facts = {"attack": "full", "entity": names.facts, "context": words.facts}
    return Transformed(words.corpus, [*names.edits, *words.edits], facts, (*names.notes, *words.notes))
