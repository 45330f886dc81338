"""What the terminal and CSV say about single mentions: rules of matching, confusion, ranks, the first screen."""

from __future__ import annotations

import csv
import io

import pytest

from nerproof import Corpus, evaluate
from nerproof.report.csv import to_csv
from nerproof.report.tables import brief, tables

SENTENCES = [["Peter", "Blackburn"], ["London", "and", "Rome"]]
GOLD = [[(0, 2, "PER")], [(0, 1, "LOC")]]
WRONG = [[(0, 1, "PER")], [(0, 1, "ORG"), (2, 3, "LOC")]]


@pytest.fixture(scope="module")
def result():
    gold, wrong = (Corpus.from_sentences(SENTENCES, m) for m in (GOLD, WRONG))
    return evaluate(gold, {"right": gold, "wrong": wrong}, resamples=50)


def titled(found, beginning):
    return next(t for t in found if t.title.startswith(beginning))


def test_every_gold_mention_is_in_the_matrix_once(result):
    table = titled(tables(result), "Confusion, wrong")
    assert table.header == ("gold \\ predicted", "LOC", "ORG", "PER", "boundary", "both", "missed", "total")
    assert table.rows == [
        ("LOC", "", "1", "", "", "", "", "1"),
        ("ORG", "", "", "", "", "", "", "0"),
        ("PER", "", "", "", "1", "", "", "1"),
        ("spurious", "1", "", "", "", "", "", "1"),
    ]


def test_lenient_scores_stand_beside_the_strict_one(result):
    rows = {row[0]: row[2] for row in titled(tables(result), "F1 by rule").rows}
    assert rows["strict"].startswith("0.00")
    assert rows["exact"].startswith("40.00")
    assert rows["partial"].startswith("60.00")


def test_csv_holds_the_matrix(result):
    rows = [r for r in csv.DictReader(io.StringIO(to_csv(result))) if r["metric"] == "confusion"]
    found = {(r["label"], r["other"]): r["count"] for r in rows if r["system"] == "wrong"}
    assert found == {("LOC", "ORG"): "1", ("PER", "boundary"): "1", ("spurious", "LOC"): "1"}


def test_the_first_screen_is_standard_scores_and_their_comparison(result):
    """Pairs without a significant difference are among all tables only."""
    assert [t.title for t in brief(result)] == ["Standard scores (strict, %)", "F1 by type (%)"]
    assert "Paired comparisons" in [t.title for t in tables(result)]
    assert tables(result)[0].title == "Standard scores (strict, %)"


def test_systems_that_no_test_tells_apart_share_their_ranks(result):
    table = titled(brief(result), "Standard scores")
    assert table.header[-1] == "rank"
    assert {row[0]: row[-1] for row in table.rows}["right"] in {"1", "1–2"}


def test_semeval_counts_hold_every_gold_mention_once(result):
    rows = [row for row in titled(tables(result), "SemEval").rows if row[0] == "wrong"]
    assert {row[1]: row[2:] for row in rows} == {
        "strict": ("0", "2", "0", "0", "1"),
        "exact": ("1", "1", "0", "0", "1"),
        "partial": ("1", "0", "1", "0", "1"),
        "type": ("1", "1", "0", "0", "1"),
    }
