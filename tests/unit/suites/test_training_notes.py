"""What the suites about training data say beside their numbers."""

from __future__ import annotations

import pytest

from nerproof import evaluate
from nerproof.corpus import Corpus

WORDS = [["Bank", "of", "England", "rose"], ["England", "won"]]
NESTED = [[(0, 3, "ORG"), (2, 3, "LOC")], [(0, 1, "LOC")]]
FLAT = [[(0, 3, "ORG")], [(0, 1, "LOC")]]


def notes(mentions, **options):
    gold = Corpus.from_sentences(WORDS, mentions)
    train = Corpus.from_sentences([["England", "lost"]], [[(0, 1, "LOC")]])
    return evaluate(gold, {"s": gold}, train=train, resamples=0, **options).notes


def test_nested_gold_is_said_to_be_read_by_its_outermost_mentions():
    assert any("outermost" in n for n in notes(NESTED))
    assert not any("outermost" in n for n in notes(FLAT))


def test_the_label_of_a_token_is_that_of_the_outermost_mention():
    gold = Corpus.from_sentences(WORDS, NESTED)
    pred = Corpus.from_sentences(WORDS, FLAT)
    result = evaluate(gold, {"s": pred}, train=gold, resamples=0, suites=["hardeval"])
    assert result.value("ter", suite="hardeval", system="s") == 0


@pytest.mark.parametrize(("suite", "words"), [("hardeval", "predicts nothing"), ("contamination", "collapses")])
def test_cautions_come_with_their_suite_only(suite, words):
    assert any(words in n for n in notes(FLAT, suites=[suite]))
    assert not any(words in n for n in notes(FLAT, suites=["standard"]))


def test_documents_without_marks_are_said_to_be_sentences():
    asked = {"contamination_unit": "document"}
    assert any("a document is a sentence" in n for n in notes(FLAT, switches=asked))
    assert not any("a document is a sentence" in n for n in notes(FLAT))
    marked = Corpus.from_sentences(WORDS, FLAT, document_starts=[0])
    found = evaluate(marked, {"s": marked}, train=marked, resamples=0, switches=asked)
    assert not any("a document is a sentence" in n for n in found.notes)
    rate = found.row("partial_rate", suite="contamination", system="", slice="test|train")
    assert (rate.count, rate.total) == (1, 1)


def test_a_set_under_one_percent_is_flagged_small():
    n = 101
    words = [[f"w{i}"] for i in range(n)]
    gold = Corpus.from_sentences(words, [[(0, 1, "PER")]] * n)
    train = Corpus.from_sentences(words[1:], [[(0, 1, "PER")]] * (n - 1))
    result = evaluate(gold, {"s": gold}, train=train, resamples=0, suites=["tmr"])
    small = {r.slice: r.more.get("small") for r in result.where(system="s", label="ALL", metric="recall")}
    assert small["UNSEEN-TOKENS"] and small["TCM-ALL"]
    assert not small["SEEN"] and not small["ALL"]
