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
