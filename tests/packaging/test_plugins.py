"""The examples of docs/extending.md, from outside: a package installed beside a built wheel, and files by --plugin."""

from __future__ import annotations

import csv
import io
import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "docs" / "example-plugin"
FILES = sorted((EXAMPLE / "src" / "nerproof_example").glob("[a-z]*.py"))
TRAIN = "EU B-ORG\nrejects O\n\nPeter B-PER\nBlackburn I-PER\nspoke O\n\nAnna B-PER\nBell I-PER\nleft O\n\n"
GOLD = "NATO B-ORG\nrejects O\n\nJohn B-PER\nSmith I-PER\nspoke O\n\nJane B-PER\nDoe I-PER\nleft O\n\n"


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The wheel and the example package in a folder of their own."""
    place = tmp_path_factory.mktemp("installed")
    copy = place / "example-plugin"  # setuptools writes into the folder that it builds
    shutil.copytree(EXAMPLE, copy, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info", "build"))
    command = [sys.executable, "-m", "pip", "install", "-q", "--no-deps", "--no-index", "--no-build-isolation"]
    subprocess.run([*command, "--target", str(place / "site"), str(wheel), str(copy)], check=True)
    return place / "site"


@pytest.fixture
def run(installed, tmp_path):
    (tmp_path / "train.conll").write_text(TRAIN)
    (tmp_path / "gold.conll").write_text(GOLD)
    (tmp_path / "pred.conll").write_text(GOLD.replace("Doe I-PER", "Doe O"))
    environment = {**os.environ, "PYTHONPATH": str(installed), "PYTHONDONTWRITEBYTECODE": "1"}

    def run(*words):
        code = "from nerproof.cli import main; main()"
        command = [sys.executable, "-P", "-c", code, *words]
        done = subprocess.run(command, env=environment, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    return run


def rows(text):
    return {(r["slice"], r["label"], r["metric"]): r["value"] for r in csv.DictReader(io.StringIO(text))}


@pytest.mark.parametrize("file", FILES, ids=lambda p: p.stem)
def test_the_page_shows_the_file(file):
    assert file.read_text("utf-8") in (ROOT / "docs" / "extending.md").read_text("utf-8")


def test_the_page_shows_how_the_package_is_declared():
    text = (EXAMPLE / "pyproject.toml").read_text("utf-8")
    assert tomllib.loads(text)["project"]["entry-points"]["nerproof.plugins"] == {"example": "nerproof_example"}
    assert text in (ROOT / "docs" / "extending.md").read_text("utf-8")


def test_doctor_names_the_package(run):
    assert "plug-ins      example\n" in run("doctor")


def test_the_metric_is_about_the_mentions_it_is_asked_for(run):
    found = rows(run("evaluate", "gold.conll", "pred.conll", "--resamples", "0", "--csv", "-"))
    assert float(found["ALL", "ALL", "long_recall"]) == 0.5
    assert float(found["ALL", "PER", "long_recall"]) == 0.5
    assert found["ALL", "ORG", "long_recall"] == ""  # no long mention of that type: undefined, not 0


def test_the_attribute_makes_buckets(run):
    found = rows(
        run("evaluate", "gold.conll", "pred.conll", "--train", "train.conll", "--resamples", "0", "--csv", "-")
    )
    assert float(found["capitals:yes", "ALL", "recall"]) == 1.0
    assert float(found["capitals:no", "ALL", "recall"]) == 0.5


def test_the_format_goes_there_and_back(run, tmp_path):
    run("convert", "gold.conll", "gold.slashed", "-q")
    assert (tmp_path / "gold.slashed").read_text().splitlines()[0] == "NATO/B-ORG rejects/O"
    found = rows(run("evaluate", "gold.slashed", "pred.conll", "--resamples", "0", "--csv", "-"))
    assert float(found["ALL", "ALL", "precision"]) == pytest.approx(2 / 3)


def test_the_model_is_trained_saved_and_used(run, tmp_path):
    run("train", "capital-words", "--train", "train.conll", "--out", "model", "-o", "longest=2")
    run("predict", "model", "--input", "gold.conll", "--out", "out.conll")
    found = rows(run("evaluate", "gold.conll", "out.conll", "--resamples", "0", "--csv", "-"))
    assert float(found["ALL", "PER", "recall"]) == 1.0
    assert float(found["ALL", "PER", "precision"]) == pytest.approx(2 / 3)
