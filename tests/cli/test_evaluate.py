"""nerproof evaluate from the outside: files in, tables and files out, one line per mistake."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys

import pytest

GOLD = "EU B-ORG\nrejects O\nGerman B-MISC\ncall O\n\nPeter B-PER\nBlackburn I-PER\n"
PRED = "EU B-ORG\nrejects O\nGerman O\ncall O\n\nPeter B-PER\nBlackburn I-PER\n"


def run(*args, cwd, **options):
    command = [sys.executable, "-m", "nerproof.cli", *map(str, args)]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, **options)


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "gold.conll").write_text(GOLD)
    (tmp_path / "pred.conll").write_text(PRED)
    (tmp_path / "train.conll").write_text("EU B-ORG\nand O\nEU O\n\nPeter B-LOC\n")
    return tmp_path


def test_table_and_signature(folder):
    done = run("evaluate", "--gold", "gold.conll", "--pred", "mine=pred.conll", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "80.00" in done.stdout
    assert "gold:gold.conll@" in done.stdout
    assert "skipped tmr: needs --train" in done.stdout


def test_all_outputs_are_written_and_json_has_the_contract(folder):
    names = ["--json", "r.json", "--csv", "r.csv", "--markdown", "r.md", "--latex", "r.tex", "-q"]
    done = run(
        "evaluate", "--gold", "gold.conll", "--pred", "mine=pred.conll", "--train", "train.conll", *names, cwd=folder
    )
    assert (done.returncode, done.stdout) == (0, "")
    data = json.loads((folder / "r.json").read_text())
    assert set(data) >= {"signature", "rows", "notes"}
    assert set(data["rows"][0]) >= {
        "suite",
        "system",
        "slice",
        "label",
        "metric",
        "value",
        "count",
        "total",
        "low",
        "high",
    }
    rows = list(csv.DictReader(io.StringIO((folder / "r.csv").read_text())))
    assert len([r for r in rows if r["metric"] != "confusion"]) == len(data["rows"])
    assert "| mine |" in (folder / "r.md").read_text()
    assert r"\begin{tabular}" in (folder / "r.tex").read_text()


def test_same_command_same_bytes(folder):
    args = ("evaluate", "--gold", "gold.conll", "--pred", "a=pred.conll", "--train", "train.conll", "--json", "-")
    assert run(*args, cwd=folder).stdout == run(*args, cwd=folder).stdout != ""


def test_runs_of_a_system_are_mean_and_sd(folder):
    done = run(
        "evaluate",
        "--gold",
        "gold.conll",
        "--pred",
        "f@1=pred.conll",
        "--pred",
        "f@2=gold.conll",
        "--json",
        "-",
        cwd=folder,
    )
    rows = json.loads(done.stdout)["rows"]
    mean = next(r for r in rows if r["system"] == "f" and r["metric"] == "f1" and r["label"] == "ALL")
    assert mean["value"] == pytest.approx(0.9)
    assert mean["sd"] == pytest.approx(0.1 * 2**0.5)
    assert mean["runs"] == 2


def test_standard_input_and_compression(folder):
    import gzip

    (folder / "gold.conll.gz").write_bytes(gzip.compress(GOLD.encode()))
    done = run("evaluate", "--gold", "gold.conll.gz", "--pred", "a=-", "--json", "-", cwd=folder, input=PRED)
    assert done.returncode == 0, done.stderr


def test_types_can_be_mapped_and_left_out(folder):
    done = run(
        "evaluate", "--gold", "gold.conll", "--pred", "a=pred.conll", "--map", "MISC=ORG", "--exclude-types", "PER",
        "--json", "-", cwd=folder,
    )  # fmt: skip
    labels = {r["label"] for r in json.loads(done.stdout)["rows"]}
    assert labels == {"ALL", "ORG"}


MISTAKES = {
    "encoding": (["--encoding", "nonsense"], "no encoding is named 'nonsense'"),
    "odd encoding": (["--encoding", "punycode"], "gold.conll: is not punycode"),
    "no name": (["--pred", "=pred.conll"], "has no name or no file"),
    "no file": (["--pred", "b="], "has no name or no file"),
    "unknown suite": (["--suite", "tnr"], "no suite named 'tnr'. Did you mean 'tmr'?"),
    "suite without its input": (["--suite", "tmr"], "suite 'tmr' needs --train"),
    "two systems of one name": (["--pred", "a=pred.conll"], "two systems are named 'a'"),
    "missing file": (["--pred", "b=nowhere.conll"], "nowhere.conll: does not exist"),
    "bad map": (["--map", "PER"], "'PER' is not of the form --map OLD=NEW"),
}


@pytest.mark.parametrize("mistake", MISTAKES)
def test_mistakes_are_one_line_and_nothing_is_written(folder, mistake):
    extra, message = MISTAKES[mistake]
    done = run("evaluate", "--gold", "gold.conll", "--pred", "a=pred.conll", *extra, "--json", "out.json", cwd=folder)
    assert done.returncode == 2
    assert message in done.stderr
    assert len(done.stderr.strip().split("\n")) == 1
    assert not (folder / "out.json").exists()


def test_training_data_in_other_types_is_refused_with_both_sets(folder):
    (folder / "other.conll").write_text("EU B-organisation\n")
    done = run("evaluate", "--gold", "gold.conll", "--pred", "a=pred.conll", "--train", "other.conll", cwd=folder)
    assert done.returncode == 2
    assert "train has the types organisation; gold has MISC, ORG, PER" in done.stderr


def test_training_on_the_test_set_is_loud(folder):
    done = run("evaluate", "--gold", "gold.conll", "--pred", "a=pred.conll", "--train", "gold.conll", cwd=folder)
    assert "warning: the training corpus is the test corpus" in done.stdout


def test_type_only_predicted_is_a_note(folder):
    (folder / "more.conll").write_text(PRED.replace("German O", "German B-LANGUAGE"))
    done = run("evaluate", "--gold", "gold.conll", "--pred", "a=more.conll", cwd=folder)
    assert done.returncode == 0
    assert "predicts types that gold lacks: LANGUAGE" in done.stdout


def test_types_that_gold_does_not_share_are_a_warning(folder):
    (folder / "more.conll").write_text(PRED.replace("B-", "B-MY").replace("I-", "I-MY"))
    done = run("evaluate", "--gold", "gold.conll", "--pred", "a=more.conll", cwd=folder)
    assert "warning: a: no predicted type (MY" in done.stdout
    assert "Use --map OLD=NEW" in done.stdout


def test_false_positives_in_documents_without_mentions_count(folder):
    (folder / "empty.conll").write_text("EU O\n")
    (folder / "p.conll").write_text("EU B-ORG\n")
    done = run("evaluate", "--gold", "empty.conll", "--pred", "a=p.conll", "--json", "-", cwd=folder)
    rows = {r["metric"]: r for r in json.loads(done.stdout)["rows"] if r["label"] == "ALL" and r["suite"] == "standard"}
    assert rows["precision"]["value"] == 0
    assert rows["recall"]["value"] is None


MERGED = "EU B-ORG B-ORG\nrejects O O\n\nPeter B-PER O\nBlackburn I-PER O\n"


@pytest.mark.parametrize("compat", [(), ("--compat", "seqscore"), ("--compat", "seqeval")])
def test_a_merged_file_is_gold_and_prediction(folder, compat):
    (folder / "merged.txt").write_text(MERGED)
    args = ("--gold", "merged.txt", "--gold-column", "-2", "--pred", "mine=merged.txt", "--pred-column", "2")
    done = run("evaluate", *args, *compat, "--json", "-", cwd=folder)
    data = json.loads(done.stdout)
    f1 = next(r for r in data["rows"] if (r["metric"], r["label"], r["slice"]) == ("f1", "ALL", "ALL"))
    assert (f1["n_gold"], f1["n_pred"], f1["n_correct"]) == (2, 1, 1)


def test_schemes_may_differ_and_the_signature_says_so(folder):
    (folder / "bioes.conll").write_text(
        GOLD.replace("I-PER", "E-PER").replace("B-ORG", "S-ORG").replace("B-MISC", "S-MISC")
    )
    done = run("evaluate", "--gold", "gold.conll", "--pred", "mine=bioes.conll", "--suite", "standard", cwd=folder)
    assert "100.00" in done.stdout
    assert "scheme:IOB2,mine=BIOES|" in done.stdout


def test_the_long_signature_has_everything(folder):
    args = ("evaluate", "--gold", "gold.conll", "--pred", "mine=pred.conll", "--suite", "standard")
    last = run(*args, "-v", cwd=folder).stdout.rstrip().split("\n")[-1]
    assert all(f"{key}:" in last for key in ("match", "average", "resampled", "systems.mine", "repairs.gold", "scheme"))


def test_not_annotated_is_not_without_entities(folder):
    gold = [{"tokens": ["EU"], "tags": ["B-ORG"]}, {"tokens": ["Peter"]}, {"tokens": ["no"], "tags": ["O"]}]
    pred = [
        {"tokens": ["EU"], "tags": ["B-ORG"]},
        {"tokens": ["Peter"], "tags": ["B-PER"]},
        {"tokens": ["no"], "tags": ["B-LOC"]},
    ]
    for name, rows in (("g.jsonl", gold), ("p.jsonl", pred)):
        (folder / name).write_text("".join(json.dumps(r) + "\n" for r in rows))
    data = json.loads(run("evaluate", "--gold", "g.jsonl", "--pred", "a=p.jsonl", "--json", "-", cwd=folder).stdout)
    f1 = next(r for r in data["rows"] if (r["metric"], r["label"], r["slice"]) == ("f1", "ALL", "ALL"))
    assert (f1["n_gold"], f1["n_pred"], f1["n_correct"]) == (1, 2, 1)  # PER is not scored, LOC is a false positive
    assert "g.jsonl: 1 of 3 sentences are not annotated and are left out" in data["notes"]
    swapped = json.loads(run("evaluate", "--gold", "p.jsonl", "--pred", "a=g.jsonl", "--json", "-", cwd=folder).stdout)
    assert "g.jsonl: 1 sentences have no prediction; what they hold is missed" in swapped["notes"]


def test_gold_without_any_annotation_is_refused(folder):
    (folder / "g.jsonl").write_text('{"tokens": ["EU"]}\n')
    done = run("evaluate", "--gold", "g.jsonl", "--pred", "a=g.jsonl", cwd=folder)
    assert done.returncode == 2
    assert "nothing to score against" in done.stderr


def test_options_that_another_program_lacks_are_refused(folder):
    done = run(
        "evaluate", "--gold", "gold.conll", "--pred", "a=pred.conll", "--compat", "seqeval", "--map", "A=B", cwd=folder
    )
    assert done.returncode == 2
    assert "leave out --map" in done.stderr


def test_verb_with_a_typo_is_named(folder):
    done = run("evalute", cwd=folder)
    assert done.returncode == 2
    assert "Did you mean 'evaluate'?" in done.stderr


def test_help_of_every_verb_has_examples(folder):
    from nerproof.cli import Verbs, app

    for verb in Verbs.list_commands(app, None):
        done = run(verb, "--help", cwd=folder)
        assert done.returncode == 0, (verb, done.stderr)
        assert "Example" in done.stdout, verb
