"""nerproof validate: all problems with their lines, counted by kind."""

import json

import pytest
from click.testing import CliRunner

from nerproof.cli import app


def run(*args, **kwargs):
    return CliRunner().invoke(app, ["validate", *map(str, args)], **kwargs)


@pytest.fixture
def bad(tmp_path):
    path = tmp_path / "bad.conll"
    path.write_text("EU\tB-ORG\nrejects\to\nGerman\n\nPeter\tI-PER\nx\tX-MISC\n\nA\tB-PER\nB\tI-LOC\n")
    return path


def test_every_problem_has_its_line(bad):
    done = run(bad)
    lines = done.stdout.splitlines()
    assert [line.removeprefix(f"{bad}:").split(":")[0] for line in lines[:-1]] == ["2", "3", "5", "6", "9"]
    assert lines[-1] == "5 problems: columns 1, scheme 2, tags 2"
    assert done.exit_code == 2


def test_a_repair_that_is_named_is_no_problem(tmp_path):
    path = tmp_path / "a.conll"
    path.write_text("EU\tI-ORG\nx\tB-ORG\n")
    assert run(path, "--scheme", "IOB2").exit_code == 2
    done = run(path, "--scheme", "IOB2", "--repair", "begin")
    assert done.exit_code == 0
    assert "note: " in done.stdout


def test_a_good_file_says_what_it_is(tmp_path):
    path = tmp_path / "a.conll"
    path.write_text("EU\tB-ORG\nx\tO\n")
    done = run(path)
    assert done.stdout == f"{path}: no problem (1 sentence, 2 tokens, 1 mention, 1 type, format conll, scheme IOB2)\n"
    assert done.exit_code == 0


def test_records_are_checked_one_by_one(tmp_path):
    path = tmp_path / "a.jsonl"
    rows = [
        {"text": "EU", "spans": [[0, 2, "ORG"]]},
        {"text": "EU", "spans": [[0, 3, "ORG"]]},
        {"text": "EU", "spans": [[5, 6, "ORG"]]},
    ]
    path.write_text("\n".join(map(json.dumps, rows)) + "\nxx\n")
    done = run(path)
    assert [line.split(":")[1] for line in done.stdout.splitlines()[:-1]] == ["2", "3", "4"]
    assert done.stdout.splitlines()[-1] == "3 problems: json 1, spans 2"


def test_all_files_are_checked_and_the_limit_counts_on(bad, tmp_path):
    done = run(tmp_path / "none", bad, "--limit", "1")
    assert done.stdout.splitlines()[0] == f"{tmp_path / 'none'}: does not exist. Check the path."
    assert f"{bad}: … and 4 more" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("6 problems: ")


def test_one_problem_is_one(tmp_path):
    (tmp_path / "a.ann").write_text("T1\tORG 0 9\tEU\n")
    (tmp_path / "a.txt").write_text("EU")
    done = run(tmp_path / "a.ann")
    assert done.stdout.splitlines()[-1] == "1 problem: spans 1"


def test_standard_input():
    done = run("-", input="EU B-ORG\n")
    assert done.exit_code == 0 and done.stdout.startswith("-: no problem")


def test_the_projects_corpora_are_read_without_complaint(shared):
    """All but one broken tag per CoNLL-2002 file (an I- across a blank line), which is truly wrong."""
    for path in sorted((shared / "data" / "crossner").rglob("*.txt")):
        assert run(path).exit_code == 0, path
    done = run(shared / "data" / "conll2002" / "esp.testa")
    assert done.stdout.splitlines()[-1] == "1 problem: scheme 1"
