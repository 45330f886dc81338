"""nerproof report: pages, figures and tables from result files."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from nerproof.base.errors import InputError, UsageError
from nerproof.cli.report import command

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def result(tmp_path):
    spec = importlib.util.spec_from_file_location("made_result", ROOT / "tests" / "browser" / "made_result.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    path = tmp_path / "result.json"
    path.write_text(json.dumps(module.made_result(systems=("a", "b"), sentences=8)))
    return path


def _run(*arguments):
    done = CliRunner().invoke(command, [str(argument) for argument in arguments], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done


def test_the_page_stands_beside_the_result(result):
    done = _run(result)
    assert result.with_suffix(".html").read_text().startswith("<!doctype html>")
    assert "wrote" in done.stderr


def test_figures_and_tables_without_a_page(result, tmp_path):
    _run(
        result,
        "--figures",
        tmp_path / "figures",
        "--csv",
        tmp_path / "rows.csv",
        "--markdown",
        tmp_path / "t.md",
        "--latex",
        tmp_path / "t.tex",
        "-q",
    )
    assert (tmp_path / "figures" / "memory.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "rows.csv").read_text().startswith("suite,")
    assert (tmp_path / "t.tex").exists()
    assert not result.with_suffix(".html").exists()


def test_two_results_in_one_page(result, tmp_path):
    other = tmp_path / "other.json"
    other.write_text(result.read_text())
    _run(result, other, "--html", tmp_path / "both.html")
    assert "a (other.json)" in (tmp_path / "both.html").read_text()


def test_two_files_of_one_name_are_refused(result, tmp_path):
    (tmp_path / "x").mkdir()
    other = tmp_path / "x" / "result.json"
    other.write_text(result.read_text())
    with pytest.raises(UsageError, match="two result files are named"):
        _run(result, other)


def test_what_is_no_result_is_refused(tmp_path):
    path = tmp_path / "bad.json"
    path.write_text("[]")
    with pytest.raises(InputError, match="is not a result of nerproof"):
        _run(path)


@pytest.mark.parametrize(
    ("extras", "place"),
    [
        ({"experiment": {"heat": [{"K": 2}]}}, "/extras/experiment/heat/0 has no 'system'"),
        ({"split": {"verdicts": [1]}}, "/extras/split/verdicts/0 is a number"),
    ],
)
def test_extras_that_no_chart_can_draw_are_refused(tmp_path, extras, place):
    path = tmp_path / "bad.json"
    path.write_text(json.dumps({"signature": {}, "rows": [], "extras": extras}))
    with pytest.raises(InputError, match=place):
        _run(path)


def test_counts_that_are_no_numbers_are_refused(tmp_path):
    counts = {"mentions": "x", "unique_mentions": 1, "unseen_mentions": 1, "unseen_unique_mentions": 1}
    rows = [{"suite": "hardeval", "system": "a", "slice": "ALL", "label": "ALL", "metric": "score", "value": 0.5}]
    path = tmp_path / "odd.json"
    path.write_text(json.dumps({"signature": {}, "rows": rows, "extras": {"statistics": {"test": counts}}}))
    with pytest.raises(InputError, match="/extras/statistics/test/mentions is a string, not an integer"):
        _run(path, "--markdown", tmp_path / "odd.md")
    assert not (tmp_path / "odd.md").exists()
