"""swap: the control with seen names. Each mention gives way to a *training* mention: splicing itself does no harm."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nerproof.attacks import ATTACKS, AttackOptions
from nerproof.attacks.heldout import replace_by_mentions, surfaces
from nerproof.base.errors import UsageError

if TYPE_CHECKING:
    import numpy as np

    from nerproof.corpus import Corpus
    from nerproof.corpus.edits import Transformed


@ATTACKS.register("swap")
def swap(corpus: Corpus, options: AttackOptions, rng: np.random.Generator) -> Transformed:
    """Replaces mentions by training mentions of their type and form: the control with seen names."""
    if options.train is None:
        raise UsageError("the swap control takes its mentions from the training data. Pass --train FILE.")
    names = surfaces([options.train], frozenset())
    return replace_by_mentions("swap", corpus, options, names, frozenset(), rng, persons_as_wholes=True)
