"""Strict scores: a prediction is right when span and type are (conlleval's and seqeval's measure)."""

from __future__ import annotations

import numpy as np

from nerproof.corpus import Ints
from nerproof.metrics import Floats, Metric, Slice, Sums, metric, ratio, tally
from nerproof.pairing import Pair


def counts(pair: Pair, part: Slice) -> Ints:
    n = pair.n_sentences
    hit = pair.gold_hit if part.gold is None else pair.gold_hit & part.gold
    return np.stack(
        [
            tally(pair.gold_sentence, hit, n),
            tally(pair.gold_sentence, part.gold, n),
            tally(pair.pred_sentence, part.pred, n),
        ],
        axis=1,
    )


def score(sums: Sums) -> dict[str, Floats]:
    """F1 = 2·TP / (gold + pred): defined as soon as there is one gold or one predicted mention."""
    tp, gold, pred = sums["tp"], sums["gold"], sums["pred"]
    return {"precision": ratio(tp, pred), "recall": ratio(tp, gold), "f1": ratio(2 * tp, gold + pred)}


STRICT = metric(
    Metric(
        name="strict",
        columns=("tp", "gold", "pred"),
        counts=counts,
        score=score,
        ratios={"precision": ("tp", "pred"), "recall": ("tp", "gold")},
        description="precision, recall and F1 of exact spans with exact types",
    )
)
