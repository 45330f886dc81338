"""The pytest plug-in fails a worse model and passes an equal one."""

from __future__ import annotations

import subprocess
import sys
from importlib.metadata import distribution

import pytest

TEST = """
import nerproof

WORDS = ["Anna", "met", "Bob", "in", "Paris", "."]
GOLD = [(WORDS, ["B-PER", "O", "B-PER", "O", "B-LOC", "O"])] * 40
PRED = {pred}


def test_model(assert_not_worse):
    assert_not_worse(nerproof.evaluate(GOLD, {{"mine": PRED}}, resamples=200), "base/line.json")
"""
INSTALLED = {e.name: e.value for e in distribution("nerproof").entry_points if e.group == "pytest11"}
EQUAL = "[tags for _, tags in GOLD]"
WORSE = '[["B-PER", "O", "O", "O", "O", "O"]] * 40'


@pytest.fixture
def run(tmp_path):
    def run(pred, *words):
        (tmp_path / "test_model.py").write_text(TEST.format(pred=pred))
        plugins = ["-p", "no:cacheprovider", *([] if INSTALLED else ["-p", "nerproof.integrations.pytest_plugin"])]
        command = [sys.executable, "-m", "pytest", "-q", "--rootdir", str(tmp_path), *plugins, *words]
        return subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)

    return run


def test_a_worse_model_fails_and_an_equal_one_passes(run, tmp_path):
    missing = run(EQUAL)
    assert missing.returncode == 1
    assert "Write it with: pytest --nerproof-update" in missing.stdout
    assert run(EQUAL, "--nerproof-update").returncode == 0
    assert (tmp_path / "base" / "line.json").exists()
    assert run(EQUAL).returncode == 0
    worse = run(WORSE)
    assert worse.returncode == 1
    assert "mine standard/ALL/f1: 100.0 -> 50.0, significantly worse" in worse.stdout


def test_it_is_installed_with_the_package():
    if not INSTALLED:
        pytest.skip("the installed metadata is older than pyproject.toml: pip install --no-deps -e .")
    assert INSTALLED == {"nerproof": "nerproof.integrations.pytest_plugin"}
