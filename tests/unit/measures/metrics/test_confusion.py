"""The confusion matrix and the list of errors on one sentence with an error of every class."""

from __future__ import annotations

import json

import numpy as np

from nerproof.corpus import Corpus
from nerproof.measures.errorlist import count_by_class, errors, write_errors
from nerproof.measures.metrics.confusion import confusion
from nerproof.measures.pairing import Pair

TOKENS = [["In", "New", "York", "John", "Smith", "met", "EU", "and", "Rio", "Tinto", "Ltd", "yesterday"]]
GOLD = [[(1, 3, "LOC"), (3, 5, "PER"), (6, 7, "ORG"), (8, 11, "ORG")]]
PRED = [[(1, 3, "ORG"), (3, 4, "PER"), (8, 10, "PER"), (11, 12, "LOC")]]


def made() -> Pair:
    places = {"sources": ("test.conll",), "source": np.array([0]), "lines": np.array([7])}
    gold = Corpus.from_sentences(TOKENS, GOLD, **places)
    return Pair.of(gold, Corpus.from_sentences(TOKENS, PRED), name="mine")


def test_every_class_of_error_is_listed_in_the_order_of_the_text() -> None:
    assert [e["class"] for e in errors(made())] == ["type", "boundary", "missed", "both", "spurious"]
    assert set(count_by_class(errors(made())).values()) == {1}


def test_an_error_shows_both_mentions_sentence_and_place() -> None:
    first = next(errors(made()))
    assert first["gold"] == {"start": 1, "end": 3, "type": "LOC", "text": "New York"}
    assert first["pred"] == {"start": 1, "end": 3, "type": "ORG", "text": "New York"}
    assert first["sentence"].startswith("In New York John")
    assert (first["place"], first["system"]) == ("test.conll:7", "mine")


def test_missed_and_spurious_have_one_side() -> None:
    found = {e["class"]: e for e in errors(made())}
    assert found["missed"]["pred"] is None
    assert found["missed"]["gold"]["text"] == "EU"
    assert found["spurious"]["gold"] is None
    assert found["spurious"]["pred"]["text"] == "yesterday"


def test_the_list_is_written_as_json_lines(tmp_path) -> None:
    path = tmp_path / "errors.jsonl"
    assert write_errors([made()], path) == 5
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    assert lines == list(errors(made()))


def test_the_matrix_has_boundary_both_missed_and_spurious() -> None:
    header, *rows = confusion(made()).table()
    assert header == ["gold \\ predicted", "LOC", "ORG", "PER", "boundary", "both", "missed", "total"]
    assert rows == [
        ["LOC", 0, 1, 0, 0, 0, 0, 1],
        ["ORG", 0, 0, 0, 0, 1, 1, 2],
        ["PER", 0, 0, 0, 1, 0, 0, 1],
        ["spurious", 1, 0, 0, "", "", "", 1],
    ]


def test_the_matrix_is_plain_json() -> None:
    found = confusion(made()).to_dict()
    assert json.loads(json.dumps(found)) == found
    assert found["both"][found["types"].index("ORG")][found["types"].index("PER")] == 1
