"""The sentences behind a bucket or subset: right and wrong ones, with their ids."""

from __future__ import annotations

import pytest

from nerproof import evaluate
from nerproof.base.errors import UnknownName
from nerproof.corpus import Corpus
from nerproof.drilldown.subsets import behind
from nerproof.evaluate import Options, prepare

WORDS = [["EU", "in", "Paris"], ["Peter", "of", "Rome"], ["Paris", "won"]]
GOLD = Corpus.from_sentences(WORDS, [[(0, 1, "ORG"), (2, 3, "LOC")], [(0, 1, "PER")], [(0, 1, "ORG")]])
PRED = Corpus.from_sentences(WORDS, [[(0, 1, "ORG")], [(0, 1, "PER"), (2, 3, "LOC")], [(0, 1, "LOC")]])
TRAIN = Corpus.from_sentences([["EU", "in", "Paris"]], [[(0, 1, "ORG"), (2, 3, "LOC")]])


@pytest.fixture(scope="module")
def study():
    return prepare(GOLD, {"s": PRED}, train=TRAIN, options=Options(resamples=0))


def fates(cases):
    return [(c.text, c.gold, c.fate, c.id) for c in cases]


def test_a_bucket_shows_missed_and_spurious_mentions_and_the_correct_ones(study):
    (found,) = behind("eLen:XS", study)
    assert fates(found.correct) == [("EU", "ORG", "correct", 0), ("Peter", "PER", "correct", 1)]
    assert fates(found.wrong) == [
        ("Paris", "LOC", "missed", 0),
        ("Paris", "ORG", "predicted LOC", 2),
        ("Rome", None, "predicted LOC (spurious)", 1),
        ("Paris", None, "predicted LOC (type)", 2),
    ]
    assert "<memory>#2: Peter of Rome" in found.wrong[2].sentence


def test_counts_are_those_of_the_bucket_whatever_the_limit(study):
    result = evaluate(GOLD, {"s": PRED}, train=TRAIN, resamples=0)
    for row in result.where(suite="interpreteval", system="s", metric="f1"):
        (found,) = behind(row.slice, study, limit=1)
        assert found.n_correct == row.more["n_correct"], row.slice
        assert len(found.wrong) <= 1


def test_hard_tokens_show_the_predicted_type(study):
    (found,) = behind("unseen-O", study)
    assert fates(found.wrong) == [("Rome", "O", "predicted LOC", 1)]
    assert [c.text for c in found.correct] == ["of", "won"]


def test_every_subset_of_the_result_can_be_looked_into(study):
    result = evaluate(GOLD, {"s": PRED}, train=TRAIN, resamples=0, examples=10)
    for name in result.sentences["slices"]:
        assert behind(name, study)


def test_an_unknown_subset_names_the_known_ones(study):
    with pytest.raises(UnknownName, match="UNSEEN-TYPE"):
        behind("nope", study)


def test_result_sentences_carry_the_ids_behind_each_bucket():
    """Issue 4: from a result row's slice to the ids of its sentences, correct and wrong."""
    result = evaluate(GOLD, {"s": PRED}, train=TRAIN, resamples=0, examples=10)
    number = result.sentences["slices"].index("eFre:XS")
    ids = [s["id"] for s in result.sentences["items"] if any(number in m[3] for m in s["gold"])]
    assert ids == [1]  # Peter is not in train
    hits = [m[4] for s in result.sentences["items"] for m in s["pred"]["s"] if number in m[3]]
    assert hits == [1, 0]  # Peter is right, Rome is not
