"""Partly seen mentions."""

from __future__ import annotations

import pytest

from nerproof import Corpus, Lexicon, evaluate
from nerproof.measures.attributes.partial import MATCH, match

TRAIN = Corpus.from_sentences(
    [["Bank", "of", "York"], ["Peter", "York"], ["of", "the", "bank"], ["of", "May"]],
    [[(0, 3, "ORG")], [(0, 2, "PER")], [], [(1, 2, "PER")]],
)
CASES = {
    ("Bank of York", "ORG"): "exact",
    ("Bank of Rome", "ORG"): "partial",
    ("Bank of Rome", "LOC"): "new",  # its words name no such entity
    ("Lord of Rome", "ORG"): "new",  # "of" stands mostly outside
    ("Peter", "PER"): "partial",
    ("peter", "PER"): "new",
    ("Peter", "MISC"): "new",  # a type that training lacks
}


@pytest.mark.parametrize("name", CASES)
def test_match(name):
    surface, kind = name
    words = surface.split()
    test = Corpus.from_sentences([words], [[(0, len(words), kind)]])
    assert MATCH[match(test, Lexicon(TRAIN))[0]] == CASES[name]


def test_no_mention_and_no_training():
    empty = Corpus.from_sentences([["a"]])
    assert match(empty, Lexicon(TRAIN)).tolist() == []
    test = Corpus.from_sentences([["Bank"]], [[(0, 1, "ORG")]])
    assert match(test, Lexicon(empty)).tolist() == [2]


def test_scores_by_match():
    test = Corpus.from_sentences([["Bank", "of", "York"], ["Peter", "said"]], [[(0, 3, "ORG")], [(0, 1, "PER")]])
    pred = Corpus.from_sentences([["Bank", "of", "York"], ["Peter", "said"]], [[(0, 3, "ORG")], []])
    result = evaluate(test, {"a": pred}, train=TRAIN, suites=["interpreteval"], resamples=0)
    found = {r.slice: (r.more["n_gold"], r.more["n_correct"]) for r in result.where(metric="f1", system="a")}
    assert (found["match:exact"], found["match:partial"], found["match:new"]) == ((1, 1), (1, 0), (0, 0))
