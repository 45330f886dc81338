"""Outputs through the command line: inputs stay what they are, and two outputs are not one file."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from nerproof.cli import app

GOLD = "EU B-ORG\nrejects O\n\nPeter B-PER\nleft O\n"


def run(*arguments):
    return CliRunner().invoke(app, [str(a) for a in arguments])


@pytest.fixture
def files(tmp_path):
    (tmp_path / "gold.conll").write_text(GOLD)
    (tmp_path / "pred.conll").write_text(GOLD.replace("B-PER", "O"))
    return tmp_path


@pytest.mark.parametrize("option", ["--json", "--csv", "--html", "--markdown", "--errors"])
@pytest.mark.parametrize("name", ["gold.conll", "pred.conll"])
def test_evaluate_does_not_overwrite_its_inputs(files, option, name):
    given = ["evaluate", "--gold", files / "gold.conll", "--pred", f"a={files / 'pred.conll'}", "--resamples", 0]
    found = run(*given, option, files / name)
    assert "is an input of this command" in str(found.exception)
    assert (files / "gold.conll").read_text() == GOLD


def test_convert_and_report_do_not_overwrite_their_inputs(files):
    (files / "copy.conll").symlink_to("gold.conll")
    for target in ("gold.conll", "copy.conll"):
        assert "is an input" in str(run("convert", files / "gold.conll", files / target).exception)
    given = ["evaluate", "--gold", files / "gold.conll", "--pred", f"a={files / 'pred.conll'}", "--resamples", 0]
    assert run(*given, "--json", files / "r.json", "-q").exit_code == 0
    assert "is an input" in str(run("report", files / "r.json", "--csv", files / "r.json").exception)


def test_a_split_does_not_replace_its_input(files):
    (files / "train.conll").write_text(GOLD * 20)
    found = run("split", files / "train.conll", "--method", "random", "--out", files)
    assert "is an input" in str(found.exception)
    assert (files / "train.conll").read_text() == GOLD * 20
    assert not (files / "manifest.json").exists()


def test_two_outputs_are_not_one_file(files):
    given = ["evaluate", "--gold", files / "gold.conll", "--pred", f"a={files / 'pred.conll'}", "--resamples", 0]
    found = run(*given, "--json", files / "r", "--csv", files / "r")
    assert "two outputs" in str(found.exception)
    assert not (files / "r").exists()


def test_predict_does_not_overwrite_its_model(files):
    assert run("train", "memorizer", "--train", files / "gold.conll", "--out", files / "model", "-q").exit_code == 0
    card = (files / "model" / "model.json").read_bytes()
    for name in ("model.json", "names.json"):
        found = run("predict", files / "model", "--input", files / "gold.conll", "--out", files / "model" / name)
        assert "is an input of this command" in str(found.exception)
    assert (files / "model" / "model.json").read_bytes() == card


def test_outputs_are_checked_before_the_first_is_written(files):
    given = ["evaluate", "--gold", files / "gold.conll", "--pred", f"a={files / 'pred.conll'}", "--resamples", 0]
    found = run(*given, "--errors", files / "new.jsonl", "--json", files / "new.json", "--csv", files / "gold.conll")
    assert "is an input of this command" in str(found.exception)
    found = run(*given, "--errors", files / "new.json", "--json", files / "new.json")
    assert "two outputs are to be written" in str(found.exception)
    log = ["--out", files / "new.conll", "--log", files / "gold.conll"]
    found = run("augment", files / "gold.conll", "--method", "random-masking", *log)
    assert "is an input of this command" in str(found.exception)
    assert not list(files.glob("new.*"))


def test_one_file_as_two_annotators_is_said(files):
    twice = [f"{name}={files / 'gold.conll'}" for name in ("anna", "ben")]
    assert "anna / ben: equal in all 2 mentions. It is one file." in run("agree", *twice, "--resamples", 0).output
