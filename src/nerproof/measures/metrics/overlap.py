"""Lenient scores: a prediction of the right type counts if it covers enough of the gold mention.

``overlap``: at least half of the gold mention's tokens; ``iou``: tokens in both, divided by tokens in either, at least
a half. ``at`` makes either with another threshold. One prediction answers one gold mention: as many pairs as possible.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from nerproof.base.errors import UsageError
from nerproof.measures.metrics import metric
from nerproof.measures.metrics.matching import assign, edges_of
from nerproof.measures.metrics.sides import Credit, two_sided

if TYPE_CHECKING:
    from nerproof.corpus import Ints
    from nerproof.measures.metrics import Metric
    from nerproof.measures.metrics.matching import Edges
    from nerproof.measures.pairing import Pair

Share = Literal["overlap", "iou"]
MOST_PAIRS = ("pair", "span", "shared")


def at(share: Share, threshold: float, *, name: str | None = None, suites: tuple[str, ...] = ()) -> Metric:
    """A lenient metric with its own threshold in (0, 1].

    >>> at("iou", 0.75).name
    'iou_75'
    """
    if not 0 < threshold <= 1:
        raise UsageError(f"an overlap threshold lies in (0, 1], not at {threshold}")
    named = name or f"{share}_{round(100 * threshold)}"
    of = "the gold mention's tokens" if share == "overlap" else "the tokens in either (IoU)"
    text = f"right type and at least {threshold:.0%} of {of} shared"
    return two_sided(named, lambda pair: credit(pair, share, threshold), text, suites=suites)


def credit(pair: Pair, share: Share, threshold: float) -> Credit:
    edges = edges_of(pair)
    whole = _whole(pair, edges, share)
    # In integers where they are integers: 2/4 must reach 0.5 exactly, and 0.1 * 3 tokens must not miss by rounding.
    enough = edges.take(edges.type & (edges.shared >= threshold * whole - 1e-9))
    found = assign(pair.gold.mentions, pair.pred.mentions, enough, MOST_PAIRS)
    return Credit(found.gold >= 0, found.pred >= 0)


def _whole(pair: Pair, edges: Edges, share: Share) -> Ints:
    gold, pred = pair.gold.mentions, pair.pred.mentions
    length = gold.end[edges.gold] - gold.start[edges.gold]
    if share == "overlap":
        return length
    other = pred.end[edges.pred] - pred.start[edges.pred]
    return np.asarray(length + other - edges.shared)


metric(at("overlap", 0.5, name="overlap", suites=("more",)))
metric(at("iou", 0.5, name="iou", suites=("more",)))
