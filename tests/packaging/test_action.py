"""The commands of action.yml: scores, a job summary, and a gate that fails a worse model."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GOLD = "Anna B-PER\nmet O\nBob B-PER\n\n" * 40


@pytest.mark.parametrize(("version", "installed"), [("", "/the/action"), ("0.1.0", "nerproof==0.1.0")])
def test_the_version_of_the_action_is_installed_unless_one_is_named(version, installed):
    yaml = pytest.importorskip("yaml")
    step = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))["runs"]["steps"][0]
    script = step["run"].replace("python -m pip install --quiet", "echo")
    environment = {"NERPROOF_VERSION": version, "NERPROOF_SOURCE": "/the/action", "PATH": os.environ["PATH"]}
    done = subprocess.run(["bash", "-e", "-c", script], env=environment, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == installed


@pytest.fixture
def act(tmp_path):
    yaml = pytest.importorskip("yaml")
    script = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))["runs"]["steps"][1]["run"]
    (tmp_path / "bin").mkdir()
    program = tmp_path / "bin" / "nerproof"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m nerproof "$@"\n')
    program.chmod(0o755)
    (tmp_path / "gold.conll").write_text(GOLD)
    (tmp_path / "worse.conll").write_text(GOLD.replace("Bob B-PER", "Bob O"))

    def act(pred, baseline=""):
        given = {"GOLD": "gold.conll", "PRED": f"mine={pred}", "TRAIN": "", "BASELINE": baseline}
        path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
        environment = {**os.environ, **given, "PATH": path, "GITHUB_STEP_SUMMARY": str(tmp_path / "summary.md")}
        command = ["bash", "-e", "-c", script]
        return subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)

    return act


def test_a_worse_model_fails_the_job_and_the_summary_has_the_scores(act, tmp_path):
    assert act("gold.conll").returncode == 0
    assert "100.00" in (tmp_path / "summary.md").read_text("utf-8")
    (tmp_path / "nerproof-result.json").rename(tmp_path / "baseline.json")
    assert act("gold.conll", "baseline.json").returncode == 0
    worse = act("worse.conll", "baseline.json")
    assert worse.returncode == 1
    assert "WORSE mine standard/ALL/f1" in worse.stdout
