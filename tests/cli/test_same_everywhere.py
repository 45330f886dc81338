"""Words and options mean the same in every verb."""

from __future__ import annotations

import importlib

import click
import pytest
from click.testing import CliRunner

from nerproof.cli import VERBS, _module, app

GOLD = "EU B-ORG\nrejects O\n\nPeter B-PER\nBlackburn I-PER\n\n"
ALIASES = ({"--gold", "--test", "--data", "--original"}, {"--to", "--out-format"})


def commands():
    for verb in VERBS:
        command = importlib.import_module(f"nerproof.cli.{_module(verb)}").command
        yield verb, command
        yield from ((f"{verb} {name}", c) for name, c in getattr(command, "commands", {}).items())


def options():
    return [
        (verb, p)
        for verb, c in commands()
        for p in c.params
        if isinstance(p, click.Option) and "--plugin" not in p.opts
    ]


@pytest.mark.parametrize("short", ["-q", "-v", "-j", "-o"])
def test_a_short_option_is_the_same_long_one_everywhere(short):
    longs = {tuple(o for o in p.opts if o.startswith("--")) for _, p in options() if short in p.opts}
    assert len(longs) == 1


def test_the_test_set_is_gold_in_every_verb_that_has_one():
    assert not [(v, p.opts) for v, p in options() if {"--test", "--data"} & set(p.opts) and "--gold" not in p.opts]


def test_the_format_of_an_output_has_one_name():
    assert not [(v, p.opts) for v, p in options() if len(ALIASES[1] & set(p.opts)) == 1]


@pytest.fixture
def files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gold.conll").write_text(GOLD)
    (tmp_path / "a.conll").write_text(GOLD.replace("B-ORG", "O"))
    (tmp_path / "b.conll").write_text(GOLD)
    return tmp_path


def out(*words):
    done = CliRunner().invoke(app, words, catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


@pytest.mark.parametrize(
    ("verb", "more"),
    [
        ("evaluate", ["--resamples", "0", "-q", "--csv", "-"]),
        ("estimate", ["--new", "a=a.conll", "--new", "b=b.conll", "--resamples", "50", "-q", "--csv", "-"]),
        ("compare-scorers", ["--json", "-"]),
    ],
)
def test_files_by_place_are_files_by_option(files, verb, more):
    systems = ["a"] if verb == "compare-scorers" else ["a", "b"]
    by_option = [x for s in systems for x in ("--pred", f"{s}.conll")]
    expected = out(verb, "--gold", "gold.conll", *by_option, *more)
    by_place = [f"{s}.conll" for s in systems]
    assert out(verb, "gold.conll", *by_place, *more) == expected
    assert out(verb, *by_place, "--gold", "gold.conll", *more) == expected


def test_audit_takes_files_by_place_and_keeps_its_own_verb(files):
    out(
        "audit",
        "--gold",
        "gold.conll",
        "--pred",
        "a.conll",
        "--pred",
        "b.conll",
        "--out",
        "one",
        "-q",
        "--resamples",
        "0",
    )
    out("audit", "gold.conll", "a.conll", "b.conll", "--out", "two", "-q", "--resamples", "0")
    assert (files / "one" / "audit.jsonl").read_bytes() == (files / "two" / "audit.jsonl").read_bytes()
    (files / "decisions.jsonl").write_text("")
    out("audit", "apply", "two", "--decisions", "decisions.jsonl", "--out", "fixed.conll", "-q")
    assert (files / "fixed.conll").read_text() == GOLD


def test_inspect_takes_files_by_place(files):
    by_option = out("inspect", "SEEN", "--train", "gold.conll", "--gold", "gold.conll", "--pred", "a.conll")
    assert out("inspect", "SEEN", "gold.conll", "a.conll", "--train", "gold.conll") == by_option


@pytest.mark.parametrize(
    ("words", "near"),
    [
        (["evalute"], "evaluate"),
        (["evaluate", "--gld", "x"], "--gold"),
        (["evaluate", "gold.conll", "a.conll", "--suite", "standart"], "standard"),
        (["gazetteer", "bild", "x"], "build"),
        (["experiment", "statsu", "x"], "status"),
        (["train", "crv", "--train", "gold.conll", "--out", "m"], "crf"),
        (["convert", "gold.conll", "x", "--to", "conl"], "conll"),
    ],
)
def test_a_typo_names_what_was_meant(files, words, near):
    from nerproof.base.errors import NerproofError

    done = CliRunner().invoke(app, words)
    said = str(done.exception) if isinstance(done.exception, NerproofError) else done.output
    assert done.exit_code != 0
    assert near in said


def test_predictions_are_written_as_the_suffix_says(files):
    out("train", "memorizer", "--train", "gold.conll", "--out", "model", "-q")
    out("predict", "model", "--input", "gold.conll", "--out", "pred.jsonl", "-q")
    out("predict", "model", "--input", "gold.conll", "--out", "pred.txt", "-q")
    assert (files / "pred.jsonl").read_text().startswith("{")
    assert (files / "pred.txt").read_text() == GOLD.replace(" ", "\t")
