"""The wheel and its core dependencies alone: few packages, and they are enough."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

MOST = 12


def closure(name, found=None):
    """A package and all that it needs here, without extras."""
    found = {} if found is None else found
    key = re.sub(r"[-_.]+", "-", name).lower()
    if key not in found:
        found[key] = distribution(name)
        for line in found[key].requires or ():
            wanted = Requirement(line)
            if wanted.marker is None or wanted.marker.evaluate({"extra": ""}):
                closure(wanted.name, found)
    return found


def test_the_core_pulls_few_packages():
    assert len(closure("nerproof")) <= MOST, sorted(closure("nerproof"))


@pytest.fixture(scope="module")
def site(wheel, tmp_path_factory):
    """A folder with nothing but the wheel and the packages it needs."""
    place = tmp_path_factory.mktemp("empty")
    zipfile.ZipFile(wheel).extractall(place)
    for name, dist in closure("nerproof").items():
        if name == "nerproof":
            continue
        base = Path(str(dist.locate_file("")))
        tops = {Path(f).parts[0] for f in dist.files or () if not str(f).startswith("..")}
        for top in tops - {"__pycache__"}:
            (place / top).symlink_to(base / top)
    return place


@pytest.fixture
def run(site, tmp_path):
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "PYTHONPATH": str(site)}

    def run(code, *words):
        command = [sys.executable, "-S", "-P", "-c", code, *words]  # without the site-packages of this interpreter
        done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def test_evaluate_works_from_python(run):
    code = """
import nerproof
gold = [(["EU", "rejects"], ["B-ORG", "O"])]
result = nerproof.evaluate(gold, {"mine": [["B-ORG", "O"]]}, train=gold)
print(result.value("f1", system="mine"), len(result.save("r.html").read_text()) > 10_000)
"""
    assert run(code).split() == ["1.0", "True"]


def test_nothing_but_the_core_is_there(run):
    code = (
        "import importlib.util as u; print([n for n in ('pandas', 'torch', 'pytest', 'pycrfsuite') if u.find_spec(n)])"
    )
    assert run(code).strip() == "[]"


@pytest.mark.slow
def test_the_demo_runs(run, tmp_path):
    out = run("from nerproof.cli import main; main()", "demo", "--out", str(tmp_path / "demo"), "-q")
    assert out.strip() == str(tmp_path / "demo" / "report.html")
