"""The bench runs, and the large differences it is about are there on any machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_scores_of_files_against_peers(tmp_path):
    """Half a million tokens: a third of what seqeval takes would already be a fault (see bench/results.json)."""
    out = tmp_path / "results.json"
    command = [sys.executable, "-m", "bench.run", "--out", str(out), "scale"]
    environment = {**os.environ, "NERPROOF_BENCH": "quick", "TMPDIR": str(tmp_path)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=280, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "| P/R/F1 of 500k tokens, CPU |" in done.stdout
    lines = [line for line in json.loads(out.read_text())["scale"] if line["name"] == "P/R/F1 of 500k tokens, CPU"]
    ratios = {line["peer"]: line["ratio"] for line in lines}
    assert ratios["seqeval"] > 3
    assert ratios["nervaluate"] > 3
    assert ratios["seqscore"] > 2
