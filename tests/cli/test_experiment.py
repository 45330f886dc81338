"""nerproof experiment on the command line."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from nerproof.cli import app

DATA = "Anna\tB-PER\nlives\tO\nin\tO\nRome\tB-LOC\n\nBob\tB-PER\nlikes\tO\nParis\tB-LOC\n\n"


@pytest.fixture
def study(tmp_path):
    (tmp_path / "train.conll").write_text(DATA * 3)
    (tmp_path / "test.conll").write_text(DATA + "Oslo\tB-LOC\n\n")
    path = tmp_path / "study.toml"
    path.write_text(
        "seeds = [0, 1]\n[data.small]\ntrain = 'train.conll'\ntest = 'test.conll'\n[models.memorizer]\n[models.crf]\niterations = 5\n"
    )
    return path


def run(*arguments):
    return CliRunner().invoke(app, ["experiment", *(str(a) for a in arguments)])


def test_run_status_report(study):
    assert "4 runs: 4 waiting" in run("status", study).output
    found = run("run", study)
    assert found.exit_code == 0, found.output
    assert "memorizer" in found.output
    assert "4 runs: 4 done" in run("status", study).output
    result = json.loads((study.parent / "study.runs" / "result.json").read_text())
    assert {"signature", "rows", "notes", "extras"} <= set(result)
    page = (study.parent / "study.runs" / "report.html").read_text()
    assert page.lstrip().lower().startswith("<!doctype html")
    assert run("report", study, "--html", study.parent / "again.html").exit_code == 0
    assert (study.parent / "again.html").read_text() == page


def test_a_failed_run_is_exit_code_1(study):
    study.write_text(study.read_text() + "[models.broken]\nmodel = 'command'\nrun = 'false'\n")
    found = run("run", study)
    assert found.exit_code == 1
    assert "failed: dataset=small, model=broken, seed=0: InputError: the command 'false'" in found.stderr
    assert "memorizer" in found.output, "the other runs go on"
    assert "failed   dataset=small, model=broken, seed=1" in run("status", study).output


def test_notes_are_said_once(study):
    study.write_text("recipe = 'larger-context'\n" + study.read_text() + "[settings]\nk = [2]\n")
    found = run("run", study)
    assert found.stderr.count("memorizer looks at no word beside a name") == 1
    assert "note: " in found.stderr


def test_out_may_be_named(study):
    assert run("run", study, "--out", study.parent / "elsewhere", "-q").output == ""
    assert (study.parent / "elsewhere" / "result.json").exists()


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("seeds", "seedz", "study.toml:1: the experiment has no key 'seedz'. Did you mean 'seeds'?"),
        ("test.conll", "gone.conll", "gone.conll does not exist"),
        ("[models.crf]", "[models.crg]", "no model named 'crg'"),
    ],
)
def test_mistakes(study, old, new, message):
    study.write_text(study.read_text().replace(old, new))
    for verb in ("run", "status", "report"):
        assert message in str(run(verb, study).exception)
