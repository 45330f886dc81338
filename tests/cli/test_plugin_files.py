"""--plugin FILE.py: what a file registers works in every verb, and in worker processes."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

METRIC = """
from nerproof.measures.metrics import Metric, metric, ratio
from nerproof.measures.metrics.strict import counts

metric(Metric("twice", ("tp", "gold", "pred"), counts, lambda s: {"twice_recall": 2 * ratio(s["tp"], s["gold"])},
              suites=("standard",), description="recall, doubled"))
"""
GOLD = "EU B-ORG\nrejects O\n\nPeter B-PER\nspoke O\n\n"


@pytest.fixture
def files(tmp_path):
    (tmp_path / "twice.py").write_text(METRIC)
    (tmp_path / "gold.conll").write_text(GOLD)
    (tmp_path / "pred.conll").write_text(GOLD.replace("B-PER", "O"))
    return tmp_path


def run(*words, cwd):
    command = [sys.executable, "-m", "nerproof", *words]
    return subprocess.run(command, capture_output=True, text=True, cwd=cwd, check=False)


def scores(folder, *more):
    words = ["--gold", "gold.conll", "--pred", "a=pred.conll", "--plugin", "twice.py", "-q", "--json", "-", *more]
    answer = run("evaluate", *words, cwd=folder)
    assert answer.returncode == 0, answer.stderr
    return {r["label"]: r["value"] for r in json.loads(answer.stdout)["rows"] if r["metric"] == "twice_recall"}


def test_a_metric_from_a_file_is_scored(files):
    assert scores(files) == {"ALL": 1.0, "ORG": 2.0, "PER": 0.0}


def test_a_metric_from_a_file_is_scored_by_several_processes(files):
    assert scores(files, "--stream", "-j", "2") == {"ALL": 1.0, "ORG": 2.0, "PER": 0.0}


def test_list_shows_what_a_file_adds(files):
    assert "recall, doubled" in run("list", "metrics", "--plugin", "twice.py", cwd=files).stdout
    assert "recall, doubled" not in run("list", "metrics", cwd=files).stdout


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("absent.py", None, "absent.py: is not a Python file"),
        ("notes.txt", "x = 1", "notes.txt: is not a Python file"),
        ("broken.py", "x = 1\ny = = 2\n", "broken.py:2: is not valid Python"),
    ],
)
def test_a_file_that_is_no_plugin_is_one_line(files, name, text, said):
    if text is not None:
        (files / name).write_text(text)
    answer = run("list", "metrics", "--plugin", name, cwd=files)
    assert answer.returncode == 2
    assert said in answer.stderr
    assert "Traceback" not in answer.stderr
