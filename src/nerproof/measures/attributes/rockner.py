"""RockNER's view of a prediction: what overlaps each gold mention, and what came in by an attack.

Lin et al., "RockNER: A Simple Method to Create Adversarial Examples for Evaluating the Robustness of Named Entity
Recognition Models", EMNLP 2021.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from nerproof.corpus.places import overlapping

if TYPE_CHECKING:
    from nerproof.corpus import Ints
    from nerproof.measures.pairing import Pair

PAPER = "Lin et al., EMNLP 2021"
WHOLE = 60  # the weight of one mention: shares of two to six predictions are whole numbers


@dataclass(frozen=True, eq=False)
class Overlaps:
    """One row per gold mention and prediction that share a token; several predictions share the mention's weight."""

    gold: Ints  # gold mention
    pred: Ints  # prediction
    differing: Ints  # tokens that only one of the two has
    weight: Ints  # sums to WHOLE per gold mention that has any
    alone: Ints  # gold mentions without an overlapping prediction


def overlaps(pair: Pair) -> Overlaps:
    """All overlaps of a pair; one shared token is enough."""
    g, p = pair.gold.mentions, pair.pred.mentions
    gold, pred = overlapping(g.start, g.end, p.start, p.end)
    shared = np.minimum(g.end[gold], p.end[pred]) - np.maximum(g.start[gold], p.start[pred])
    differing = (g.end - g.start)[gold] + (p.end - p.start)[pred] - 2 * shared
    number = np.bincount(gold, minlength=len(g))
    return Overlaps(gold, pred, differing, _shares(gold, number), np.flatnonzero(number == 0))


def _shares(gold: Ints, number: Ints) -> Ints:
    """WHOLE divided among the predictions of each mention; what does not divide goes to the first ones."""
    if not len(gold):
        return gold
    rank = np.arange(len(gold)) - np.searchsorted(gold, gold, side="left")
    k = number[gold]
    return WHOLE // k + (rank < WHOLE % k)
