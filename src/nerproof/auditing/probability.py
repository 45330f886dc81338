"""The probability that gold is wrong at a site: a logistic curve fitted where the corrections are known.

The coefficients are in ``calibration.json``, made by ``reproduce/audit/calibrate.py`` from errors planted in several
corpora and from a published correction.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

import numpy as np

from nerproof.auditing.alternatives import KINDS, Alternatives
from nerproof.corpus import Floats, Ints

VOTES, FOLDS = "votes", "folds"  # evidence from votes only; also from models on folds
_LIMIT = 12.0


@dataclass(frozen=True, eq=False)
class Ranked:
    """The best alternative of each site where any voter differs from gold, the likeliest errors first."""

    alternatives: Alternatives
    row: Ints  # of the alternatives
    score: Floats  # log-odds that gold is wrong

    @property
    def probability(self) -> Floats:
        return 1 / (1 + np.exp(-self.score))

    @property
    def site(self) -> Ints:
        return self.alternatives.site[self.row]

    def __len__(self) -> int:
        return len(self.row)


def rank(alternatives: Alternatives, log_odds: Floats | None = None) -> Ranked:
    """Ranks sites by the probability of their likeliest alternative; equal ones stay in the text's order."""
    score = features(alternatives, log_odds) @ coefficients(VOTES if log_odds is None else FOLDS)
    order = np.lexsort((-score, alternatives.site))
    site = alternatives.site[order]
    best = order[np.r_[True, site[1:] != site[:-1]][: len(site)]]
    best = best[np.argsort(-score[best], kind="stable")]
    return Ranked(alternatives, best, score[best])


def features(alternatives: Alternatives, log_odds: Floats | None) -> Floats:
    """One row per alternative; the first column is the constant, type errors are the base of the kinds."""
    kinds = np.eye(len(KINDS))[alternatives.kind][:, 1:]
    systems = len(alternatives.votes.voters) - 1
    columns = [
        np.ones(len(alternatives)),
        alternatives.support - alternatives.support_of_gold,
        np.clip(alternatives.reliability, -_LIMIT, _LIMIT) / systems,  # the more vote, the less the rest says
        *kinds.T,
        alternatives.longer,
        np.full(len(alternatives), np.log(systems)),
        np.full(len(alternatives), float(np.mean(alternatives.weights))),
    ]
    return np.stack([*columns, *([] if log_odds is None else [np.clip(log_odds, -_LIMIT, _LIMIT)])], axis=1)


NAMES = (
    "constant",
    "margin",
    "reliability",
    *KINDS[1:],
    "longer",
    "log systems",
    "accuracy",
    "log odds of the models",
)


def coefficients(evidence: str) -> Floats:
    return np.array([calibration()[evidence][name] for name in NAMES[: None if evidence == FOLDS else -1]])


@cache
def calibration() -> dict[str, Any]:
    """The curves, and what corpora that they were not fitted on would have needed: (shift, slope) of the log-odds."""
    found: dict[str, Any] = json.loads((resources.files("nerproof.auditing") / "calibration.json").read_text("utf-8"))
    return found
