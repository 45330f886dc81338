"""Strict scores: a prediction is right when span and type are (conlleval's and seqeval's measure)."""

from __future__ import annotations

import numpy as np

from nerproof.corpus import Ints
from nerproof.measures.metrics import Metric, Slice, f_beta, metric, prf, tally
from nerproof.measures.pairing import Pair


def counts(pair: Pair, part: Slice) -> Ints:
    hit = pair.gold_hit if part.gold is None else pair.gold_hit & part.gold
    return np.stack(
        [
            tally(pair.gold_cuts, hit),
            tally(pair.gold_cuts, part.gold),
            tally(pair.pred_cuts, part.pred),
        ],
        axis=1,
    )


STRICT = metric(
    Metric(
        name="strict",
        columns=("tp", "gold", "pred"),
        counts=counts,
        score=prf,
        f_beta=f_beta,
        ratios={"precision": ("tp", "pred"), "recall": ("tp", "gold")},
        description="precision, recall and F1 of exact spans with exact types",
    )
)
