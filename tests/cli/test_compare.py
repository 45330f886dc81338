"""nerproof compare: files of the same gold are paired and never averaged; others are datasets."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from nerproof import evaluate
from nerproof.base.results import Result
from nerproof.cli import app
from nerproof.corpus import Corpus
from nerproof.report.tables import tables

WORDS = [["w", f"x{i}", "y"] for i in range(120)]
GOLD = Corpus.from_sentences(WORDS, [[(0, 1, "PER"), (1, 2, "LOC")]] * 120)
SUITES = ["standard", "interpreteval"]


def system(missed):
    return Corpus.from_sentences(
        WORDS, [[(1, 2, "LOC")] if i in missed else [(0, 1, "PER"), (1, 2, "LOC")] for i in range(120)]
    )


ONE, TWO = system(set(range(40))), system(set(range(20, 90)))


@pytest.fixture
def files(tmp_path):
    for name, pred in (("before", ONE), ("after", TWO)):
        (tmp_path / f"{name}.json").write_text(evaluate(GOLD, {"mine": pred}, suites=SUITES).to_json())
    return tmp_path


def run(folder, *arguments):
    out = folder / "out.json"
    done = CliRunner().invoke(app, ["compare", *arguments, "-q", "--json", str(out)], catch_exceptions=False)
    assert done.exit_code == 0
    return Result.load(out)


def differences(result):
    rows = [r for r in result.rows if r.metric.startswith("difference:") and r.suite == "standard"]
    return [(r.metric, r.value, r.low, r.high, r.more["p"], r.more["p_adjusted"], r.more["low_adjusted"]) for r in rows]


def test_two_files_of_one_gold_give_what_one_evaluation_gives(files):
    found = run(files, str(files / "before.json"), str(files / "after.json"))
    assert differences(found) == differences(evaluate(GOLD, {"before": ONE, "after": TWO}, suites=SUITES))
    assert found.notes[0] == "paired comparison: the files are about the same gold, 120 units (sentence)"
    assert set(found.systems) == {"mine (before)", "mine (after)"}
    assert not [r for r in found.rows if "sd" in r.more or "datasets" in r.more]  # nothing is averaged
    assert len(list(found.where(metric="rank:f1"))) == 2


def test_without_units_the_comparison_is_unpaired(files):
    data = json.loads((files / "after.json").read_text())
    data.pop("units")
    (files / "after.json").write_text(json.dumps(data))
    found = run(files, str(files / "before.json"), str(files / "after.json"))
    assert found.notes[0].startswith("unpaired comparison between files: after holds no counts per unit")
    assert "p-values are unpaired and adjusted for" in next(f.text for f in found.findings if f.rule == "leader")
    assert [t.title for t in tables(found) if "omparisons" in t.title] == ["Unpaired comparisons"]
    row = next(found.where(metric="difference:f1", suite="standard"))
    assert row.more["paired"] is False
    assert 0 < row.low < row.value < row.high
    assert not [r for r in found.rows if "sd" in r.more]


def test_files_of_different_gold_are_datasets_and_unpaired(files):
    other = Corpus.from_sentences(WORDS[:50], [[(0, 1, "PER")]] * 50)
    (files / "other.json").write_text(evaluate(other, {"mine": other}, suites=SUITES).to_json())
    found = run(files, f"x={files / 'before.json'}", f"y={files / 'other.json'}")
    assert found.notes[0] == "unpaired comparison between files: x and y are about different gold"
    row = next(found.where(metric="difference:f1", suite="standard"))
    assert (row.system, row.more["other"], row.more["paired"]) == ("mine (x)", "mine (y)", False)
    assert row.more["p_adjusted"] < 0.05
    assert next(r for r in found.where(system="mine", metric="f1", suite="standard") if "sd" in r.more)


def test_units_that_lie_are_refused(files):
    data = json.loads((files / "after.json").read_text())
    data["units"]["cells"] = [["standard", "ALL", "ALL", "strict", 99]]
    (files / "after.json").write_text(json.dumps(data))
    done = CliRunner().invoke(app, ["compare", str(files / "before.json"), str(files / "after.json")])
    assert "the units of the result cannot be read" in str(done.exception)
