"""Options of nerproof evaluate and split that move a number: what each of them changes, on files small enough to count by hand."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from click.testing import CliRunner

from nerproof import UsageError
from nerproof.cli import app

GOLD = "EU B-ORG\nrejects O\nGerman B-MISC\ncall O\n\nPeter B-PER\nBlackburn I-PER\n\nPARIS B-LOC\n"
PRED = "EU B-ORG\nrejects O\nGerman O\ncall O\n\nPeter B-PER\nBlackburn B-PER\n\nPARIS B-LOC\n"
TRAIN = "EU B-ORG\nand O\nGerman O\n\nPeter B-LOC\nParis B-LOC\n"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in (("gold", GOLD), ("pred", PRED), ("train", TRAIN)):
        (tmp_path / f"{name}.conll").write_text(text, encoding="utf-8")
    return tmp_path


def run(verb, *args):
    done = CliRunner().invoke(app, [verb, *map(str, args)], standalone_mode=False, catch_exceptions=False)
    return done.stdout


def evaluate(*args, train="train.conll"):
    files = ["--gold", "gold.conll", "--pred", "a=pred.conll", *(["--train", train] if train else [])]
    return json.loads(run("evaluate", *files, "--resamples", 0, "--json", "-", *args))


def row(result, metric, slice="ALL", label="ALL", suite=None):
    found = [
        r for r in result["rows"]
        if (r["metric"], r["slice"], r["label"]) == (metric, slice, label) and suite in (None, r["suite"])
    ]  # fmt: skip
    assert len(found) == 1, [(r["suite"], r["system"]) for r in found]
    return found[0]


def counts(found):
    return found["count"], found["total"]


def test_token_and_tag_column(folder):
    for name in ("gold", "pred"):
        lines = (folder / f"{name}.conll").read_text().split("\n")
        other = [f"B-ORG x {line.split()[1]} {line.split()[0]}" if line else "" for line in lines]
        (folder / f"{name}.conll").write_text("\n".join(other))
    result = evaluate("--token-column", -1, "--tag-column", 2, train=None)
    assert counts(row(result, "recall", suite="standard")) == (2, 4)
    assert result["signature"]["columns"] == {"token": -1, "tag": 2}
    wrong = evaluate("--token-column", -1, "--tag-column", 0, train=None)
    assert counts(row(wrong, "recall", suite="standard")) == (7, 7)  # every token is B-ORG there


def test_lower(folder):
    """PARIS is unseen, and seen as Paris without regard to case."""
    kept, folded = evaluate(), evaluate("--lower")
    assert (kept["signature"]["case"], folded["signature"]["case"]) == ("kept", "folded")
    assert counts(row(kept, "share", "unseen-I", suite="hardeval")) == (2, 7)
    assert counts(row(folded, "share", "unseen-I", suite="hardeval")) == (1, 7)
    assert counts(row(kept, "recall", "contaminated", suite="contamination")) == (1, 1)
    assert counts(row(folded, "recall", "contaminated", suite="contamination")) == (2, 2)
    assert counts(row(folded, "recall", suite="standard")) == (2, 4)


def test_errors(folder):
    result = evaluate("--errors", "errors.jsonl", train=None)
    found = [json.loads(line) for line in (folder / "errors.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [(e["class"], e["gold"] and e["gold"]["text"], e["pred"] and e["pred"]["text"]) for e in found] == [
        ("missed", "German", None),
        ("boundary", "Peter Blackburn", "Peter"),
        ("spurious", None, "Blackburn"),
    ]
    assert found[1]["place"] == "gold.conll:6"
    assert {e["system"] for e in found} == {"a"}
    assert "wrote 3 errors to errors.jsonl" in result["notes"]


def test_an_attribute_of_a_column(folder):
    """In a process of its own: an attribute stays known for as long as the process lives."""
    (folder / "mine.csv").write_text("channel\nnews\nmail\nnews\n")
    files = ["--gold", "gold.conll", "--pred", "a=pred.conll", "--train", "train.conll", "--attribute", "mine.csv"]
    command = [sys.executable, "-m", "nerproof", "evaluate", *files, "--suite", "interpreteval", "--json", "-"]
    result = json.loads(subprocess.run(command, cwd=folder, capture_output=True, text=True, check=True).stdout)
    found = {r["slice"]: (r["n_gold"], r["n_correct"]) for r in result["rows"] if r["slice"].startswith("channel:")
             and r["metric"] == "f1" and r["label"] == "ALL"}  # fmt: skip
    assert found == {"channel:mail": (1, 0), "channel:news": (3, 2)}
    assert not [r for r in evaluate("--suite", "interpreteval")["rows"] if "channel" in r["slice"]]


@pytest.mark.parametrize(("how", "errors"), [(None, 1), ("io", 1), ("bio", 2), ("bilou", 3)])
def test_hardeval_compare(folder, how, errors):
    """German is missed; Blackburn's I- is a B-; and with ends told apart, Peter's L- and the single U- differ, too."""
    result = evaluate("--suite", "hardeval", *(["--hardeval-compare", how] if how else []))
    assert counts(row(result, "ter")) == (errors, 7)
    assert result["signature"]["switches"] == ({"hardeval_compare": how} if how else {})


def test_hardeval_strict(folder):
    """German is O twice and MISC once in training: mostly another label, but a label that was seen."""
    (folder / "train.conll").write_text("German O\nGerman O\nGerman B-MISC\nEU B-ORG\nPeter B-PER\nParis B-LOC\n")
    plain, strict = (evaluate("--suite", "hardeval", *more) for more in ([], ["--hardeval-strict"]))
    assert counts(row(plain, "share", "diff-I")) == (1, 7)
    assert counts(row(strict, "share", "diff-I")) == (0, 7)
    assert counts(row(strict, "share", "other")) == (counts(row(plain, "share", "other"))[0] + 1, 7)


def test_hardeval_of_part_of_speech_tags(folder):
    """Every token has a label, so only two kinds of hard tokens are left."""
    (folder / "train.conll").write_text("the DET\nbank NOUN\nthe DET\nbank NOUN\nbank VERB\n")
    (folder / "gold.conll").write_text("the DET\nbank VERB\nRome PROPN\n")
    (folder / "pred.conll").write_text("the DET\nbank NOUN\nRome PROPN\n")
    (folder / "more.conll").write_text("x PROPN\n")
    result = evaluate("--suite", "hardeval", "--scheme", "bare", "--train", "more.conll")
    assert counts(row(result, "ter", "unseen-I")) == (0, 1)
    assert counts(row(result, "ter", "diff-E")) == (1, 1)
    assert [counts(row(result, "ter", s))[1] for s in ("unseen-O", "diff-I", "diff-O")] == [0, 0, 0]


def test_contamination_unit(folder):
    """EU is in training: one sentence of three, one document of two."""
    marked = "-DOCSTART- O\n\n" + GOLD.replace("\n\nPARIS", "\n\n-DOCSTART- O\n\nPARIS")
    (folder / "gold.conll").write_text(marked)
    (folder / "pred.conll").write_text(marked)
    found = {unit: row(evaluate("--contamination-unit", unit), "partial_rate", "test|train")
             for unit in ("sentence", "document")}  # fmt: skip
    assert counts(found["sentence"]) == (1, 3)
    assert counts(found["document"]) == (1, 2)
    assert {unit: r["unit"] for unit, r in found.items()} == {"sentence": "sentence", "document": "document"}


DIRECTIONS = {"test|train", "train|test", "dev|train", "train|dev", "test|dev", "dev|test", "test|train+dev"}


@pytest.mark.parametrize("how", ["--no-stream", "--stream"])
@pytest.mark.parametrize("verb", ["evaluate", "stats"])
def test_every_direction_of_contamination(folder, verb, how):
    (folder / "dev.conll").write_text("EU B-ORG\n\nRome B-LOC\n")
    parts = ["--train", "train.conll", "--dev", "dev.conll", "--gold", "gold.conll", how, "--json", "-"]
    result = json.loads(run(verb, *parts, *(["--pred", "a=pred.conll"] if verb == "evaluate" else [])))
    found = {r["slice"]: counts(r) for r in result["rows"] if r["metric"] == "partial_rate"}
    assert set(found) == DIRECTIONS
    assert (found["train|dev"], found["dev|test"], found["test|dev"]) == ((1, 2), (1, 2), (1, 3))


def test_standard_metrics(folder):
    metrics = lambda result: {r["metric"] for r in result["rows"] if r["suite"] == "standard"}
    plain, more = evaluate(train=None), evaluate("--standard-metrics", "left, token_accuracy", train=None)
    new = metrics(more) - metrics(plain)
    assert {m.split("_")[0] for m in new} == {"left", "token"}
    assert counts(row(more, "left_recall")) == (3, 4)  # Peter's left end is right
    assert row(more, "token_accuracy")["total"] == 7
    assert metrics(evaluate("--standard-metrics", "all", train=None)) > metrics(more)


def test_interpreteval_buckets(folder):
    words = [f"w{i}" for i in range(12)]
    text = "".join(" O\n".join(words[: i + 1]) + " O\nX B-PER\n\n" for i in range(11))
    for name in ("gold", "pred"):
        (folder / f"{name}.conll").write_text(text)
    (folder / "train.conll").write_text("X B-PER\n")
    for n in (None, 2, 3):
        result = evaluate("--suite", "interpreteval", *(["--interpreteval-buckets", n] if n else []))
        rows = [r for r in result["rows"] if r["slice"].startswith("sLen:") and r["metric"] == "f1"]
        assert sum(r["label"] == "ALL" for r in rows) == (n or 4)
        assert sum(r["n_gold"] for r in rows if r["label"] == "ALL") == 11


def test_interpreteval_even(folder):
    """Eight sentences of one word and one of nine: evenly divided, the range has empty buckets in the middle."""
    text = "X B-PER\n\n" * 8 + "X B-PER\n" + "w O\n" * 8 + "\n"
    for name in ("gold", "pred", "train"):
        (folder / f"{name}.conll").write_text(text)
    result = evaluate("--suite", "interpreteval", "--interpreteval-even")
    rows = [r for r in result["rows"] if r["slice"].startswith("sLen:") and r["metric"] == "f1"]
    assert [(r["hi"], r["n_gold"]) for r in rows] == [(3.0, 8), (5.0, 0), (7.0, 0), (None, 1)]
    with pytest.raises(UsageError, match="exclude each other"):
        evaluate("--interpreteval-even", "--interpreteval-balanced")


def test_an_engine_that_is_not_there(folder):
    done = CliRunner().invoke(app, ["evaluate", "--gold", "gold.conll", "--pred", "a=pred.conll", "--engine", "dusk"])
    assert done.exit_code == 2
    assert "'dusk' is not one of 'local', 'spark'" in done.stderr


def test_the_local_engine_is_the_usual_one(folder):
    assert evaluate("--engine", "local") == evaluate()


def test_tolerance_of_a_split(folder):
    """The card allows what the command allows: a share of the 70 mentions that train should have."""
    lumps = "A B-P\nA B-P\nA B-P\nA B-P\nA B-P\n\n" * 20
    (folder / "all.conll").write_text(lumps)
    for tolerance in (0.05, 0.4):
        run("split", "all.conll", "--method", "random", "--ratios", "70,30", "--tolerance", tolerance, "--out", "parts")
        card = json.loads((folder / "parts" / "quality.json").read_text())
        cell = card["types"]["P"]["train"]
        assert card["tolerance"] == tolerance
        assert cell["allowed"] == pytest.approx(max(tolerance * 70, 0.5 * 70**0.5))
