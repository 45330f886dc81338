"""Random systems whose predictions have scores, and what is true of them."""

from __future__ import annotations

import numpy as np

from nerproof.corpus import Corpus, Mentions

TYPES = ("LOC", "PER")


def scored_system(n=500, *, over=0.0, seed=0, digits=6, missing=0.0):
    """Gold and a system: a prediction of score s is right with probability s (1 - over)."""
    rng = np.random.default_rng(seed)
    words = [[f"A{i % 90}", "met", f"B{i % 70}", "."] for i in range(n)]
    gold = Corpus.from_sentences(words, [[(0, 1, "PER"), (2, 3, "LOC")]] * n)
    start = np.sort(np.concatenate([4 * np.arange(n), 4 * np.arange(n) + 2]))
    score = np.round(rng.uniform(0.2, 1, 2 * n), digits)
    true = np.tile([1, 0], n)
    right = rng.random(2 * n) < score * (1 - over)
    type_ = np.where(right, true, 1 - true)
    given = np.where(rng.random(2 * n) < missing, np.nan, score)
    return gold, gold.with_mentions(Mentions.of(start, start + 1, type_, given), TYPES), score, right
