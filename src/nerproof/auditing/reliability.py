"""How likely a mention is gold's, from who has it and from what gold does with the same name elsewhere.

A logistic regression of gold on the voters, fitted on other sentences than those it is used for (five folds). It learns
which systems are reliable and which of them only repeat each other, without being told the truth.
"""

from __future__ import annotations

import numpy as np

from nerproof.corpus import Bools, Floats
from nerproof.measures.votes import Codes, Votes

FOLDS = 5
STEPS = 25
RIDGE = 1.0


def log_odds(votes: Votes, train: Votes | None = None) -> Floats:
    """For each mention of the table, the log-odds that gold (the first voter) has it."""
    features = _features(votes, train)
    gold = votes.has[:, 0]
    marked = votes.has[:, 1:].any(axis=1)  # what only gold has is there because gold has it: nothing to learn from
    fold = (np.searchsorted(votes.sentences, votes.start, side="right") - 1) % FOLDS
    found = np.zeros(len(gold))
    for k in range(FOLDS):
        learn = marked & (fold != k)
        if learn.any():
            found[fold == k] = features[fold == k] @ logistic(features[learn], gold[learn])
    return found


def logistic(features: Floats, wanted: Bools, weight: Floats | None = None) -> Floats:
    """Weights of a logistic regression with a small penalty (Newton's method); column 0 is the constant."""
    penalty = np.full(features.shape[1], RIDGE)
    penalty[0] = 1e-6
    found, importance = np.zeros(features.shape[1]), np.ones(len(features)) if weight is None else weight
    for _ in range(STEPS):
        share = 1 / (1 + np.exp(-np.clip(features @ found, -30, 30)))
        slope = features.T @ (importance * (wanted - share)) - penalty * found
        curve = (features * (importance * share * (1 - share))[:, None]).T @ features + np.diag(penalty)
        step = np.linalg.solve(curve, slope)
        found = found + step
        if np.abs(step).max() < 1e-8:
            break
    return found


def _features(votes: Votes, train: Votes | None) -> Floats:
    constant = np.ones((len(votes.start), 1))
    return np.concatenate([constant, votes.has[:, 1:].astype(np.float64), _consistency(votes, train)], axis=1)


def _consistency(votes: Votes, train: Votes | None) -> Floats:
    """What gold does with the same words at other sites that somebody marked: this type, another, or none."""
    same, other, none = elsewhere(votes, train)
    seen = (same + other + none) > 0
    against = np.log((same + 0.5) / (other + none + 0.5))
    as_other = np.log((same + 0.5) / (other + 0.5))
    return np.stack([against * seen, as_other * seen, seen.astype(np.float64)], axis=1)


def elsewhere(votes: Votes, train: Votes | None = None) -> tuple[Floats, Floats, Floats]:
    """How often gold (and training data) give the words of each mention this type, another or none, at other sites."""
    words, surface = np.unique(votes.surface, return_inverse=True)
    gold, surface, n = votes.has[:, 0].astype(np.float64), surface.reshape(-1), len(votes.types)
    new = np.r_[True, (np.diff(votes.start) != 0) | (np.diff(votes.end) != 0)][: len(gold)]
    span = np.cumsum(new) - 1
    by_type = np.bincount(surface * n + votes.type, gold, minlength=len(words) * n).reshape(len(words), n)
    by_word = by_type.sum(axis=1)
    known = _in_training(words, votes.types, train)
    labelled = by_word[surface] - np.bincount(span, gold)[span]
    marked = np.bincount(surface[new], minlength=len(words))[surface] - 1
    none = np.maximum(marked - labelled, 0.0)
    same = by_type[surface, votes.type] - gold + known[surface, votes.type]
    return same, labelled + known[surface].sum(axis=1) - same, none


def _in_training(words: Codes, types: tuple[str, ...], train: Votes | None) -> Floats:
    """Words × types: how often training data mark the words as the type; a last column for all other types."""
    counts = np.zeros((len(words), len(types) + 1))
    if train is None or not len(words):
        return counts
    number = np.array([types.index(t) if t in types else len(types) for t in train.types], dtype=np.int64)
    at = np.minimum(np.searchsorted(words, train.surface), len(words) - 1)
    known = words[at] == train.surface
    np.add.at(counts, (at[known], number[train.type[known]]), 1.0)
    return counts
