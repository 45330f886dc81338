"""Left and right borders: a prediction counts if its type and that border are right."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nerproof.measures.metrics import metric
from nerproof.measures.metrics.sides import Credit, two_sided

if TYPE_CHECKING:
    from nerproof.corpus import Bools, Ints, Mentions
    from nerproof.measures.pairing import Pair


def left(pair: Pair) -> Credit:
    gold, pred = pair.gold.mentions, pair.pred.mentions
    return _credit(pair, gold.start, pred.start)


def right(pair: Pair) -> Credit:
    gold, pred = pair.gold.mentions, pair.pred.mentions
    return _credit(pair, gold.end, pred.end)


def _credit(pair: Pair, gold_border: Ints, pred_border: Ints) -> Credit:
    n = max(len(pair.types), 1)
    sides = [(pair.gold.mentions, gold_border), (pair.pred.mentions, pred_border)]
    keys = [np.where(_real(m), border * n + m.type, -1 - i) for i, (m, border) in enumerate(sides)]
    return Credit(common(keys[0], keys[1]), common(keys[1], keys[0]))


def _real(mentions: Mentions) -> Bools:
    """Not the empty spans, which stand for predictions that fit no token."""
    return mentions.end > mentions.start


def common(keys: Ints, others: Ints) -> Bools:
    """Which keys have a counterpart of their own: the second 7 here needs a second 7 there (nesting makes them)."""
    if not len(others):
        return np.zeros(len(keys), dtype=np.bool_)
    if _rising(keys) and _rising(others):
        at = np.minimum(np.searchsorted(others, keys), len(others) - 1)
        return np.asarray(others[at] == keys)
    order = np.argsort(keys, kind="stable")
    values = keys[order]
    rank = np.arange(len(values)) - np.searchsorted(values, values, side="left")
    there = np.sort(others)
    n_there = np.searchsorted(there, values, side="right") - np.searchsorted(there, values, side="left")
    found = np.zeros(len(keys), dtype=np.bool_)
    found[order] = rank < n_there
    return found


def _rising(keys: Ints) -> bool:
    """Sorted and without repeats, as borders of flat mentions are: then a search decides."""
    return bool((keys[1:] > keys[:-1]).all())


metric(two_sided("left", left, "the first token and the type are right", suites=("more",)))
metric(two_sided("right", right, "the last token and the type are right", suites=("more",)))
