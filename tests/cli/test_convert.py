"""nerproof convert: files in, files out, losses on stderr."""

import gzip
import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from nerproof.base.errors import InputError, UsageError
from nerproof.cli import app
from nerproof.formats import read

CONLL = "EU\tB-ORG\nrejects\tO\n\nPeter\tB-PER\nBlackburn\tI-PER\n\n"
NESTED = '{"text": "Bank of England", "spans": [[0, 15, "ORG"], [8, 15, "LOC"]]}\n'


@pytest.fixture
def conll(tmp_path):
    path = tmp_path / "a.conll"
    path.write_text(CONLL)
    return path


def run(*args, **kwargs):
    return CliRunner().invoke(
        app, ["convert", *map(str, args)], catch_exceptions=False, standalone_mode=False, **kwargs
    )


def test_by_suffix_and_back_are_the_same_bytes(conll, tmp_path):
    run(conll, tmp_path / "a.jsonl")
    run(tmp_path / "a.jsonl", tmp_path / "b.conll")
    assert (tmp_path / "b.conll").read_text() == CONLL


def test_scheme_of_the_output(conll, tmp_path):
    run(conll, tmp_path / "b.conll", "--to-scheme", "BIOES")
    assert (tmp_path / "b.conll").read_text().split() == [
        "EU",
        "S-ORG",
        "rejects",
        "O",
        "Peter",
        "B-PER",
        "Blackburn",
        "E-PER",
    ]


def test_losses_are_said_on_stderr_and_quiet_is_quiet(tmp_path):
    (tmp_path / "a.jsonl").write_text(NESTED)
    said = run(tmp_path / "a.jsonl", tmp_path / "a.conll")
    assert "lost: " in said.stderr and "1 overlapping or nested mentions are left out" in said.stderr
    assert said.stdout == ""
    assert run(tmp_path / "a.jsonl", tmp_path / "a.conll", "-q").stderr == ""
    assert (tmp_path / "a.conll").read_text() == "Bank\tB-ORG\nof\tI-ORG\nEngland\tI-ORG\n\n"


def test_overlap_can_be_refused_and_then_nothing_is_written(tmp_path):
    (tmp_path / "a.jsonl").write_text(NESTED)
    with pytest.raises(UsageError, match=r"a\.jsonl:1: 'England' \(LOC\) overlaps another mention; the format conll"):
        run(tmp_path / "a.jsonl", tmp_path / "a.conll", "--on-overlap", "error")
    assert not (tmp_path / "a.conll").exists()
    run(tmp_path / "a.jsonl", tmp_path / "a.txt", "--on-overlap", "error")
    assert (tmp_path / "a.txt").read_text() == "<ORG>Bank of <LOC>England</LOC></ORG>\n"


@pytest.mark.parametrize("suffix", [".gz", ".bz2", ".xz"])
def test_packed_output_is_read_again(suffix, conll, tmp_path):
    run(conll, tmp_path / f"b.conll{suffix}")
    assert len(read(tmp_path / f"b.conll{suffix}").mentions) == 2


def test_packed_output_has_no_time_stamp(conll, tmp_path):
    run(conll, tmp_path / "b.conll.gz")
    assert (tmp_path / "b.conll.gz").read_bytes() == gzip.compress(CONLL.encode(), mtime=0)


def test_standard_input_and_output():
    code = "from nerproof.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "convert", "-", "-", "--to", "jsonl"],
        input=CONLL.encode(),
        capture_output=True,
        check=True,
    )
    assert [json.loads(x)["tags"] for x in done.stdout.splitlines()] == [["B-ORG", "O"], ["B-PER", "I-PER"]]


def test_an_error_is_one_line_and_exit_2_and_nothing_is_written(conll, tmp_path):
    conll.write_text("EU\tB-ORG\nrejects\n")
    code = "from nerproof.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code, "convert", str(conll), str(tmp_path / "b.jsonl")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1 and f"{conll}:2: " in done.stderr
    assert not (tmp_path / "b.jsonl").exists()


def test_llm_output_against_gold(conll, tmp_path):
    rows = [{"entities": [{"type": "ORG", "text": "EU"}]}, {"entities": [{"type": "PER", "text": "Peter Blackburn"}]}]
    (tmp_path / "llm.jsonl").write_text("\n".join(map(json.dumps, rows)))
    run(tmp_path / "llm.jsonl", tmp_path / "pred.conll", "--format", "llm", "--against", conll)
    assert (tmp_path / "pred.conll").read_text() == CONLL


def test_unknown_target_asks_for_the_format(conll, tmp_path):
    with pytest.raises(UsageError, match=r"does not tell the format\. Name it with --to"):
        run(conll, tmp_path / "b.xyz")
    with pytest.raises(UsageError, match="is a folder and cannot go to standard output"):
        run(conll, "-", "--to", "brat")


def test_a_full_folder_is_not_overwritten(conll, tmp_path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "mine.txt").write_text("keep")
    with pytest.raises(UsageError, match="exists and is not empty"):
        run(conll, tmp_path / "out", "--to", "brat")
    assert (tmp_path / "out" / "mine.txt").read_text() == "keep"


def test_missing_input(tmp_path):
    with pytest.raises(InputError, match="none: does not exist"):
        run(tmp_path / "none", tmp_path / "b.conll")


def test_a_scheme_that_cannot_part_neighbours_says_so(tmp_path):
    (tmp_path / "a.conll").write_text("a\tB-X\nb\tB-X\nc\tB-Y\n")
    said = run(tmp_path / "a.conll", tmp_path / "b.conll", "--to-scheme", "IO")
    assert "1 mentions run into the one before them: IO cannot part them" in said.stderr
    assert run(tmp_path / "a.conll", tmp_path / "c.conll", "--to-scheme", "IOB1").stderr == ""


def test_tokens_that_no_line_can_hold_are_written_and_said(tmp_path):
    tokens = ["a\tb", "", "x\ny", "-DOCSTART-", " c", "in side"]
    (tmp_path / "a.jsonl").write_text(json.dumps({"tokens": tokens, "tags": ["B-X"] * 6}))
    said = run(tmp_path / "a.jsonl", tmp_path / "b.conll")
    assert "5 different tokens that a line cannot hold are written with _" in said.stderr
    corpus = read(tmp_path / "b.conll")
    assert corpus.sentence(0) == ["a_b", "_", "x_y", "_-DOCSTART-", "_c", "in side"]
    assert len(corpus.mentions) == 6
