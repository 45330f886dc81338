"""nerproof inspect: the words behind a number, from files."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from nerproof.cli.inspect import command

TRAIN = "EU B-ORG\nin O\nParis B-LOC\n\nParis B-LOC\nwon O\n\nParis O\nwon O\n"
TEST = "EU B-LOC\nin O\nParis B-LOC\n\nRome B-LOC\nwon B-ORG\n"
PRED = "EU B-ORG\nin O\nParis B-LOC\n\nRome O\nwon O\n"


@pytest.fixture
def inspect(tmp_path):
    for name, text in (("train", TRAIN), ("test", TEST), ("pred", PRED)):
        (tmp_path / f"{name}.conll").write_text(text)
    files = ["--train", str(tmp_path / "train.conll"), "--test", str(tmp_path / "test.conll")]

    def run(subset, *more):
        return CliRunner().invoke(
            command, [subset, *files, *(m.format(tmp_path) for m in more)], catch_exceptions=False
        )

    return run


def test_hard_words_have_train_counts_and_test_labels(inspect):
    found = json.loads(inspect("diff-I", "--json", "-").output)
    assert [(f["text"], f["train"], f["test"]) for f in found] == [("won", {"O": 2}, {"ORG": 1})]


def test_contaminated_mentions_show_both_sides(inspect):
    (found,) = json.loads(inspect("contaminated", "--json", "-").output)
    assert found["text"] == "Paris"
    assert len(found["train_places"]) == 2 and "test.conll:1" in found["test_places"][0]


def test_inconsistencies_are_ranked(inspect):
    out = inspect("inconsistencies").output
    assert "[Paris] won: LOC ×1, O ×1" in out


def test_a_bucket_with_predictions_shows_wrong_and_right(inspect):
    out = inspect("tag:LOC", "--pred", "mine={}/pred.conll").output
    assert "mine: 2 wrong, 1 correct" in out
    assert "predicted ORG: EU (LOC)" in out and "missed: Rome (LOC)" in out and "correct: Paris (LOC)" in out


def test_an_empty_subset_is_reported(inspect):
    assert "the subset is empty" in inspect("TCM-ALL").output
