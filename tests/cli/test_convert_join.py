"""convert --join K and the way back: larger context for training and test."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from nerproof.base.errors import UsageError
from nerproof.cli.convert import command
from nerproof.formats import read

TEXT = "-DOCSTART-\tO\n\nEU\tB-ORG\nin\tO\n\nParis\tB-LOC\nwon\tO\n\nPeter\tB-PER\n\n-DOCSTART-\tO\n\nRome\tB-LOC\n\n"


@pytest.fixture
def convert(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "test.conll").write_text(TEXT)
    return lambda *arguments: CliRunner().invoke(command, arguments, catch_exceptions=False)


def test_sentences_of_a_document_are_joined_and_cut_again(convert, tmp_path):
    assert convert("test.conll", "joined.conll", "--join", "2").exit_code == 0
    joined = read(tmp_path / "joined.conll")
    assert [joined.sentence(i) for i in range(3)] == [["EU", "in", "Paris", "won"], ["Peter"], ["Rome"]]
    assert convert("joined.conll", "back.conll", "--sentences-of", "test.conll").exit_code == 0
    assert (tmp_path / "back.conll").read_text() == TEXT


def test_a_prediction_over_a_sentence_end_is_no_mention_of_either_sentence(convert, tmp_path):
    (tmp_path / "pred.conll").write_text("EU\tB-ORG\nin\tB-LOC\nParis\tI-LOC\nwon\tO\n\nPeter\tB-PER\n\nRome\tO\n")
    assert convert("pred.conll", "back.conll", "--sentences-of", "test.conll").exit_code == 0
    back = read(tmp_path / "back.conll")
    assert back.n_sentences == 4
    assert [back.surface(i) for i in range(len(back.mentions)) if back.mention(i).type != "LOC"] == ["EU", "Peter"]
    assert "in Paris" not in [back.surface(i) for i in range(len(back.mentions))]


def test_joining_needs_documents_and_one_direction(convert, tmp_path):
    (tmp_path / "plain.conll").write_text("a O\n\nb O\n")
    with pytest.raises(UsageError, match="no document marks"):
        convert("plain.conll", "x.conll", "--join", "2")
    with pytest.raises(UsageError, match="give one of them"):
        convert("test.conll", "x.conll", "--join", "2", "--sentences-of", "test.conll")
