"""The wheel: everything is in it, and the demo runs from it alone."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LEFT_OUT = {".pyc", ".so", ".c", ".pyd"}


def test_every_file_of_the_package_is_in_it(wheel):
    inside = set(zipfile.ZipFile(wheel).namelist())
    there = {
        p.relative_to(ROOT / "src").as_posix()
        for p in (ROOT / "src" / "nerproof").rglob("*")
        if p.is_file() and p.suffix not in LEFT_OUT and "__pycache__" not in p.parts
    }
    assert sorted(there - inside) == []


@pytest.mark.slow
def test_the_demo_runs_from_it(wheel, tmp_path):
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    where = "import nerproof, sys; sys.stdout.write(nerproof.__file__)"
    environment = os.environ | {"PYTHONPATH": str(tmp_path / "site")}
    found = subprocess.run([sys.executable, "-c", where], env=environment, capture_output=True, text=True, check=True)
    assert found.stdout.startswith(str(tmp_path))
    code = "from nerproof.cli import main; main()"
    command = [sys.executable, "-c", code, "demo", "--out", str(tmp_path / "demo"), "-q"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == str(tmp_path / "demo" / "report.html")
