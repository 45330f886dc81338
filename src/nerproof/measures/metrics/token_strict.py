"""Strict scores of tokens inside mentions: position and type must agree (InterpretEval's token attributes)."""

from __future__ import annotations

import numpy as np

from nerproof.corpus import Bools, Ints
from nerproof.measures.metrics import Metric, Slice, f_beta, metric, prf, tally
from nerproof.measures.pairing import Pair


def inside_gold(pair: Pair) -> Bools:
    return pair.gold_types_of_tokens >= 0


def inside_pred(pair: Pair) -> Bools:
    return pair.pred_types_of_tokens >= 0


def same(pair: Pair) -> Bools:
    agree: Bools = pair.gold_types_of_tokens == pair.pred_types_of_tokens
    return agree & inside_gold(pair)


def counts(pair: Pair, part: Slice) -> Ints:
    cuts = pair.token_cuts
    gold, pred, hit = (pair.remember(f) for f in (inside_gold, inside_pred, same))
    if part.gold is not None:
        gold, hit = gold & part.gold, hit & part.gold
    if part.pred is not None:
        pred = pred & part.pred
    return np.stack([tally(cuts, hit), tally(cuts, gold), tally(cuts, pred)], axis=1)


TOKEN_STRICT = metric(
    Metric(
        name="token-strict",
        columns=("tp", "gold", "pred"),
        counts=counts,
        score=prf,
        f_beta=f_beta,
        ratios={"precision": ("tp", "pred"), "recall": ("tp", "gold")},
        unit="token",
        needs_types=False,
        suites=(),
        description="precision, recall and F1 of the tokens inside mentions, by position and type",
    )
)
