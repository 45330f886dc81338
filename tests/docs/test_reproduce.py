"""Each paper's script runs and finds every figure equal, or explained."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("paper", ["tmr", "hardeval", "interpreteval", "contamination"])
def test_figures_are_equal(shared, paper):
    command = [sys.executable, str(ROOT / "reproduce" / paper / "run.py"), "--data", str(shared / "data")]
    done = subprocess.run([*command, "--golden", str(shared / "golden")], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "all figures equal" in done.stdout
