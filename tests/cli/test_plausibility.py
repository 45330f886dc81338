"""What cannot be meant is said: through the command line, and with its exit code."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from nerproof.base.errors import NerproofError
from nerproof.cli import app

GOLD = "".join(f"w{i} {'B-PER' if i % 3 == 0 else 'O'}\n" + ("\n" if i % 10 == 9 else "") for i in range(90))
MERGED = "".join(f"{line} {'O' if i % 7 else 'B-LOC'}\n" if line else "\n" for i, line in enumerate(GOLD.splitlines()))


def run(*arguments, cwd, stdin=None):
    command = [sys.executable, "-m", "nerproof", *map(str, arguments)]
    return subprocess.run(command, check=False, cwd=cwd, capture_output=True, text=True, timeout=120, input=stdin)


def evaluate(cwd, *more, gold="gold.conll", pred="a=pred.conll"):
    return run("evaluate", "--gold", gold, "--pred", pred, "--resamples", "0", "--suite", "standard", *more, cwd=cwd)


@pytest.fixture
def files(tmp_path):
    (tmp_path / "gold.conll").write_text(GOLD)
    (tmp_path / "pred.conll").write_text(GOLD.replace("w0 B-PER", "w0 O"))
    (tmp_path / "merged.conll").write_text(MERGED)
    return tmp_path


def test_gold_given_as_prediction_is_said(files):
    done = evaluate(files, pred="a=gold.conll")
    assert done.returncode == 0
    assert "warning: a equals gold in all 30 mentions. It is the gold file." in done.stdout
    assert "equals gold" not in evaluate(files).stdout


def test_a_merged_file_without_its_columns_is_said(files):
    done = evaluate(files, gold="merged.conll", pred="a=merged.conll")
    assert "columns 2 and 3 hold tags; column 3 is read" in done.stdout
    right = evaluate(files, "--gold-column", "1", "--pred-column", "2", gold="merged.conll", pred="a=merged.conll")
    assert "equals gold" not in right.stdout
    assert "hold tags" not in right.stdout


def test_a_prediction_without_a_mention_is_said(files):
    (files / "pred.conll").write_text(GOLD.replace("B-PER", "O"))
    assert "warning: a has no mention at all" in evaluate(files).stdout


def test_swapped_files_are_said(files):
    (files / "gold.conll").write_text(GOLD.replace("w3 B-PER", "w3 I-PER").replace("w6 B-PER", "w6 I-PER"))
    assert "Are gold and prediction swapped?" in evaluate(files).stdout
    several = evaluate(files, "--pred", "b=pred.conll").stdout
    assert "swapped" not in several


def test_one_slip_in_a_large_gold_file_is_no_swap(files):
    many = "".join(f"x{i} B-LOC\n" + "\n" * (i % 10 == 9) for i in range(400))
    (files / "pred.conll").write_text(GOLD + "\n" + many)
    (files / "gold.conll").write_text(GOLD.replace("w3 B-PER", "w3 I-PER") + "\n" + many)
    assert "swapped" not in evaluate(files).stdout


def test_io_predictions_are_said(files):
    (files / "pred.conll").write_text(GOLD.replace("B-PER", "I-PER"))
    assert "a: its tags are of the scheme IO, which cannot part mentions" in evaluate(files).stdout


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--types", "PERSON"), "--types: no file has the type 'PERSON'. Did you mean 'PER'?"),
        (("--types", "PER,LCO"), "--types: no file has the type 'LCO'"),
        (("--map", "PERS=PER"), "--map: no file has the type 'PERS'. Did you mean 'PER'?"),
        (("--exclude-types", "XYZ"), "--exclude-types: no file has the type 'XYZ'. The types are PER."),
    ],
)
def test_types_that_no_file_has_are_refused(files, options, said):
    done = evaluate(files, *options)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    again = evaluate(files, *options, "--anyway")
    assert again.returncode == 0
    assert said in again.stdout
    assert evaluate(files, "--types", "PER", "--map", "PER=P").returncode == 2  # renamed first: P is what is left
    assert evaluate(files, "--types", "P", "--map", "PER=P").returncode == 0


def test_every_verb_that_reads_refuses_nonsense(files):
    (files / "index.conll").write_text("".join(f"{i} O\n" for i in range(99)))
    verbs = [
        ("stats", "--train", "index.conll"),
        ("evaluate", "--gold", "index.conll", "--pred", "a=index.conll"),
        ("evaluate", "--gold", "index.conll", "--pred", "a=index.conll", "--stream"),
        ("convert", "index.conll", "out.jsonl"),
        ("validate", "index.conll"),
        ("split", "index.conll", "--out", "parts"),
        ("agree", "a=index.conll", "b=index.conll"),
        ("train", "memorizer", "--train", "index.conll", "--out", "model"),
        ("inspect", "unseen", "--train", "gold.conll", "--test", "index.conll"),
    ]
    for verb in verbs:
        done = run(*verb, cwd=files)
        assert done.returncode == 2, verb
        assert "100 % of the tokens are numbers" in done.stdout + done.stderr, verb
        assert "Traceback" not in done.stderr, verb
    assert sorted(p.name for p in files.iterdir()) == ["gold.conll", "index.conll", "merged.conll", "pred.conll"]


def test_hints_lead_to_options_that_work(files):
    (files / "pred.conll").write_text(GOLD.replace("w4 O\n", "", 1))
    position = evaluate(files, "--align", "position")
    assert position.returncode == 2
    assert "pass --" not in position.stderr  # no option puts these predictions on gold's tokens
    assert "--align position" not in position.stderr


def test_standard_input_is_read_once(files):
    done = run("evaluate", "--gold", "-", "--pred", "a=-", cwd=files, stdin=GOLD)
    assert done.returncode == 2
    assert "standard input (-) can be read only once" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_device_is_no_file(files):
    done = run("validate", "/dev/zero", cwd=files)
    assert done.returncode == 2
    assert "is a device, not a file" in done.stdout


BAD_RESULTS = {
    "list": "[]",
    "rows": '{"signature": {}, "rows": [1]}',
    "value": '{"signature": {}, "rows": [{"suite": "standard", "system": "a", "metric": "f1", "value": "x"}]}',
    "systems": '{"signature": {"systems": []}, "rows": []}',
    "nan": '{"signature": {}, "rows": [{"suite": "s", "system": "a", "metric": "f1", "value": NaN}]}',
    "deep": "[" * 100_000,
    "notes": '{"signature": {}, "rows": [], "notes": [1]}',
    "schema": '{"schema": "other-2", "signature": {}, "rows": []}',
    "binary": "\x00\x01",
    "huge": '{"signature": {}, "rows": [{"suite": "s", "system": "a", "metric": "f1", "value": 1e308}]}',
    "negative": '{"signature": {}, "rows": [{"suite": "s", "system": "a", "metric": "f1", "value": 1, "total": -1}]}',
    "nobody": '{"signature": {}, "rows": [{"suite": "s", "system": null, "metric": "f1", "value": 1}]}',
    "seed": '{"signature": {"seed": "x"}, "rows": []}',
    "extras": '{"signature": {}, "rows": [], "extras": {"confusion": {"a": {"PER": 1}}}}',
    "sentences": '{"signature": {}, "rows": [], "sentences": {"items": [{"tokens": [1], "gold": []}], "slices": []}}',
}


GATE = ("gate", "--current", "r.json", "--baseline")
BAD = [(name, verb) for name in BAD_RESULTS for verb in (("report",), ("compare",), GATE)]


@pytest.mark.parametrize(("name", "verb"), [b for b in BAD if b != ("nan", GATE)])  # to the gate NaN is undefined
def test_malformed_results_are_one_line(tmp_path, monkeypatch, name, verb):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "r.json").write_text(BAD_RESULTS[name])
    done = CliRunner().invoke(app, [*verb, "r.json"])
    assert isinstance(done.exception, NerproofError)
    assert "is not a result of nerproof" in str(done.exception)
    assert "\n" not in str(done.exception)


def test_results_fit_their_own_schema(files):
    assert evaluate(files, "--json", "r.json").returncode == 0
    assert json.loads((files / "r.json").read_text())["schema"] == "nerproof-result-1"
    assert run("report", "r.json", "--csv", "r.csv", cwd=files).returncode == 0


EVIL = "\x1b]0;owned\x07\x1b[2J"


def test_escape_sequences_do_not_reach_the_terminal(tmp_path):
    text = "".join(f"w{i}{EVIL} {f'B-P{EVIL}' if i % 3 == 0 else 'O'}\n" for i in range(60)) + "\n"
    (tmp_path / "gold.conll").write_text(text)
    (tmp_path / "pred.conll").write_text(text.replace("B-P", "B-Q"))
    (tmp_path / "bad.conll").write_text(f"w X{EVIL}\nv B-PER\nv O\n")
    runs = [
        evaluate(tmp_path, "-v", "--anyway", pred=f"a{EVIL}=pred.conll"),
        run("validate", "bad.conll", "gold.conll", cwd=tmp_path),
        run("stats", "--train", "gold.conll", cwd=tmp_path),
        run("compare-scorers", "gold.conll", "pred.conll", cwd=tmp_path),
        run("evaluate", "--gold", f"no{EVIL}", "--pred", "a=b", cwd=tmp_path),
    ]
    for done in runs:
        assert "\x1b" not in done.stdout + done.stderr, done.args
        assert "\x07" not in done.stdout + done.stderr, done.args
        assert "Traceback" not in done.stderr
    assert "\\u001b" in runs[0].stdout
