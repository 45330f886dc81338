"""Each paper's script runs and finds every figure equal, or explained; without data it says what is missing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SCRIPTS = ["tmr/run.py", "hardeval/run.py", "interpreteval/run.py", "interpreteval/compat.py", "contamination/run.py"]
OTHERS = ["rockner/run.py", "reference/run.py", "confidence/run.py"]
CORPUS = "EU B-ORG\nin O\nParis B-LOC\n\nPeter B-PER\nin O\nEU B-LOC\n"


def run(script, *args):
    command = [sys.executable, str(ROOT / "reproduce" / script), *map(str, args)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("paper", ["tmr", "hardeval", "interpreteval", "contamination"])
def test_figures_are_equal(shared, paper):
    done = run(f"{paper}/run.py", "--data", shared / "data")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "all figures equal" in done.stdout


@pytest.mark.parametrize("script", [*SCRIPTS, *OTHERS])
def test_without_data_it_says_so(tmp_path, script):
    done = run(script, "--data", tmp_path / "nowhere")
    assert (done.returncode, done.stderr) == (2, "")
    assert "nothing was" in done.stdout


def test_a_corpus_of_ones_own_is_compared_and_the_rest_is_skipped_by_name(tmp_path):
    """A made file in the place of the licensed corpora: figures differ, and nothing ends in a traceback."""
    (tmp_path / "conll2003").mkdir()
    (tmp_path / "ontonotes").mkdir()
    names = ["reconll", "conll2003/eng.train", "conll2003/eng.testa", "conll2003/eng.testb"]
    for name in [*names, *(f"ontonotes/{part}.conll" for part in ("train", "dev", "test"))]:
        (tmp_path / name).write_text(CORPUS)
    for script, tables in (("tmr", ("table 2", "tables 16, 17")), ("hardeval", ("table 1", "table 2", "table 4"))):
        done = run(f"{script}/run.py", "--data", tmp_path)
        assert (done.returncode, done.stderr) == (1, "")
        assert all(f"DIFFERS: paper {table}" in done.stdout for table in tables)
        assert "skipped WNUT 2017" in done.stdout


def test_a_file_that_cannot_be_read_is_one_line(tmp_path):
    (tmp_path / "conll2002").mkdir()
    for name in ("esp.train", "esp.testb"):
        (tmp_path / "conll2002" / name).write_text("EU B-ORG\nrejects\n")
    done = run("tmr/run.py", "--data", tmp_path)
    assert done.returncode == 2
    assert len(done.stderr.strip().split("\n")) == 1
    assert "esp.testb:2" in done.stderr
