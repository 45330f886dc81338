"""Difficulty of tokens and the error rate weighed by it."""

from __future__ import annotations

import numpy as np
import pytest

from nerproof import evaluate
from nerproof.corpus import Corpus
from nerproof.index.lexicon import Lexicon
from nerproof.measures.attributes.difficulty import difficulty

# "Rome" is LOC three times and outside once; "win" is outside twice.
TRAIN = Corpus.from_sentences(
    [["Rome", "win"], ["Rome", "win"], ["Rome"], ["Rome"], ["Ann"]],
    [[(0, 1, "LOC")], [(0, 1, "LOC")], [(0, 1, "LOC")], [], [(0, 1, "PER")]],
)
GOLD = Corpus.from_sentences(
    [["Rome", "win", "Oslo"], ["Rome", "Rome"]], [[(0, 1, "LOC"), (2, 3, "LOC")], [(0, 1, "PER")]]
)


def test_difficulty_is_one_minus_the_share_of_the_label():
    third = 1 / 3  # labels: LOC, PER, O
    want = [1 - (3 + third) / 5, 1 - (2 + third) / 3, 1 - third, 1 - third / 5, 1 - (1 + third) / 5]
    assert difficulty(GOLD, Lexicon(TRAIN)) == pytest.approx(want)


def test_a_type_that_training_lacks_is_hardest():
    gold = Corpus.from_sentences([["Rome"]], [[(0, 1, "NEW")]])
    assert difficulty(gold, Lexicon(TRAIN)).tolist() == pytest.approx([1 - (1 / 3) / 5])


def test_errors_weigh_by_difficulty():
    pred = Corpus.from_sentences([["Rome", "win", "Oslo"], ["Rome", "Rome"]], [[(0, 1, "LOC")], [(0, 1, "LOC")]])
    result = evaluate(GOLD, {"s": pred}, train=TRAIN, suites=["hardeval"], resamples=0)
    weight = np.rint(1000 * difficulty(GOLD, Lexicon(TRAIN)))
    wrong = np.array([False, False, True, True, False])
    row = result.row("ter_weighted", suite="hardeval", system="s")
    assert row.value == pytest.approx(weight[wrong].sum() / weight.sum())
