"""Scores whose right answers are counted on both sides: gold mentions found, and predictions that are right.

On the whole corpus both counts are equal. On a subset or a type they need not be: under a measure that looks at
spans only, a gold PER may be answered by a predicted ORG, which is a found PER and a right ORG. Every count belongs
to the mention's own type, so the types' sums are the totals.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from nerproof.measures.metrics import Metric, ratio, tally

if TYPE_CHECKING:
    from collections.abc import Callable

    from nerproof.corpus import Bools, Ints
    from nerproof.measures.metrics import Floats, Slice, Sums
    from nerproof.measures.pairing import Groups, Pair

COLUMNS = ("found", "gold", "right", "pred")


class Credit(NamedTuple):
    """Which gold mentions are found and which predictions are right; ``half_…``: those that earn half a point."""

    gold: Bools
    pred: Bools
    half_gold: Bools | None = None
    half_pred: Bools | None = None


def two_sided(
    name: str,
    credit: Callable[[Pair], Credit],
    description: str,
    *,
    suites: tuple[str, ...] = ("standard",),
    halves: bool = False,
) -> Metric:
    """A metric from what each mention earns; with ``halves``, found and right are counted in half points."""
    points = 2 if halves else 1

    def counts(pair: Pair, part: Slice) -> Ints:
        earned = pair.remember(credit)  # what mentions earn does not depend on the slice
        found = _points(pair.gold_cuts, earned.gold, earned.half_gold, part.gold)
        right = _points(pair.pred_cuts, earned.pred, earned.half_pred, part.pred)
        gold, pred = tally(pair.gold_cuts, part.gold), tally(pair.pred_cuts, part.pred)
        return np.stack([found, gold, right, pred], axis=1)

    def score(sums: Sums) -> dict[str, Floats]:
        found, gold, right, pred = (sums[column] for column in COLUMNS)
        return {
            f"{name}_precision": ratio(right, points * pred),
            f"{name}_recall": ratio(found, points * gold),
            f"{name}_f1": ratio(found + right, points * (gold + pred)),
        }

    def f_beta(sums: Sums, beta: float) -> dict[str, Floats]:
        b, (found, gold, right, pred) = beta * beta, (sums[column] for column in COLUMNS)
        return {f"{name}_f1": ratio(b * found + right, points * (b * gold + pred))}

    ratios = {} if halves else {f"{name}_precision": ("right", "pred"), f"{name}_recall": ("found", "gold")}
    return Metric(name, COLUMNS, counts, score, ratios=ratios, f_beta=f_beta, suites=suites, description=description)


def _points(cuts: Ints | Groups, whole: Bools, half: Bools | None, mask: Bools | None) -> Ints:
    full = tally(cuts, whole if mask is None else whole & mask)
    if half is None:
        return full
    return 2 * full + tally(cuts, half if mask is None else half & mask)
