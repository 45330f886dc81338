"""How the command line behaves before any verb does its work."""

from __future__ import annotations

import csv
import io
import subprocess
import sys

import pytest

from nerproof.base.errors import NerproofError
from nerproof.base.results import Result, Row
from nerproof.report.csv import to_csv


def run(*words):
    return subprocess.run([sys.executable, "-m", "nerproof", *words], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("words", [[], ["gazetteer"], ["experiment"], ["help"], ["help", "evaluate"], ["-V"]])
def test_asking_for_help_is_no_error(words):
    answer = run(*words)
    assert answer.returncode == 0
    assert not answer.stderr
    assert answer.stdout.startswith(("Usage: ", "nerproof, version "))


def test_help_of_a_verb_is_what_the_verb_says():
    expected = run("gazetteer", "build", "--help").stdout
    assert run("help", "gazetteer", "build").stdout == expected


def test_help_of_an_unknown_verb_names_the_nearest():
    answer = run("help", "evaluat")
    assert answer.returncode == 2
    assert "Did you mean 'evaluate'?" in answer.stderr


def test_doctor_names_versions_and_the_cache():
    lines = run("doctor").stdout.splitlines()
    assert lines[0].startswith("nerproof ")
    assert any(line.startswith("core ") and "numpy " in line for line in lines)
    assert lines[-1].startswith("cache ")


def test_doctor_gives_the_install_line_of_what_is_missing(monkeypatch):
    from nerproof.cli import doctor

    real = doctor._version
    monkeypatch.setattr(doctor, "_version", lambda name: None if name == "pyspark" else real(name))
    found = [line for line in doctor.report() if line.startswith("spark ")]
    assert found == ["spark         missing pyspark. Install: pip install 'nerproof[spark]'"]


def test_a_row_without_a_system_has_an_empty_field_in_csv():
    text = to_csv(Result({}, [Row("tmr", "", "share", 0.5), Row("tmr", "=x", "share", 0.5)]))
    assert [row["system"] for row in csv.DictReader(io.StringIO(text))] == ["", "'=x"]


def test_written_files_are_named(tmp_path):
    (tmp_path / "gold.conll").write_text("EU B-ORG\n\n")
    words = ["evaluate", "--gold", "gold.conll", "--pred", "a=gold.conll", "--json", "r.json", "--latex", "t.tex"]
    command = [sys.executable, "-m", "nerproof", *words]
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, check=True)
    assert [line for line in done.stderr.splitlines() if line.startswith("wrote ")] == ["wrote r.json", "wrote t.tex"]


def test_a_result_is_one_line_and_names_what_it_lacks():
    result = Result({"gold": "g@1"}, [Row("standard", "a", "f1", 0.5)])
    assert repr(result) == "<Result of g@1: a; 1 row>"
    with pytest.raises(NerproofError, match="no system named 'b'"):
        result.value("f1", system="b")
