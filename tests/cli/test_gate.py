"""nerproof gate on the command line: exit codes and what is printed."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from nerproof.base.results import Result, Row
from nerproof.cli import app


def write(path, f1):
    row = Row("standard", "mine", "f1", f1, low=f1 - 0.01, high=f1 + 0.01)
    path.write_text(Result({"gold": "g@1", "train": None}, [row]).to_json())
    return str(path)


def run(*arguments):
    return CliRunner().invoke(app, ["gate", *arguments])


def test_exit_0_and_one_line_when_nothing_got_worse(tmp_path):
    found = run("--baseline", write(tmp_path / "a.json", 0.8), "--current", write(tmp_path / "b.json", 0.81))
    assert found.exit_code == 0
    assert "ok: 1 check, none worse (unpaired test: baseline holds no counts per unit" in found.output


def test_exit_1_and_the_score_by_name_when_worse(tmp_path):
    found = run("--baseline", write(tmp_path / "a.json", 0.8), "--current", write(tmp_path / "b.json", 0.7))
    assert found.exit_code == 1
    assert "WORSE mine standard/ALL/f1   80.0 ->  70.0  p < 0.001  significantly worse" in found.output


def test_quiet_prints_only_what_got_worse(tmp_path):
    found = run("--baseline", write(tmp_path / "a.json", 0.8), "--current", write(tmp_path / "b.json", 0.8), "-q")
    assert found.output.startswith("ok: 1 check, none worse")


def test_files_by_place_minimum_and_json(tmp_path):
    files = write(tmp_path / "a.json", 0.8), write(tmp_path / "b.json", 0.8)
    found = run(*files, "--min", "f1=85", "--json", "-")
    assert found.exit_code == 1
    data = json.loads(found.output)
    assert (data["ok"], data["test"], data["checks"][0]["why"]) == (False, "unpaired", "below the minimum of 85")
    assert run(*files, "--max-drop", "2", "--json", str(tmp_path / "gate.json")).exit_code == 0
    assert json.loads((tmp_path / "gate.json").read_text())["ok"] is True


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["a.json"], "gate compares two result files"),
        (["a.json", "b.json", "c.json"], "gate compares two result files"),
        (["a.json", "b.json", "--min", "standard/ALL/f1"], "not of the form --min"),
        (["a.json", "b.json", "--min", "standard/ALL/f1=x"], "not of the form --min"),
        (["a.json", "b.json", "--min", "standard/ALL/f1=nan"], "not of the form --min"),
        (["a.json", "b.json", "--max-drop", "nan"], "not a number of points"),
        (["a.json", "b.json", "--min", "hardeval/ALL/score=3"], "lower is better"),
    ],
)
def test_wrong_arguments_say_what_to_give(arguments, message):
    assert message in str(run(*arguments).exception)


def test_nan_in_a_file_fails(tmp_path):
    good, bad = write(tmp_path / "a.json", 0.8), tmp_path / "b.json"
    bad.write_text((tmp_path / "a.json").read_text().replace('"value": 0.8', '"value": NaN'))
    found = run(good, str(bad))
    assert found.exit_code == 1
    assert "undefined" in found.output


def test_a_file_that_is_no_result_is_named(tmp_path):
    (tmp_path / "a.json").write_text("{}")
    found = run("--baseline", str(tmp_path / "a.json"), "--current", str(tmp_path / "a.json"))
    assert "is not a result of nerproof" in str(found.exception)
