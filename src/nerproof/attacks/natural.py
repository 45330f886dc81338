"""natural: the control with new names that people wrote. Each mention gives way to a held-out one, unseen in train."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nerproof.attacks import ATTACKS, AttackOptions
from nerproof.attacks.heldout import replace_by_mentions, surfaces
from nerproof.attacks.surfaces import lowered_surfaces
from nerproof.base.errors import UsageError

if TYPE_CHECKING:
    import numpy as np

    from nerproof.corpus import Corpus
    from nerproof.corpus.edits import Transformed


@ATTACKS.register("natural")
def natural(corpus: Corpus, options: AttackOptions, rng: np.random.Generator) -> Transformed:
    """Replaces mentions by unseen mentions of held-out text, fitted: the control with natural new names."""
    if not options.others:
        raise UsageError("the natural control takes unseen mentions from held-out gold. Pass --dev FILE.")
    known = lowered_surfaces(options.train) if options.train is not None else frozenset()
    return replace_by_mentions("natural", corpus, options, surfaces(options.others, known), known, rng)
