"""Unlabeled scores: spans as a set, types left aside; a span with two types is one span."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nerproof.corpus import Mentions
from nerproof.measures.metrics import Metric, metric, ratio, tally
from nerproof.measures.pairing import match

if TYPE_CHECKING:
    from nerproof.corpus import Bools, Ints
    from nerproof.measures.metrics import Floats, Slice, Sums
    from nerproof.measures.pairing import Pair


def counts(pair: Pair, part: Slice) -> Ints:
    gold, pred = pair.gold.mentions, pair.pred.mentions
    first_gold, first_pred = _first(gold, part.gold), _first(pred, part.pred)
    untyped = [Mentions(m.start, m.end, np.zeros_like(m.type), form=m.form) for m in (gold, pred)]
    there = match(untyped[0], untyped[1], 1)
    found, right = first_gold & there[0], first_pred & there[1]
    columns = [(pair.gold_cuts, found), (pair.gold_cuts, first_gold)]
    columns += [(pair.pred_cuts, right), (pair.pred_cuts, first_pred)]
    return np.stack([tally(cuts, mask) for cuts, mask in columns], axis=1)


def _first(mentions: Mentions, mask: Bools | None) -> Bools:
    """The first of the chosen mentions on each span; an empty span counts each time it comes."""
    chosen = np.ones(len(mentions), dtype=np.bool_) if mask is None else mask
    at = np.flatnonzero(chosen)
    start, end = mentions.start[at], mentions.end[at]
    new = (np.diff(start, prepend=-1) != 0) | (np.diff(end, prepend=-1) != 0) | (start == end)
    first = np.zeros(len(mentions), dtype=np.bool_)
    first[at[new]] = True
    return first


def score(sums: Sums) -> dict[str, Floats]:
    found, gold, right, pred = (sums[name] for name in ("found", "gold", "right", "pred"))
    return {
        "unlabeled_precision": ratio(right, pred),
        "unlabeled_recall": ratio(found, gold),
        "unlabeled_f1": ratio(found + right, gold + pred),
    }


def f_beta(sums: Sums, beta: float) -> dict[str, Floats]:
    b = beta * beta
    found, gold, right, pred = (sums[name] for name in ("found", "gold", "right", "pred"))
    return {"unlabeled_f1": ratio(b * found + right, b * gold + pred)}


metric(
    Metric(
        "unlabeled",
        ("found", "gold", "right", "pred"),
        counts,
        score,
        ratios={"unlabeled_precision": ("right", "pred"), "unlabeled_recall": ("found", "gold")},
        f_beta=f_beta,
        needs_types=False,
        suites=("more",),
        description="precision, recall and F1 of spans without types",
    )
)
