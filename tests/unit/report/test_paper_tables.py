"""The tables of the training-set suites, as the papers print them."""

from __future__ import annotations

import pytest

from nerproof import evaluate
from nerproof.corpus import Corpus
from nerproof.report.tables import tables
from nerproof.studies.datasets import combine

WORDS = [["EU", "in", "Paris"], ["Peter", "of", "Rome"], ["Paris", "won"], ["a", "Zorro"]]
GOLD = [[(0, 1, "ORG"), (2, 3, "LOC")], [(0, 1, "PER"), (2, 3, "LOC")], [(0, 1, "ORG")], [(1, 2, "PER")]]
GOOD = [*GOLD[:3], []]
BAD = [[(0, 1, "ORG")], [], [(0, 1, "LOC")], [(0, 1, "PER")]]
TRAIN = Corpus.from_sentences(
    [["EU", "in", "Paris"], ["EU", "a", "a"]], [[(0, 1, "ORG"), (2, 3, "LOC")], [(0, 1, "LOC")]]
)


@pytest.fixture(scope="module")
def shown():
    gold, good, bad = (Corpus.from_sentences(WORDS, m) for m in (GOLD, GOOD, BAD))
    result = evaluate(gold, {"good": good, "bad@1": bad, "bad@2": bad}, train=TRAIN, resamples=20)
    return {t.title: t for t in tables(result)}


def rows(table):
    return {r[0]: r for r in table.rows}


def test_composition_has_types_counts_and_the_total(shown):
    table = shown["tmr: composition of the test mentions, % (n)"]
    assert table.header == ("set", "ALL", "LOC", "ORG", "PER")
    assert rows(table)["SEEN"][1:] == ("33.33 (2)", "50.00 (1)", "50.00 (1)", "0.00 (0) °")
    assert rows(table)["all mentions"][1:] == ("6", "2", "2", "2")


def test_the_best_recall_is_marked_and_small_sets_too(shown):
    table = shown["tmr: recall (%)"]
    good, bad = table.header.index("good"), table.header.index("bad")
    whole = rows(table)["ALL"]
    assert whole[good].endswith(" •")
    assert "±" in whole[bad] and "•" not in whole[bad]
    assert whole[1] == "6"
    assert "TCM-UNSEEN °" in rows(table)
    assert not any("recision" in h for h in table.header)


def test_hardeval_prints_its_tables_with_the_caution(shown):
    assert rows(shown["hardeval: ambiguous mentions"])["train"] == ("train", "3", "2", "66.67", "2", "1", "50.00")
    assert rows(shown["hardeval: mentions unseen in train"])["test"][2:4] == ("3", "50.00")
    assert any("predicts nothing" in n for n in shown["hardeval: token error rate (TER, %)"].notes)
    shares = rows(shown["hardeval: where the errors are (%)"])["good"][2:]
    assert sum(float(s.split()[0]) for s in shares) == pytest.approx(100, abs=0.02)
    assert rows(shown["hardeval: hard tokens of the test data"])["unseen"][1] == "5"
    assert rows(shown["hardeval: score (%)"])["good"][-1].endswith(" •")


def test_contamination_says_when_precision_collapses(shown):
    table = shown["Precision on new entities (%)"]
    assert any("(here 4 of 6)" in n for n in table.notes)
    assert shown["Overlap of the parts (%)"].header[1:3] == ("sentences sharing", "sharing all")


def test_diagnoses_name_systems_not_runs(shown):
    compared = shown["Comparative diagnosis"]
    assert {(r[1], r[2]) for r in compared.rows} == {("good", "bad")}
    assert {r[1] for r in shown["Self-diagnosis: best and worst bucket (F1, %)"].rows} == {"good", "bad"}


def test_buckets_of_a_system_that_may_differ_by_chance_are_in_brackets(shown):
    first = {r[0]: r for r in shown["Attributes"].rows}
    assert first["eCon"][4].startswith("(")  # six mentions
    assert first["eLen"][4] == "– / 0"  # one bucket has scores: nothing to test
    assert {row[3] for row in first.values()} == {"–", "needs 3"}  # two systems cannot reach 0.05


def test_several_datasets_are_shown_one_by_one_and_together():
    gold, good, bad = (Corpus.from_sentences(WORDS, m) for m in (GOLD, GOOD, BAD))
    systems = {"good": good, "bad@1": bad, "bad@2": bad}
    one = evaluate(gold, systems, train=TRAIN, resamples=20)
    two = evaluate(good, systems, train=TRAIN, resamples=20)
    found = {t.title: t for t in tables(combine({"one": one, "two": two}))}
    assert rows(found["one: tmr: composition of the test mentions, % (n)"])["all mentions"][1] == "6"
    assert rows(found["two: tmr: composition of the test mentions, % (n)"])["all mentions"][1] == "5"
    splits = {r[0]: r for r in found["All datasets: Differences over splits"].rows}
    assert splits["standard ALL f1"][1:3] == ("good", "bad") and splits["standard ALL f1"][4] == "2/2"
    compared = found["All datasets: Comparative diagnosis over all datasets"]
    assert {(r[1], r[2]) for r in compared.rows} == {("good", "bad")}
    assert ", p " in found["All datasets: Attributes"].rows[0][1]
