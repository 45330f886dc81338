"""Training evidence: counts by type, three places, look-alikes, bounded, and from the kept sentences alone."""

from __future__ import annotations

import pytest

from nerproof.corpus import Corpus
from nerproof.engine import trainingevidence
from nerproof.engine.evaluate import evaluate

TRAIN = Corpus.from_sentences(
    [["Washington", "spoke"], ["in", "Washington"], ["Washington", "fell"], ["Washington", "wrote"], ["Altamont"]],
    [[(0, 1, "PER")], [], [(0, 1, "LOC")], [(0, 1, "PER")], [(0, 1, "ORG")]],
)
GOLD = Corpus.from_sentences([["Washington", "and", "Altamonts", "and", "Xyz"]], [[(0, 1, "LOC"), (2, 3, "ORG")]])
PRED = Corpus.from_sentences([["Washington", "and", "Altamonts", "and", "Xyz"]], [[(0, 1, "PER"), (4, 5, "ORG")]])


@pytest.fixture(scope="module")
def training():
    return evaluate(GOLD, {"a": PRED}, train=TRAIN, resamples=0, examples=5).sentences["training"]


def test_a_seen_name_has_its_counts_by_type_and_how_often_it_is_no_mention(training):
    assert training["Washington"]["types"] == {"PER": 2, "LOC": 1}
    assert training["Washington"]["otherwise"] == 1


def test_every_type_is_among_the_places(training):
    found = training["Washington"]["sentences"]
    assert [one["number"] for one in found] == [1, 3, 4]
    assert {one["mention"][2] for one in found} == {"PER", "LOC"}
    assert found[0]["tokens"] == ["Washington", "spoke"]


def test_a_new_name_has_its_look_alike_or_none(training):
    assert training["Altamonts"]["like"] == {"name": "Altamont", "similarity": 0.824, "types": {"ORG": 1}}
    assert training["Xyz"]["like"] is None


def test_names_are_bounded_and_wrong_ones_come_first(monkeypatch):
    monkeypatch.setattr(trainingevidence, "MOST_NAMES", 1)
    right = Corpus.from_sentences([["Paris"], ["Altamont"]], [[(0, 1, "LOC")], [(0, 1, "ORG")]])
    missed = Corpus.from_sentences([["Paris"], ["Altamont"]], [[(0, 1, "LOC")], []])
    kept = evaluate(right, {"a": missed}, train=TRAIN, resamples=0, examples=5).sentences["training"]
    assert list(kept) == ["Altamont"]


def test_without_training_data_there_is_no_evidence():
    assert "training" not in evaluate(GOLD, {"a": PRED}, resamples=0, examples=5).sentences
