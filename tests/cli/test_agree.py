"""nerproof agree on files: any two formats, the table, the page, the list of disagreements."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from nerproof.cli import app

ANNA = "Ada B-PER\nFalk I-PER\nsaw O\nKarsk B-LOC\n\nSundby B-ORG\nwon O\n"
BEN = "Ada B-PER\nFalk I-PER\nsaw O\nKarsk B-ORG\n\nSundby B-ORG\nwon O\n"


@pytest.fixture
def files(tmp_path):
    (tmp_path / "anna.conll").write_text(ANNA)
    (tmp_path / "ben.conll").write_text(BEN)
    return f"anna={tmp_path / 'anna.conll'}", f"ben={tmp_path / 'ben.conll'}"


def run(*arguments):
    return CliRunner().invoke(app, ["agree", *map(str, arguments)])


def test_the_table_names_the_pair(files):
    done = run(*files)
    assert done.exit_code == 0
    assert "anna / ben" in done.output
    assert "66.67" in done.output
    assert "Krippendorff" in done.output


def test_disagreements_and_the_page_are_written(files, tmp_path):
    done = run(
        *files,
        "-q",
        "--disagreements",
        tmp_path / "todo.jsonl",
        "--html",
        tmp_path / "page.html",
        "--json",
        tmp_path / "r.json",
    )
    assert done.exit_code == 0
    (line,) = (tmp_path / "todo.jsonl").read_text().splitlines()
    found = json.loads(line)
    assert (found["class"], found["gold"]["type"], found["pred"]["type"]) == ("type", "LOC", "ORG")
    assert "The annotators agree with F1" in (tmp_path / "page.html").read_text()
    assert json.loads((tmp_path / "r.json").read_text())["signature"]["annotators"].keys() == {"anna", "ben"}


def test_other_tokens_are_refused_with_their_place(files, tmp_path):
    (tmp_path / "cleo.conll").write_text(ANNA.replace("Karsk", "Karst"))
    done = run(*files, f"cleo={tmp_path / 'cleo.conll'}")
    assert "cleo.conll:4: token 'Karst'" in str(done.exception)


def test_one_file_is_not_enough(files):
    done = run(files[0])
    assert "two annotators or more" in str(done.exception)
