"""nerproof compare-scorers on small files: numbers, places, reasons, and what it refuses."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from nerproof.base.errors import InputError
from nerproof.cli.compare_scorers import command

GOLD = "a O\nb B-PER\nc I-PER\nd O\n\ne B-LOC\nf O\ng B-ORG\n"
PRED = "a O\nb I-PER\nc I-PER\nd O\n\ne B-PER\nf I-LOC\ng B-ORG\n"


@pytest.fixture
def run(tmp_path):
    def call(gold: str, pred: str, *options: str):
        for name, text in (("gold.conll", gold), ("pred.conll", pred)):
            (tmp_path / name).write_text(text, encoding="utf-8")
        paths = [str(tmp_path / "gold.conll"), str(tmp_path / "pred.conll")]
        return CliRunner().invoke(command, [*paths, *options], catch_exceptions=False)

    return call


def test_the_table_holds_every_scorer_and_each_repair(run) -> None:
    out = run(GOLD, PRED).output
    numbers = {line[:27].strip(): line[27:].split() for line in out.splitlines()[1:12]}
    assert numbers["conlleval"] == ["50.00", "66.67", "57.14", "3", "4"]
    assert numbers["seqeval-strict"] == ["50.00", "33.33", "40.00", "3", "2"]
    assert numbers["nerproof --repair discard"] == numbers["seqscore-discard"] == numbers["seqeval-strict"]
    assert numbers["seqscore-none"] == ["–"] * 5
    assert {"nervaluate", "seqeval", "seqscore", "spacy", "nerproof --repair begin"} < set(numbers)


def test_a_difference_has_its_place_words_readers_and_reason(run) -> None:
    out = run(GOLD, PRED).output
    assert "pred.conll:1 (predictions, sentence 1, tokens 2-3): b/I-PER c/I-PER" in out
    assert "'I-PER' follows 'O': no mention is open that it could continue" in out
    assert "'I-LOC' follows 'B-PER': the type changes inside a mention" in out
    assert "  no mention: nerproof --repair discard, seqeval-strict, seqscore-discard" in out


def test_a_refusal_names_the_place(run) -> None:
    out = run(GOLD, PRED).output
    assert "seqscore-none refuses: predictions, sentence 1, token 2: 'I-PER' after 'O' is invalid" in out


def test_equal_readings_are_said_to_be_equal(run) -> None:
    assert "All scorers that accept these tags read the same mentions." in run(GOLD, GOLD).output


def test_limit_keeps_the_count(run) -> None:
    out = run(GOLD, PRED, "--limit", "1").output
    assert "2 places are read differently (the first 1 are shown; --limit shows more)" in out
    assert "I-LOC" not in out


def test_tags_that_no_scheme_has_are_compared_not_refused(run) -> None:
    out = run("a B-PER\nb O\n", "a B-PER\nb o\n", "--json", "-").output
    verdicts = {v["name"]: v for v in json.loads(out)["verdicts"]}
    assert round(verdicts["conlleval"]["f1"], 4) == 0.6667
    assert verdicts["seqeval"]["f1"] == 1.0
    assert "'o'" in verdicts["spacy"]["error"]


def test_json_goes_to_a_file_too(run, tmp_path) -> None:
    assert run(GOLD, PRED, "--json", str(tmp_path / "out.json")).exit_code == 0
    found = json.loads((tmp_path / "out.json").read_text("utf-8"))
    assert found["n_differences"] == 2
    assert found["differences"][0]["readings"]["PER 2-3"][:2] == ["nerproof --repair begin", "conlleval"]


def test_other_tokens_are_an_error_with_both_lines(run) -> None:
    with pytest.raises(InputError, match=r"gold\.conll"):
        run(GOLD, PRED.replace("b I-PER", "X I-PER"))


def test_a_missing_file_is_named(tmp_path) -> None:
    with pytest.raises(InputError, match="does not exist"):
        CliRunner().invoke(command, ["gold.none", "pred.none"], catch_exceptions=False)


def test_a_format_without_tags_is_compared_by_its_mentions(tmp_path) -> None:
    line = json.dumps({"tokens": ["a", "b"], "tags": ["B-PER", "I-PER"]})
    for name in ("g.jsonl", "p.jsonl"):
        (tmp_path / name).write_text(line + "\n", encoding="utf-8")
    out = CliRunner().invoke(command, [str(tmp_path / "g.jsonl"), str(tmp_path / "p.jsonl")]).output
    assert "100.00" in out


def test_one_merged_file_holds_gold_and_predictions(tmp_path) -> None:
    path = tmp_path / "merged.conll"
    pairs = [f"{g} {p.split()[1]}" if g else "" for g, p in zip(GOLD.split("\n"), PRED.split("\n"), strict=True)]
    path.write_text("\n".join(pairs), encoding="utf-8")
    out = CliRunner().invoke(command, [str(path)], catch_exceptions=False).output
    assert "conlleval                      50.00   66.67  57.14     3          4" in out
