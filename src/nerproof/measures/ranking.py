"""How well scores tell right from wrong predictions: exact with ties, from counts by distinct score.

Arrays are (…, K): K distinct scores (or groups of them) in ascending order, with how many predictions of each are right
and how many wrong. Leading axes are resamples. Undefined is NaN.
"""

from __future__ import annotations

import numpy as np

from nerproof.measures.metrics import Floats, ratio


def auroc(right: Floats, wrong: Floats) -> Floats:
    """Probability that a right prediction has a higher score than a wrong one; ties count half.

    >>> float(auroc(np.array([0.0, 1, 1]), np.array([1.0, 1, 0])))
    0.875
    """
    below = np.cumsum(wrong, axis=-1) - wrong / 2
    return ratio((right * below).sum(axis=-1), right.sum(axis=-1) * wrong.sum(axis=-1))


def average_precision(right: Floats, wrong: Floats) -> Floats:
    """Area under precision against recall as a step function (scikit-learn's), with right predictions as positives."""
    tp, kept = _from_above(right), _from_above(right + wrong)
    return ratio((right * ratio0(tp, kept)).sum(axis=-1), right.sum(axis=-1))


def average_precision_of_wrong(right: Floats, wrong: Floats) -> Floats:
    """The same with wrong predictions as positives, the lowest scores first: how well low scores find errors."""
    return average_precision(wrong[..., ::-1], right[..., ::-1])


def aurc(right: Floats, wrong: Floats) -> Floats:
    """Area under risk against coverage: the mean share of wrong ones among the k surest predictions, k = 1 … n.

    Within a tie the order is random and the mean over all orders is taken: the sum over j = 1 … m of
    (W + j p) / (N + j) is p m + (W - p N) (H(N + m) - H(N)), where N predictions with W wrong ones are surer, the tie
    has m with a share p wrong, and H are harmonic numbers.
    """
    from scipy.special import digamma

    m = right + wrong
    surer = _from_above(m) - m
    surer_wrong = _from_above(wrong) - wrong
    p = ratio0(wrong, m)
    harmonic = digamma(surer + m + 1) - digamma(surer + 1)
    return ratio((p * m + (surer_wrong - p * surer) * harmonic).sum(axis=-1), m.sum(axis=-1))


def risk_at(right: Floats, wrong: Floats, coverage: Floats) -> Floats:
    """Share of wrong ones among the surest predictions, at shares of all predictions; ties are taken in proportion."""
    m = (right + wrong)[::-1]
    kept, bad = (np.concatenate([[0.0], np.cumsum(x)]) for x in (m, wrong[::-1]))
    wanted = np.maximum(coverage * kept[-1], 1e-300)
    return ratio(np.interp(wanted, kept, bad), wanted)


def _from_above(counts: Floats) -> Floats:
    """Sums over all scores at least as high."""
    return np.cumsum(counts[..., ::-1], axis=-1)[..., ::-1]


def ratio0(numerator: Floats, denominator: Floats) -> Floats:
    """Quotient, 0 where there is nothing: such a score adds nothing to a sum."""
    return np.divide(numerator, denominator, out=np.zeros_like(numerator, dtype=np.float64), where=denominator > 0)
