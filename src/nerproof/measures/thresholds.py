"""What is kept and right at every threshold, the best one, and recalibration: pure functions of counts by score."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np

from nerproof.corpus import Ints
from nerproof.measures.metrics import Floats, ratio
from nerproof.measures.scorecounts import MICRO, MISSING, RIGHT, ScoreCounts, Tuning

FEWEST = 30  # dev predictions that a type needs for a threshold of its own


class Kept(NamedTuple):
    """What is left when predictions with a lower score are dropped; those without a score always stay.

    The first line is the threshold 0 (all stay), then one line per distinct score, ascending.
    """

    threshold: Ints  # in millionths
    tp: Ints
    pred: Ints
    gold: int

    def f_beta(self, beta: float = 1.0) -> Floats:
        b = beta * beta
        return ratio((1 + b) * self.tp.astype(np.float64), b * self.gold + self.pred.astype(np.float64))

    def at(self, threshold: int) -> int:
        """The line of a threshold that need not be one of the scores."""
        return int(np.searchsorted(self.threshold[1:], threshold)) + 1 if threshold > 0 else 0


def kept(counts: ScoreCounts) -> Kept:
    """Right and predicted mentions at each threshold."""
    ranked, always = counts.ranked(), counts.take(counts.score == MISSING)
    stays = int(always.n[always.outcome == RIGHT].sum()), int(always.n.sum())
    sums = [np.append(np.cumsum(x[::-1])[::-1], 0) + s for x, s in zip((ranked.right, ranked.n), stays, strict=True)]
    tp, pred = (np.concatenate([s[:1], s]) for s in sums)
    return Kept(np.concatenate([[0], ranked.score, [MICRO + 1]]), tp, pred, int(counts.gold.sum()))


def best_threshold(counts: ScoreCounts, beta: float = 1.0) -> int:
    """The threshold with the highest F; of several the lowest, which keeps most. 0: keep everything."""
    found = kept(counts)
    f = found.f_beta(beta)[:-1]
    return int(found.threshold[int(np.argmax(np.nan_to_num(f)))])


def type_thresholds(counts: ScoreCounts, beta: float = 1.0) -> dict[int, int]:
    """The best threshold of every type; types with few predictions get that of all types together."""
    whole = best_threshold(counts, beta)
    own = {t: counts.of_type(t) for t in range(len(counts.gold))}
    return {t: best_threshold(c, beta) if int(c.scored.n.sum()) >= FEWEST else whole for t, c in own.items()}


# --- recalibration ---------------------------------------------------------------------------------------------------

HOTTEST = 4.0  # temperatures between 1/16 and 16 are tried, by their logarithm to base 2
STEPS = 60  # of the search: its last interval is 1e-11 wide


def temperature(counts: ScoreCounts) -> float | None:
    """The temperature whose log-likelihood is highest: log-odds of scores are divided by it. None without scores.

    The likelihood has one maximum, so the interval is narrowed by golden sections.
    """
    ranked = counts.ranked()
    if not len(ranked.score):
        return None
    odds, (right, wrong) = _log_odds(ranked.score), ranked.sides()

    def loss(power: float) -> float:
        z = odds / 2**power
        return float((right * np.logaddexp(0, -z) + wrong * np.logaddexp(0, z)).sum())

    low, high, section = -HOTTEST, HOTTEST, (5**0.5 - 1) / 2
    for _ in range(STEPS):
        a, b = high - section * (high - low), low + section * (high - low)
        low, high = (low, b) if loss(a) <= loss(b) else (a, high)
    return round(2 ** ((low + high) / 2), 6)


def cooled(score: Ints, temperature: float) -> Ints:
    """Scores (millionths) recalibrated by a temperature; what has no score gets none."""
    found = np.rint(MICRO / (1 + np.exp(-_log_odds(score) / temperature))).astype(np.int64)
    return np.where(score == MISSING, MISSING, found)


class Isotonic(NamedTuple):
    """Shares right that never fall with the score: at these scores (millionths), on straight lines between them."""

    score: Ints
    share: Floats

    def of(self, score: Ints) -> Ints:
        """Scores recalibrated; what has no score gets none."""
        found = np.rint(MICRO * np.interp(score, self.score, self.share)).astype(np.int64)
        return np.where(score == MISSING, MISSING, found)


def isotonic(counts: ScoreCounts) -> Isotonic | None:
    """The isotonic regression of right on score: neighbours whose shares fall are pooled. None without scores."""
    ranked = counts.ranked()
    pools: list[tuple[int, int, int]] = []  # right, predictions, distinct scores
    for pool in zip(ranked.right.tolist(), ranked.n.tolist(), [1] * len(ranked.n), strict=True):
        right, n, lines = pool
        while pools and pools[-1][0] * n >= right * pools[-1][1]:
            before = pools.pop()
            right, n, lines = before[0] + right, before[1] + n, before[2] + lines
        pools.append((right, n, lines))
    if not pools:
        return None
    return Isotonic(ranked.score, np.repeat([p[0] / p[1] for p in pools], [p[2] for p in pools]))


def _log_odds(score: Ints) -> Floats:
    """Log-odds of scores; 0 and 1 are taken for half a millionth inside."""
    p = np.clip(score / MICRO, 0.5 / MICRO, 1 - 0.5 / MICRO)
    found: Floats = np.log(p) - np.log1p(-p)
    return found


# --- what is chosen --------------------------------------------------------------------------------------------------


class Choice(NamedTuple):
    """Thresholds in millionths, what they were chosen on, and recalibrations learned on dev (None: no dev)."""

    whole: int
    by_type: Mapping[str, int]
    chosen_on: str
    temperature: float | None = None
    isotonic: Isotonic | None = None

    @classmethod
    def of(cls, test: ScoreCounts, types: tuple[str, ...], dev: Tuning | None, beta: float) -> Choice:
        own, names = (test, types) if dev is None else (dev.counts, dev.types)
        whole = best_threshold(own, beta)
        by_type = {names[t]: value for t, value in type_thresholds(own, beta).items()}
        chosen = {t: by_type.get(t, whole) for t in types}
        if dev is None:
            return cls(whole, chosen, "test")
        return cls(whole, chosen, "dev", temperature(dev.counts), isotonic(dev.counts))
