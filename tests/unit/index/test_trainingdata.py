"""Training data that does not fit the test data, in every verb that takes it."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from nerproof.base.errors import UsageError
from nerproof.cli import app
from nerproof.corpus import Corpus
from nerproof.index.trainingdata import check_training

GOLD = Corpus.from_sentences([["EU", "won"]], [[(0, 1, "ORG")]])


def test_types_without_overlap_are_an_error_that_names_both_sets():
    train = Corpus.from_sentences([["EU"]], [[(0, 1, "COMPANY")]])
    with pytest.raises(UsageError, match="train has the types COMPANY; gold has ORG.*--map"):
        check_training(GOLD, train)


def test_the_same_text_is_a_loud_note():
    (note,) = check_training(GOLD, Corpus.from_sentences([["EU", "won"]], [[(0, 1, "ORG")]]))
    assert note.startswith("warning: ")


def test_training_data_without_mentions_is_said():
    assert "no mention" in check_training(GOLD, Corpus.from_sentences([["EU"]]))[0]


def test_data_that_fits_has_no_note():
    assert check_training(GOLD, Corpus.from_sentences([["UN"]], [[(0, 1, "ORG")]])) == []


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    files = {
        "test": "EU B-ORG\nwon O\n",
        "pred": "EU O\nwon O\n",
        "other": "EU B-COMPANY\nwon O\n",
        "bilou": "UN U-ORG\nof O\nthe B-ORG\nfree L-ORG\n",
        "empty": "",
    }
    for name, text in files.items():
        (tmp_path / f"{name}.conll").write_text(text)
    return lambda *arguments: CliRunner().invoke(app, arguments)


VERBS = {
    "evaluate": ("evaluate", "--gold", "test.conll", "--pred", "a=pred.conll"),
    "stats": ("stats", "--test", "test.conll"),
    "inspect": ("inspect", "diff-I", "--test", "test.conll"),
}


@pytest.mark.parametrize("verb", VERBS)
def test_another_label_set_is_refused_by_every_verb(run, verb):
    found = run(*VERBS[verb], "--train", "other.conll")
    assert found.exit_code != 0
    assert "COMPANY" in str(found.exception) + found.output


@pytest.mark.parametrize("verb", ["evaluate", "stats"])
def test_renamed_types_and_other_schemes_are_fine(run, verb):
    assert run(*VERBS[verb], "--train", "other.conll", "--map", "COMPANY=ORG").exit_code == 0
    assert run(*VERBS[verb], "--train", "bilou.conll").exit_code == 0


@pytest.mark.parametrize("verb", VERBS)
def test_an_empty_training_file_is_named(run, verb):
    found = run(*VERBS[verb], "--train", "empty.conll")
    assert found.exit_code != 0
    assert "empty.conll: is empty" in str(found.exception) + found.output


@pytest.mark.parametrize("verb", ["evaluate", "stats"])
def test_the_test_file_as_training_file_is_said(run, verb):
    assert "warning: the training corpus is the test corpus" in run(*VERBS[verb], "--train", "test.conll").output
