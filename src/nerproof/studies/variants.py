"""Variants of a dataset: tests of tough mentions, and training data whose hard tokens are marked."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from nerproof.corpus import Bools, Coded, Corpus
from nerproof.index.lexicon import Lexicon
from nerproof.measures.attributes.hardeval import HARD, hard_token
from nerproof.suites.tmr import subsets

FOLDS = 10
TOUGH = ("UNSEEN-ANY", "TCM-ALL")


def tough_tests(test: Corpus, lexicon: Lexicon) -> dict[str, Corpus]:
    """The sentences of the test set with at least one tough mention, whole: F1 on them is a score like any other."""
    masks = subsets(test, lexicon, Lexicon(test))
    return {f"test-{name}": test.select(_sentences(test, masks[name])) for name in TOUGH}


def _sentences(corpus: Corpus, mentions: Bools) -> Bools:
    found: Bools = np.zeros(corpus.n_sentences, dtype=np.bool_)
    found[corpus.sentence_of_mention[mentions]] = True
    return found


def marked_training(train: Corpus, switches: dict[str, Any], *, folds: int = FOLDS, seed: int = 0) -> Corpus:
    """Training data with a column ``hard``: the subset of each token in the light of the other folds.

    The hard tokens of a test set cannot be trained on; those of training data can, as a slice of their own.
    """
    fold = np.random.default_rng(seed).permutation(train.n_sentences) % min(folds, max(train.n_sentences, 2))
    subset = np.zeros(train.n_tokens, dtype=np.uint8)
    for k in range(int(fold.max(initial=-1)) + 1):
        inside = fold == k
        column = hard_token(train.select(inside), Lexicon(train.select(~inside)), switches)
        subset[inside[train.sentence_of_token]] = column
    marks = Coded.encode([HARD[i] for i in subset.tolist()])
    return replace(train, columns={**train.columns, "hard": marks}, file_digest=None)
