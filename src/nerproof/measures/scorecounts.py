"""How many predictions have each score, by outcome, type and whether the name was seen: counted, not stored.

Scores are rounded to millionths, so the counts of any corpus have a bounded size, add up over chunks and are the same
in every engine; ties at that precision are ties everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from nerproof.corpus import Bools, Ints, Mentions
from nerproof.index.lexicon import Lexicon
from nerproof.measures.metrics import Floats
from nerproof.measures.metrics.matching import assignment_of
from nerproof.measures.pairing import Pair

MICRO = 1_000_000  # scores are counted in millionths
LOWEST, HIGHEST = -100, 200  # scores outside are counted as these: they are refused anyway
MISSING = (LOWEST - 1) * MICRO
OUTCOMES = ("right", "type", "boundary", "both", "spurious")
RIGHT, SPURIOUS = 0, 4
# Whether training data have the predicted surface, as any type: the type may be the error. UNKNOWN: no such data.
UNKNOWN, SEEN, NEW = range(3)

SCALES: dict[str, Callable[[Floats], Floats]] = {
    "probability": lambda s: s,
    "log": np.exp,
    "logit": lambda s: 1 / (1 + np.exp(-s)),
    "percent": lambda s: s / 100,
}


def in_millionths(mentions: Mentions, scale: str | None = None) -> Ints:
    """The score of each mention in millionths; MISSING where it has none."""
    found = np.full(len(mentions), MISSING, dtype=np.int64)
    if mentions.score is not None:
        known = ~np.isnan(mentions.score)
        with np.errstate(over="ignore"):
            scores = SCALES[scale or "probability"](mentions.score[known])
        found[known] = np.rint(np.clip(scores, LOWEST, HIGHEST) * MICRO)
    return found


@dataclass(frozen=True, eq=False)
class ScoreCounts:
    """One line per distinct score, outcome, predicted type, type of the gold partner (-1: none) and seen group."""

    score: Ints  # in millionths
    outcome: Ints
    type: Ints
    gold_type: Ints
    seen: Ints
    n: Ints
    gold: Ints  # gold mentions by type

    def take(self, where: Bools) -> ScoreCounts:
        names = ("score", "outcome", "type", "gold_type", "seen", "n")
        return replace(self, **{name: getattr(self, name)[where] for name in names})

    @property
    def scored(self) -> ScoreCounts:
        return self.take(self.score != MISSING)

    def of_type(self, type_: int) -> ScoreCounts:
        """What is predicted as a type, and the gold mentions of that type alone."""
        gold = np.where(np.arange(len(self.gold)) == type_, self.gold, 0)
        return replace(self.take(self.type == type_), gold=gold)

    def ranked(self) -> Ranked:
        """Counts by distinct score, of the predictions that have one."""
        own = self.scored
        score, place = np.unique(own.score, return_inverse=True)
        sides = (own.outcome == RIGHT, own.outcome != RIGHT)
        right, wrong = (np.bincount(place[s], own.n[s], len(score)).astype(np.int64) for s in sides)
        return Ranked(score, right, wrong)


class Ranked(NamedTuple):
    """Distinct scores in millionths, ascending, with how many predictions of each are right and wrong."""

    score: Ints
    right: Ints
    wrong: Ints

    @property
    def n(self) -> Ints:
        return self.right + self.wrong

    def sides(self) -> tuple[Floats, Floats]:
        return self.right.astype(np.float64), self.wrong.astype(np.float64)

    def edges(self, parts: int) -> Ints:
        """Scores at which parts of equal size begin: those of the predictions at rank k n / parts.

        Ties are never divided: all predictions with that score belong to the part that begins there.
        """
        cuts = np.cumsum(self.n)
        total = int(cuts[-1]) if len(cuts) else 0
        ranks = np.arange(1, parts) * total // parts
        return self.score[np.searchsorted(cuts, ranks, side="right")] if total else np.zeros(parts - 1, dtype=np.int64)


def ranked_of(score: Ints, right: Bools) -> Ranked:
    """Counts by distinct score of single predictions; those without a score are left out."""
    known = score != MISSING
    distinct, place = np.unique(score[known], return_inverse=True)
    n, hits = (np.bincount(place, w, len(distinct)).astype(np.int64) for w in (None, right[known]))
    return Ranked(distinct, hits, n - hits)


# --- adding up -------------------------------------------------------------------------------------------------------


def survey(pairs: Mapping[str, Pair], switches: Mapping[str, Any], lexicon: Lexicon | None = None) -> Counter[Any]:
    """The counts of a chunk, packed into one number per line; ``=NAME`` names a system, negative numbers are gold's."""
    found: Counter[Any] = Counter()
    for number, name in enumerate(sorted(pairs)):
        pair = pairs[name]
        codes = packed(pair, switches.get("score_scale"), lexicon) * len(pairs) + number
        values, counts = np.unique(codes, return_counts=True)
        found.update(dict(zip(values.tolist(), counts.tolist(), strict=True)))
        found[f"={name}"] = 1
    for pair in list(pairs.values())[:1]:
        for type_, n in enumerate(np.bincount(pair.gold.mentions.type, minlength=len(pair.types)).tolist()):
            found[-1 - type_] += n
    return found


