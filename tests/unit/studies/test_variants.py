"""Tests of tough mentions, and training data whose hard tokens are marked."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from nerproof import Corpus, Lexicon, UsageError, read
from nerproof.cli import app
from nerproof.studies.variants import marked_training, tough_tests

TRAIN = Corpus.from_sentences([["EU"], ["Paris", "May"]], [[(0, 1, "ORG")], [(0, 1, "LOC")]])


def test_tough_tests_hold_whole_sentences():
    words = [["EU", "x"], ["Rome", "EU"], ["EU", "y"], ["z"]]
    mentions = [[(0, 1, "ORG")], [(0, 1, "LOC"), (1, 2, "ORG")], [(0, 1, "LOC")], []]
    found = tough_tests(Corpus.from_sentences(words, mentions), Lexicon(TRAIN))
    unseen, confusable = found["test-UNSEEN-ANY"], found["test-TCM-ALL"]
    assert [unseen.sentence(i) for i in range(unseen.n_sentences)] == [["Rome", "EU"], ["EU", "y"]]
    assert len(unseen.mentions) == 3
    assert confusable.n_sentences == 3  # EU is ORG and LOC


def test_hard_tokens_of_training_are_those_of_the_other_folds():
    """May is O twice and PER once; seen from the folds without it, the PER is unusual and a word that is alone is unseen."""
    words = [["May", "x"], ["May", "x"], ["May", "y"]]
    train = Corpus.from_sentences(words, [[], [], [(0, 1, "PER")]])
    marks = marked_training(train, {}, folds=3).columns["hard"].strings()
    assert marks == ["other", "other", "other", "other", "diff-I", "unseen-O"]


def test_folds_are_drawn_by_the_seed():
    train = Corpus.from_sentences(
        [[f"w{i % 7}", "x"] for i in range(40)], [[(0, 1, "PER")] if i % 3 else [] for i in range(40)]
    )
    marks = [marked_training(train, {}, folds=2, seed=s).columns["hard"].strings() for s in (0, 0, 1)]
    assert marks[0] == marks[1] != marks[2]


def test_columns_are_written_before_the_tag(tmp_path):
    (tmp_path / "train.conll").write_text("EU B-ORG\nin O\n\nin O\nEU B-ORG\n")
    command = ["stats", "--train", str(tmp_path / "train.conll"), "--write", str(tmp_path / "out"), "-q"]
    CliRunner().invoke(app, command, standalone_mode=False, catch_exceptions=False)
    lines = (tmp_path / "out" / "train-hard-tokens.conll").read_text().split("\n")
    assert lines[:2] == ["EU\tother\tB-ORG", "in\tother\tO"]
    assert len(read(tmp_path / "out" / "train-hard-tokens.conll").mentions) == 2
    assert not (tmp_path / "out" / "test-clean.conll").exists()


def test_writing_needs_training_data(tmp_path):
    (tmp_path / "test.conll").write_text("EU B-ORG\n")
    with pytest.raises(UsageError, match="--write needs --train"):
        CliRunner().invoke(
            app, ["stats", "--test", str(tmp_path / "test.conll"), "--write", str(tmp_path / "out")],
            standalone_mode=False, catch_exceptions=False,
        )  # fmt: skip
