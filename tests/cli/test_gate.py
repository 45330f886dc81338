"""nerproof gate on the command line: exit codes and what is printed."""

from __future__ import annotations

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
    assert "ok: 1 checks, none worse." in found.output


def test_exit_1_and_the_score_by_name_when_worse(tmp_path):
    found = run("--baseline", write(tmp_path / "a.json", 0.8), "--current", write(tmp_path / "b.json", 0.7))
    assert found.exit_code == 1
    assert "WORSE mine standard/ALL/f1   80.0 ->  70.0  p=0.000  significantly worse" in found.output


def test_quiet_prints_only_what_got_worse(tmp_path):
    found = run("--baseline", write(tmp_path / "a.json", 0.8), "--current", write(tmp_path / "b.json", 0.8), "-q")
    assert found.output.strip() == "ok: 1 checks, none worse."


def test_a_file_that_is_no_result_is_named(tmp_path):
    (tmp_path / "a.json").write_text("{}")
    found = run("--baseline", str(tmp_path / "a.json"), "--current", str(tmp_path / "a.json"))
    assert "is not a result of nerproof" in str(found.exception)