def packed(pair: Pair, scale: str | None, lexicon: Lexicon | None) -> Ints:
    """Score, outcome, types and seen group of each prediction as one number."""
    outcome, gold_type = outcomes(pair)
    seen = np.full(len(outcome), UNKNOWN)
    if lexicon is not None:
        seen = np.where(lexicon.surface_count(pair.pred) > 0, SEEN, NEW)
    code = in_millionths(pair.pred.mentions, scale) - MISSING
    width = len(pair.types) + 1
    for value, size in ((outcome, len(OUTCOMES)), (pair.pred.mentions.type, width), (gold_type + 1, width), (seen, 3)):
        code = code * size + value
    return code


def outcomes(pair: Pair) -> tuple[Ints, Ints]:
    """Per prediction: its outcome (as in the confusion matrix) and the type of its gold partner, -1 without one."""
    pairs = assignment_of(pair).edges
    outcome = np.full(len(pair.pred.mentions), SPURIOUS, dtype=np.int64)
    outcome[pairs.pred] = np.where(pairs.span, np.where(pairs.type, RIGHT, 1), np.where(pairs.type, 2, 3))
    gold_type = np.full(len(outcome), -1, dtype=np.int64)
    gold_type[pairs.pred] = pair.gold.mentions.type[pairs.gold]
    return outcome, gold_type


def unpacked(survey: Counter[Any], types: tuple[str, ...]) -> dict[str, ScoreCounts]:
    """The counts of every system."""
    names = sorted(k[1:] for k in survey if isinstance(k, str))
    keys = sorted(k for k in survey if isinstance(k, int) and k >= 0)
    codes = np.array(keys, dtype=np.int64)
    n = np.array([survey[k] for k in keys], dtype=np.int64)
    gold = np.array([survey[-1 - t] for t in range(len(types))], dtype=np.int64)
    return {
        name: _unpacked(codes[codes % len(names) == i] // len(names), n[codes % len(names) == i], gold)
        for i, name in enumerate(names)
    }


def _unpacked(codes: Ints, n: Ints, gold: Ints) -> ScoreCounts:
    columns = []
    for size in (3, len(gold) + 1, len(gold) + 1, len(OUTCOMES)):
        columns.append(codes % size)
        codes = codes // size
    seen, gold_type, type_, outcome = columns
    return ScoreCounts(codes + MISSING, outcome, type_, gold_type - 1, seen, n, gold)


def counts_of(pair: Pair, scale: str | None = None, lexicon: Lexicon | None = None) -> ScoreCounts:
    """The counts of one pair."""
    switches = {"score_scale": scale}
    return unpacked(survey({pair.name: pair}, switches, lexicon), pair.types)[pair.name]


class Tuning(NamedTuple):
    """What development data say of a system's scores: thresholds and temperatures are chosen by it."""

    counts: ScoreCounts
    types: tuple[str, ...]
    digest: str  # of the predictions


# --- what cannot be meant --------------------------------------------------------------------------------------------


def wrong_scale(name: str, counts: ScoreCounts) -> str | None:
    """Why the scores of a system cannot be probabilities, and what they look like; None where they can."""
    score = counts.scored.score
    low, high = (int(score.min()), int(score.max())) if len(score) else (0, MICRO)
    if low >= 0 and high <= MICRO:
        return None
    likely = "log" if high <= 0 else "percent" if low >= 0 and high <= 100 * MICRO else "logit"
    words = {"log": "log-probabilities", "percent": "percentages", "logit": "logits"}[likely]
    return (
        f"the scores of {name!r} lie between {low / MICRO:g} and {high / MICRO:g}, not between 0 and 1. "
        f"If they are {words}, say --score-scale {likely}."
    )
