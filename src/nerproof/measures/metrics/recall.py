"""Recall of a subset of gold mentions: there is no precision on such subsets, so none is printed."""

from __future__ import annotations

import numpy as np

from nerproof.corpus import Ints
from nerproof.measures.metrics import Floats, Metric, Slice, Sums, metric, ratio, tally
from nerproof.measures.pairing import Pair


def counts(pair: Pair, part: Slice) -> Ints:
    hit = pair.gold_hit if part.gold is None else pair.gold_hit & part.gold
    return np.stack([tally(pair.gold_cuts, hit), tally(pair.gold_cuts, part.gold)], axis=1)


def score(sums: Sums) -> dict[str, Floats]:
    return {"recall": ratio(sums["found"], sums["gold"])}


RECALL = metric(
    Metric(
        name="recall",
        columns=("found", "gold"),
        counts=counts,
        score=score,
        ratios={"recall": ("found", "gold")},
        suites=(),
        description="share of gold mentions predicted with the same span and type",
    )
)
