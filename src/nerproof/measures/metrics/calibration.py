"""Scores of predictions against whether they are right: mean score, share right, Brier score; ranking; thresholds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nerproof.measures.metrics import Floats, Metric, Slice, Sums, f_beta, prf, ratio, tally, total
from nerproof.measures.ranking import aurc, auroc, average_precision, average_precision_of_wrong
from nerproof.measures.scorecounts import MICRO, MISSING, Ranked

if TYPE_CHECKING:
    from collections.abc import Callable

    from nerproof.corpus import Bools, Ints
    from nerproof.measures.pairing import Pair

GROUPS = 32  # of predictions by score, for the intervals of ranking measures
RANKING: dict[str, Callable[[Floats, Floats], Floats]] = {
    "auroc": auroc,
    "aupr": average_precision,
    "aupr_wrong": average_precision_of_wrong,
    "aurc": aurc,
}


def calibration_metric(score: Ints, part: Bools | None = None) -> Metric:
    """Of the predictions that have a score (millionths; of a part only): all of it exact, from whole numbers."""
    known = score != MISSING if part is None else part & (score != MISSING)

    def counts(pair: Pair, _part: Slice) -> Ints:
        right = pair.pred_hit & known
        error = np.where(known, score - MICRO * right, 0)
        cuts = pair.pred_cuts
        sums = [tally(cuts, known), tally(cuts, right), total(cuts, np.where(known, score, 0)), total(cuts, error**2)]
        return np.stack(sums, axis=1)

    return Metric(
        name="calibration",
        columns=("scored", "right", "score", "error"),
        counts=counts,
        score=_calibration,
        ratios={"share_right": ("right", "scored")},
        suites=(),
        range=(-1.0, 1.0),
    )


def _calibration(sums: Sums) -> dict[str, Floats]:
    n, right = sums["scored"], sums["right"]
    sure, share = ratio(sums["score"] / MICRO, n), ratio(right, n)
    return {
        "mean_score": sure,
        "share_right": share,
        "overconfidence": sure - share,
        "brier": ratio(sums["error"] / MICRO**2, n),
    }


def ranking_metric(score: Ints, ranked: Ranked, part: Bools | None = None) -> Metric:
    """AUROC, AUPR and AURC: exact values of all of the data, with resampled ones from groups of equal size by score.

    Counting every distinct score unit by unit would need a column for each. So the resamples move the value of 32
    groups, and what these differ from the exact value is added to all of them.
    """
    known = score != MISSING if part is None else part & (score != MISSING)
    edges = ranked.edges(GROUPS)
    group = np.searchsorted(edges, score, side="right")
    names = tuple(f"{side}{g}" for side in ("right", "wrong") for g in range(GROUPS))

    def counts(pair: Pair, _part: Slice) -> Ints:
        sides = (known & pair.pred_hit, known & ~pair.pred_hit)
        return np.stack([tally(pair.pred_cuts, s & (group == g)) for s in sides for g in range(GROUPS)], axis=1)

    own = np.searchsorted(edges, ranked.score, side="right")
    whole: list[Floats] = [np.bincount(own, x, GROUPS).astype(np.float64) for x in ranked.sides()]
    exact = {name: float(f(*ranked.sides())) - float(f(*whole)) for name, f in RANKING.items()}

    def values(sums: Sums) -> dict[str, Floats]:
        right, wrong = np.split(np.stack([sums[n] for n in names], axis=-1), 2, axis=-1)
        return {name: np.clip(f(right, wrong) + exact[name], 0, 1) for name, f in RANKING.items()}

    return Metric(name="ranking", columns=names, counts=counts, score=values, suites=())


def kept_metric(keep: Bools) -> Metric:
    """Strict scores when only some predictions are kept."""

    def counts(pair: Pair, _part: Slice) -> Ints:
        sides = (tally(pair.pred_cuts, pair.pred_hit & keep), tally(pair.gold_cuts, None), tally(pair.pred_cuts, keep))
        return np.stack(sides, axis=1)

    ratios = {"precision": ("tp", "pred"), "recall": ("tp", "gold")}
    return Metric("kept", ("tp", "gold", "pred"), counts, prf, ratios, f_beta=f_beta, suites=())
