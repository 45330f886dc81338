"""How far voters agree, as F1, precision and recall of one against another, from counts per unit."""

from __future__ import annotations

import math

import numpy as np

from nerproof.corpus import Corpus, Floats, Ints
from nerproof.measures.votes import Votes

METRICS = ("f1", "precision", "recall")


def unit_cuts(corpus: Corpus) -> Ints:
    """Sentence offsets of the units: documents where they are marked, else sentences."""
    return corpus.documents if corpus.marked_documents else np.arange(corpus.n_sentences + 1)


def counts(votes: Votes, cuts: Ints, type_: str | None = None) -> Ints:
    """Units × voters × voters: mentions in common, of one type or of all."""
    if type_ is None:
        return votes.in_common(cuts)
    wanted = votes.types.index(type_) if type_ in votes.types else -1
    return votes.with_rows(votes.type == wanted).in_common(cuts)


def scores(common: Floats, metric: str) -> Floats:
    """… × voters × voters: the score of the first against the second, with half a mention added to be never 0 or 1.

    >>> scores(np.array([[4.0, 2.0], [2.0, 4.0]]), "f1").round(3).tolist()
    [[0.9, 0.5], [0.5, 0.9]]
    """
    size = np.diagonal(common, axis1=-2, axis2=-1)
    own, other = size[..., :, None], size[..., None, :]
    total = {"f1": (own + other) / 2, "precision": own + 0.0 * other, "recall": other + 0.0 * own}[metric]
    return (common + 0.5) / (total + 1)


def exact(common: Floats, system: int, other: int, metric: str) -> float | None:
    """The score as ``evaluate`` has it; None where there is nothing to count."""
    sizes = {"f1": (system, other), "precision": (system,), "recall": (other,)}[metric]
    total = float(np.mean([common[k, k] for k in sizes]))
    return float(common[system, other]) / total if total else None


def logit(share: Floats) -> Floats:
    found: Floats = np.log(share / (1 - share))
    return found


def expit(x: float) -> float:
    return 1 / (1 + math.exp(-x))
