"""The verbs attack, augment and gazetteer as a user runs them."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from nerproof.base.errors import NerproofError
from nerproof.cli import app
from nerproof.formats import read

TRAIN = "Ann B-PER\nlives O\nin O\nRome B-LOC\n. O\n\nthe O\nquiet O\nhouse O\nsleeps O\nin O\nKyiv B-LOC\n\nBo B-PER\nsaw O\na O\nslow O\ntrain O\n\n"
TEST = "Eve B-PER\nsaw O\nOslo B-LOC\nand O\nBern B-LOC\n\nthe O\ngreen O\ngarden O\nwaits O\n\nOslo B-LOC\nwins O\n\n"
ROWS = [("GPE", "Q515", "city", f"Q{i}", n) for i, n in enumerate(["Bari", "Perm", "Oslo", "Sofia", "Tirana", "Rome"])]
ROWS += [("PERSON", "", "composed person name", "", n) for n in ("Max Stone", "Zoe Rank")]


@pytest.fixture
def files(tmp_path):
    (tmp_path / "train.conll").write_text(TRAIN)
    (tmp_path / "test.conll").write_text(TEST)
    keys = ("type", "class_qid", "class_label", "entity_qid", "name")
    lines = [json.dumps(dict(zip(keys, r, strict=True))) for r in ROWS]
    (tmp_path / "names.jsonl").write_text("\n".join(lines))
    return tmp_path


def call(*words, code=0):
    done = CliRunner().invoke(app, [str(w) for w in words], catch_exceptions=True)
    if code == 0 and done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    return done


def attack(folder, *more, out="out"):
    return call(
        "attack", "--gold", folder / "test.conll", "--train", folder / "train.conll",
        "--gazetteer", folder / "names.jsonl", "--out", folder / out, *more,
    )  # fmt: skip


def test_entity_attack_writes_corpus_alignment_log_control_and_manifest(files):
    done = attack(files)
    out = files / "out"
    assert {p.name for p in out.iterdir()} == {
        "attacked.conll", "alignment.json", "edits.jsonl", "control-swap.conll", "control-swap-edits.jsonl", "manifest.json",
    }  # fmt: skip
    attacked, original = read(out / "attacked.conll"), read(files / "test.conll")
    assert len(attacked.mentions) == len(original.mentions)
    edits = [json.loads(line) for line in (out / "edits.jsonl").read_text().splitlines()]
    assert [e["new"] for e in edits] == [attacked.surface(i) for i in range(4)]
    aligned = json.loads((out / "alignment.json").read_text())["mentions"]
    assert [a["id"] for a in aligned] == [0, 1, 2, 3]
    train = read(files / "train.conll")
    seen = {train.surface(i) for i in range(len(train.mentions))}
    control = read(out / "control-swap.conll")
    assert {control.surface(i) for i in range(4)} <= seen
    assert "4 of 4 mentions replaced (66.7 % of those that are no persons linked)" in done.output
    assert "naturalness: same number of tokens 100.0 % of 4" in done.output
    manifest = json.loads((out / "manifest.json").read_text())
    assert manifest["facts"]["linked_share"] == pytest.approx(2 / 3)
    assert manifest["statistics"]["sizes"]["attacked_mentions"] == 4
    assert manifest["statistics"]["naturally_unseen"] == {"mentions": 4, "share": 1.0}


def test_same_command_same_bytes(files):
    for out in ("a", "b"):
        attack(files, "--mode", "full", "--curve", out=out)
    names = sorted(p.relative_to(files / "a") for p in (files / "a").rglob("*") if p.is_file())
    assert "coverage-20/attacked.conll" in {n.as_posix() for n in names}
    for name in names:
        assert (files / "a" / name).read_bytes() == (files / "b" / name).read_bytes(), name


def test_context_attack_with_a_command_as_reference(files):
    (files / "blind.py").write_text(
        "import sys\nfor line in open(sys.argv[1]):\n    word = line.split()\n"
        "    print(word[0] + ' O' if word else '', file=open(sys.argv[2], 'a'))\n"
    )
    import sys

    done = attack(
        files,
        "--mode",
        "context",
        "--reference-command",
        f"{sys.executable} {files}/blind.py {{input}} {{output}}",
    )
    assert "words replaced in" in done.output
    a, b = read(files / "test.conll"), read(files / "out" / "attacked.conll")
    assert a.n_tokens == b.n_tokens


def test_many_corpora_get_folders(files):
    (files / "dev.conll").write_text(TEST)
    call(
        "attack", "--gold", files / "test.conll", "--gold", files / "dev.conll", "--train", files / "train.conll",
        "--gazetteer", files / "names.jsonl", "--out", files / "out", "-q",
    )  # fmt: skip
    assert {p.name for p in (files / "out").iterdir()} == {"test", "dev"}
    assert (files / "out" / "dev" / "attacked.conll").exists()


def test_benchmark_release(files):
    call(
        "attack", "--gold", files / "test.conll", "--train", files / "train.conll",
        "--gazetteer", files / "names.jsonl", "--as-benchmark", files / "rock",
    )  # fmt: skip
    assert {p.name for p in (files / "rock").iterdir()} == {
        "test",
        "manifest.json",
        "statistics.json",
        "LICENCES.md",
        "STATISTICS.md",
    }
    assert {p.name for p in (files / "rock" / "test").iterdir()} == {"none", "E", "C", "full"}
    assert (
        read(files / "rock" / "test" / "none" / "gold.conll").content_digest
        == read(files / "test.conll").content_digest
    )
    assert "names.jsonl: as stated by the file's owner" in (files / "rock" / "LICENCES.md").read_text()
    page = (files / "rock" / "STATISTICS.md").read_text()
    assert "| LOC | 3 | 1 | 6 |" in page
    manifest = json.loads((files / "rock" / "manifest.json").read_text())
    assert manifest["settings"] == ["none", "E", "C", "full"]


def trained(files):
    call("train", "memorizer", "--train", files / "train.conll", "--out", files / "model", "-q")
    return files / "model"


def test_reference_that_is_evaluated_is_refused(files):
    model = trained(files)
    with pytest.raises(NerproofError, match="which is circular"):
        attack(files, "--hard", "--reference", model, "--evaluated", model)
    assert attack(files, "--hard", "--reference", model).exit_code == 0


@pytest.mark.parametrize(("more", "refused"), [(["--hard"], True), (["--mode", "context"], True), ([], False)])
def test_scoring_the_reference_on_what_it_chose_is_refused(files, more, refused):
    """Nobody named the evaluated model to attack: its predictions still say who made them."""
    model, out = trained(files), files / "out"
    attack(files, "--reference", model, *more)
    for name, path in {"none": files / "test.conll", "E": out / "attacked.conll"}.items():
        call("predict", model, "--input", path, "--out", files / f"{name}.pred", "-q")
    words = (
        "evaluate",
        "--gold",
        files / "test.conll",
        "--pred",
        f"m={files}/none.pred",
        "--attacked",
        f"E={out}",
    )
    done = call(*words, "--attacked-pred", f"E:m={files}/E.pred", "-q", code=2)
    assert bool(done.exception) == refused
    if refused:
        assert "the reference model is the evaluated model (m, " in str(done.exception)


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--gazetteer", "nowhere"], "neither a file nor one of"),
        (["--as-benchmark", "x"], "name one folder"),
        (["--type-map", "LOC"], "is not TYPE=GAZETTEER_TYPE"),
        (["--links", "links.jsonl"], "links.jsonl:1: names no mention and qid"),
        (["--mode", "context", "--pos", "column"], "has no column of Penn part-of-speech tags"),
    ],
)
def test_mistakes_are_one_line(files, monkeypatch, more, message):
    monkeypatch.chdir(files)
    Path("links.jsonl").write_text("{}")
    done = call(
        "attack",
        "--gold",
        "test.conll",
        "--train",
        "train.conll",
        "--gazetteer",
        "names.jsonl",
        "--out",
        "o",
        *more,
        code=2,
    )
    assert isinstance(done.exception, NerproofError)
    assert message in str(done.exception)
    assert "\n" not in str(done.exception)


def test_evaluate_with_attacked_versions(files):
    attack(files, "--curve")
    model, out = trained(files), files / "out"
    for name, path in {
        "none": files / "test.conll",
        "E": out / "attacked.conll",
        "swap": out / "control-swap.conll",
        "c20": out / "coverage-20" / "attacked.conll",
    }.items():
        call("predict", model, "--input", path, "--out", files / f"{name}.pred", "-q")
    call(
        "evaluate", "--original", files / "test.conll", "--train", files / "train.conll", "--pred", f"m={files}/none.pred",
        "--attacked", f"E={out}", "--attacked-pred", f"E:m={files}/E.pred", "--attacked-pred", f"swap:m={files}/swap.pred",
        "--attacked-pred", f"coverage=20:m={files}/c20.pred", "--json", files / "r.json", "-q",
    )  # fmt: skip
    rows = json.loads((files / "r.json").read_text())["rows"]
    f1 = {
        r["slice"]: r["value"] for r in rows if r["suite"] == "rockner" and r["metric"] == "f1" and r["label"] == "ALL"
    }
    # A memorizer knows none of the test names and all names of the control.
    assert f1 == {"none": 0.0, "E": 0.0, "swap": 1.0, "coverage=20": 0.0}


@pytest.mark.parametrize(
    ("attacked", "pred", "message"),
    [
        ("E=train.conll", "E:m=test.conll", "has other mentions than the original"),
        ("E=out", "F:m=test.conll", "which --attacked does not name"),
        ("E", "E:m=test.conll", "is not of the form --attacked"),
        ("E=out", "E=test.conll", "is not of the form --attacked-pred"),
        ("E=.", "E:m=test.conll", "has no attacked corpus"),
    ],
)
def test_attacked_inputs_that_do_not_fit(files, monkeypatch, attacked, pred, message):
    attack(files)
    monkeypatch.chdir(files)
    done = call(
        "evaluate",
        "--gold",
        "test.conll",
        "--pred",
        "m=test.conll",
        "--attacked",
        attacked,
        "--attacked-pred",
        pred,
        "-q",
        code=2,
    )
    assert isinstance(done.exception, NerproofError)
    import re

    assert re.search(message, str(done.exception))


def test_augment(files):
    done = call(
        "augment",
        files / "train.conll",
        "--method",
        "random-masking",
        "--method",
        "mixing-up:0.5",
        "--out",
        files / "more.conll",
        "--log",
        files / "log.jsonl",
    )
    assert "3 sentences and 5 changed copies" in done.output
    assert read(files / "more.conll").n_sentences == 8
    assert len((files / "log.jsonl").read_text().splitlines()) >= 4


def test_gazetteer_build_stats_lookup(files):
    built = call("gazetteer", "build", files / "names.jsonl", "--out", files / "n.parquet")
    assert "8 names of 2 types" in built.output
    stats = call("gazetteer", "stats", files / "n.parquet", "--per-class").output
    assert "GPE\t1 class\t6 names" in stats
    assert "Q515\tcity\t6" in stats
    assert call("gazetteer", "lookup", files / "n.parquet", "Bari").output == "Bari\tGPE\tcity\tQ515\tQ0\n"
    missing = call("gazetteer", "lookup", files / "n.parquet", "Nowhere")
    assert (missing.exit_code, missing.output) == (1, "Nowhere\tis not there\n")
