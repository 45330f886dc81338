"""F1_clean and ΔF1: how much of a score rests on entities of the training data (Babl et al., 2025)."""

from __future__ import annotations

import numpy as np

from nerproof.corpus import Bools, Ints
from nerproof.measures.metrics import Floats, Metric, Slice, Sums, f_score, metric, ratio, tally
from nerproof.measures.metrics import f_beta as whole_f_beta
from nerproof.measures.pairing import Pair

COLUMNS = ("tp", "gold", "pred", "tp_clean", "gold_clean", "pred_unseen")


def counts(pair: Pair, part: Slice) -> Ints:
    """Needs the masks ``gold_clean`` (entity not in train) and ``pred_unseen`` (the predicted entity is not)."""
    gold_clean, pred_unseen = part.masks["gold_clean"], part.masks["pred_unseen"]
    in_gold = np.ones(len(pair.gold.mentions), dtype=np.bool_) if part.gold is None else part.gold
    in_pred = np.ones(len(pair.pred.mentions), dtype=np.bool_) if part.pred is None else part.pred

    def gold(mask: Bools) -> Ints:
        return tally(pair.gold_cuts, mask)

    def pred(mask: Bools) -> Ints:
        return tally(pair.pred_cuts, mask)

    hit = pair.gold_hit & in_gold
    columns = [gold(hit), gold(in_gold), pred(in_pred), gold(hit & gold_clean), gold(in_gold & gold_clean)]
    return np.stack([*columns, pred(in_pred & pred_unseen)], axis=1)


def score(sums: Sums) -> dict[str, Floats]:
    """The original precision is kept for F1_clean; the exact variants charge every false positive to one part."""
    tp, gold, pred, tp_clean, gold_clean, pred_unseen = (sums[c] for c in COLUMNS)
    fp, tp_seen = pred - tp, tp - tp_clean
    p, r, f1 = ratio(tp, pred), ratio(tp, gold), ratio(2 * tp, gold + pred)
    r_clean, r_seen = ratio(tp_clean, gold_clean), ratio(tp_seen, gold - gold_clean)
    p_clean, p_unseen = ratio(tp_clean, tp_clean + fp), ratio(tp_clean, pred_unseen)
    f1_clean, f1_exact = f_score(p, r_clean), f_score(p_clean, r_clean)
    return {
        "precision": p,
        "recall": r,
        "f1": f1,
        "recall_clean": r_clean,
        "recall_contaminated": r_seen,
        "f1_clean": f1_clean,
        "f1_contaminated": f_score(p, r_seen),
        "delta_f1": f1 - f1_clean,
        "delta_recall": r - r_clean,
        "precision_clean_exact": p_clean,
        "f1_clean_exact": f1_exact,
        "delta_f1_exact": f1 - f1_exact,
        "precision_unseen": p_unseen,
        "f1_unseen": f_score(p_unseen, r_clean),
    }


def f_beta(sums: Sums, beta: float) -> dict[str, Floats]:
    own = score(sums)
    sides = {
        "f1_clean": ("precision", "recall_clean"),
        "f1_contaminated": ("precision", "recall_contaminated"),
        "f1_clean_exact": ("precision_clean_exact", "recall_clean"),
        "f1_unseen": ("precision_unseen", "recall_clean"),
    }
    return {**whole_f_beta(sums, beta), **{k: f_score(own[p], own[r], beta) for k, (p, r) in sides.items()}}


CONTAMINATION = metric(
    Metric(
        name="contamination",
        columns=COLUMNS,
        counts=counts,
        score=score,
        f_beta=f_beta,
        ratios={
            "precision": ("tp", "pred"),
            "recall": ("tp", "gold"),
            "recall_clean": ("tp_clean", "gold_clean"),
            "precision_unseen": ("tp_clean", "pred_unseen"),
        },
        suites=(),
        range=(-1.0, 1.0),
        description="scores on mentions whose entity is not in the training data, and what they lose",
    )
)
