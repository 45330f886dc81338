"""Writers: what they refuse, escape and say."""

import json
import sys

import numpy as np
import pytest

from nerproof.base.atomic import atomic_folder
from nerproof.base.errors import MissingExtra, UsageError
from nerproof.corpus import Coded, Corpus, Mentions
from nerproof.formats import FORMATS, losses, read, write
from nerproof.formats.jsonrecords import number_or_text

FLAT = Corpus.from_sentences([["EU", "met"]], [[(0, 1, "ORG")]])


def crossing() -> Corpus:
    return Corpus.from_sentences([["a", "b", "c", "d"]], [[(0, 2, "A"), (1, 3, "B"), (0, 1, "C"), (3, 4, "D")]])


def test_brackets_hold_all_but_what_crosses():
    kept = losses.nested(crossing())
    assert [crossing().mention(i).type for i in np.flatnonzero(kept)] == ["C", "A", "D"]
    assert losses.crossings(crossing()) == ["1 crossing mentions are left out: brackets can only nest"]


@pytest.mark.parametrize("name", ["inline", "ontonotes"])
def test_crossing_mentions_are_left_out_and_counted(name, tmp_path):
    path = tmp_path / f"a{FORMATS[name].suffix}"
    said = write(crossing(), path, format=name)
    assert "1 crossing mentions" in said[0]
    assert [m[2] for m in next(read(path, format=name).mentions_by_sentence())] == ["C", "A", "D"]


@pytest.mark.parametrize("name", sorted(n for n, f in FORMATS.items() if not f.written_as))
def test_spans_off_the_tokens_are_counted(name):
    m = FLAT.mentions
    corpus = FLAT.with_mentions(Mentions.of([*m.start, 1], [*m.end, 1], [*m.type, 0]))
    said = FORMATS[name].losses(corpus)
    assert name == "parquet" or any(line.startswith("1 ") for line in said)


def test_brat_ids_stay_inside_the_folder(tmp_path):
    ids = ("../../etc/passwd", "/abs", "a:b", "..", "", "x", "X")
    corpus = Corpus.from_sentences([["w"]] * 7, document_starts=range(7), document_ids=ids)
    said = write(corpus, tmp_path / "out", format="brat")
    assert any("document ids are changed" in line for line in said)
    files = sorted(p.relative_to(tmp_path / "out").as_posix() for p in (tmp_path / "out").rglob("*.txt"))
    assert len(files) == 7
    assert sorted(p.name for p in tmp_path.iterdir()) == ["out"]


def test_brat_types_have_no_blanks(tmp_path):
    corpus = Corpus.from_sentences([["EU"]], [[(0, 1, "big org")]])
    assert "blanks in the types 'big org' are written as _" in write(corpus, tmp_path / "out", format="brat")
    assert read(tmp_path / "out").types == ("big_org",)


def test_inline_types_of_any_characters_come_back(tmp_path):
    corpus = Corpus.from_sentences([["<a>", "&amp;", "[x](y)"]], [[(0, 1, "big <org>/&"), (2, 3, "T")]])
    assert write(corpus, tmp_path / "a.txt", format="inline") != []
    again = read(tmp_path / "a.txt", extra={"tokenizer": "blanks"})
    assert again.sentence(0) == ["<a>", "&amp;", "[x](y)"]
    assert again.types == ("T", "big <org>/&")


def test_field_names_that_mean_something_are_not_written(tmp_path):
    corpus = Corpus.from_sentences([["EU"]], [[]], fields={"label": ["good"], "url": ["x"]})
    said = write(corpus, tmp_path / "a.jsonl", format="doccano")
    assert said == ["the fields label are left out: their names are taken"]
    assert json.loads((tmp_path / "a.jsonl").read_text()) == {"url": "x", "text": "EU", "label": []}


def test_a_folder_is_whole_or_not_there(tmp_path):
    with pytest.raises(RuntimeError, match="stop"), atomic_folder(tmp_path / "out") as folder:
        (folder / "half").write_text("x")
        raise RuntimeError("stop")
    assert list(tmp_path.iterdir()) == []


def test_a_folder_does_not_replace_a_file(tmp_path):
    (tmp_path / "out").write_text("mine")
    with pytest.raises(UsageError, match="is a file; this output is a folder"):
        write(FLAT, tmp_path / "out", format="brat")
    assert (tmp_path / "out").read_text() == "mine"


@pytest.mark.parametrize(
    ("text", "value"), [("7", 7), ("07", "07"), ("-7", "-7"), ("a", "a"), ("٣", "٣"), ("9" * 30, "9" * 30)]
)
def test_ids_are_numbers_only_when_that_loses_nothing(text, value):
    assert number_or_text(text) == value


@pytest.mark.parametrize(
    ("name", "package", "extra"), [("spacy", "spacy", "spacy"), ("huggingface", "pyarrow", "huggingface")]
)
def test_a_missing_package_names_its_extra(name, package, extra, tmp_path, monkeypatch):
    path = tmp_path / f"a{FORMATS[name].suffix}"
    write(FLAT, path, format=name)
    for module in [m for m in sys.modules if m.split(".")[0] in {package, "srsly"}]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(MissingExtra, match=rf"pip install 'nerproof\[{extra}\]'"):
        write(FLAT, tmp_path / "other", format=name)
    with pytest.raises(MissingExtra, match=rf"pip install 'nerproof\[{extra}\]'"):
        read(path, format=name)


def test_a_column_that_counts_tokens_counts_anew(tmp_path):
    words = [["New", "York", "won"], ["Yes", "."], ["No", "."]]
    index, heads = Coded.encode(["1", "1", "2", "1", "2", "1", "2"]), Coded.encode(["0", "1", "1", "0", "1", "0", "1"])
    corpus = Corpus.from_sentences(
        words, [[(0, 2, "LOC")], [], []], columns={"column0": index, "column2": heads}, layout=(1, 3, 4)
    )
    write(corpus, tmp_path / "a.conll", format="conll")
    rows = [line.split("\t") for line in (tmp_path / "a.conll").read_text().split("\n") if line]
    assert [row[0] for row in rows] == ["1", "2", "3", "1", "2", "1", "2"]
    assert rows[1] == ["2", "York", "1", "I-LOC"]
