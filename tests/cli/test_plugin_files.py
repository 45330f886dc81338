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
        ("failing.py", "x = 1\ny = z\n", "failing.py:2: fails with NameError: name 'z' is not defined"),
        ("twice.py", METRIC.replace("twice", "strict"), "fails with RuntimeError: two metrics are named 'strict'"),
    ],
)
def test_a_file_that_is_no_plugin_is_one_line(files, name, text, said):
    if text is not None:
        (files / name).write_text(text)
    answer = run("list", "metrics", "--plugin", name, cwd=files)
    assert answer.returncode == 2
    assert said in answer.stderr
    assert "Traceback" not in answer.stderr


EVERYTHING = """
from nerproof.attacks import ATTACKS
from nerproof.augmentations import AUGMENTATIONS
from nerproof.base.results import Finding, Row
from nerproof.corpus.edits import Edit, Transformed
from nerproof.findings import rule
from nerproof.gazetteers import gazetteer
from nerproof.splits import Split, split_method
from nerproof.suites.recipe import Suite, suite


@ATTACKS.register("nothing")
def nothing(corpus, options, rng):
    "Changes nothing."
    return Transformed(corpus, [])


@AUGMENTATIONS.register("copies")
def copies(corpus, sentences, rng):
    "Copies sentences."
    return Transformed(corpus.select(sentences), [])


@split_method("halves")
def halves(task):
    "First half, second half."
    n = task.corpus.n_sentences
    import numpy as np
    return Split({"train": np.arange(n // 2), "test": np.arange(n // 2, n)}, "halves")


@rule("always")
def always(evidence):
    "Says that it was asked."
    return [Finding("always", "fair-test", "ok", "the plug-in was asked")]


@gazetteer("none", licence="CC0")
def none(where, options):
    "Has no names."
    raise NotImplementedError


suite(Suite("sizes", cells=lambda: iter(()), order=99, description="counts sentences"))
"""


def test_every_kind_can_come_from_a_file(files):
    (files / "everything.py").write_text(EVERYTHING)
    kinds = {"attacks": "nothing", "augmentations": "copies", "splits": "halves", "findings": "always"}
    kinds |= {"gazetteers": "none", "suites": "sizes"}
    listed = run("list", *kinds, "--plugin", "everything.py", cwd=files).stdout
    assert all(f"\n  {name} " in listed for name in kinds.values()), listed


def test_attack_split_augmentation_and_finding_from_a_file_are_used(files):
    (files / "everything.py").write_text(EVERYTHING)
    more = ["--plugin", "everything.py"]
    attacked = run("attack", "--gold", "gold.conll", "--mode", "nothing", "--out", "attacked", *more, cwd=files)
    assert attacked.returncode == 0, attacked.stderr
    assert (files / "attacked" / "attacked.conll").read_text().split() == GOLD.split()
    split = run(
        "split", "gold.conll", "--method", "halves", "--ratios", "50,50", "--out", "parts", "-q", *more, cwd=files
    )
    assert split.returncode == 0, split.stderr
    assert (files / "parts" / "train.conll").read_text().split() == ["EU", "B-ORG", "rejects", "O"]
    more_data = run("augment", "gold.conll", "--method", "copies", "--out", "more.conll", *more, cwd=files)
    assert "2 sentences and 2 changed copies" in more_data.stdout, more_data.stderr
    shown = run("evaluate", "gold.conll", "pred.conll", "--resamples", "0", *more, cwd=files)
    assert "the plug-in was asked" in shown.stdout
    wrong = run("attack", "--gold", "gold.conll", "--mode", "entitty", "--out", "x", cwd=files)
    assert "Did you mean 'entity'?" in wrong.stderr
