"""Parquet: what goes in comes out, parts are named when broken, only needed columns are read."""

from __future__ import annotations

import gc
import json

import numpy as np
import pytest

from nerproof.base.errors import InputError
from nerproof.corpus import Coded, Corpus
from nerproof.formats import parquet, read, write
from nerproof.formats.footer import most_values
from nerproof.formats.parquet import coded_group, needed

pa = pytest.importorskip("pyarrow")
pq = pytest.importorskip("pyarrow.parquet")


def corpus() -> Corpus:
    return Corpus.from_sentences(
        [["EU", "rejects", "German", "call"], ["Peter"], ["New", "York", "City"]],
        [[(0, 1, "ORG"), (2, 3, "MISC")], [(0, 1, "PER")], [(0, 2, "LOC"), (0, 3, "LOC")]],
        document_starts=[0, 2],
        document_ids=("a", "b"),
        columns={"pos": Coded.encode("abcdefgh")},
        fields={"lang": ["en", "de", None]},
        annotated=np.array([True, False, True]),
    )


def same(a: Corpus, b: Corpus) -> None:
    assert a.tokens.strings() == b.tokens.strings()
    assert a.sentences.tolist() == b.sentences.tolist()
    assert a.documents.tolist() == b.documents.tolist()
    assert list(a.mentions_by_sentence()) == list(b.mentions_by_sentence())


def test_round_trip_keeps_everything(tmp_path):
    before = corpus().select(np.array([0, 2]))
    assert write(before, tmp_path / "a.parquet", format="parquet") == []
    after = read(tmp_path / "a.parquet")
    same(before, after)
    assert (after.document_ids, after.fields["lang"]) == (("a", "b"), ["en", None])
    assert after.columns["pos"].strings() == before.columns["pos"].strings()


def test_unannotated_sentences_stay_so(tmp_path):
    write(corpus(), tmp_path / "a.parquet", format="parquet")
    found = read(tmp_path / "a.parquet")
    assert found.annotated is not None
    assert found.annotated.tolist() == [True, False, True]


def test_partitioned_folder_is_one_corpus_in_the_order_of_paths(tmp_path):
    for lang, chosen in (("de", [1]), ("en", [0, 2])):
        part = corpus().select(np.array(chosen))
        write(
            part.__class__(**{**vars(part), "fields": {}}),
            tmp_path / f"lang={lang}" / "part-0.parquet",
            format="parquet",
        )
    (tmp_path / "_metadata.parquet").write_bytes(b"not data")
    found = read(tmp_path)
    assert found.tokens.strings()[0] == "Peter"
    assert found.fields["lang"] == ["de", "en", "en"]


def test_scores_read_only_what_they_need():
    assert needed(["doc", "tokens", "embedding", "mentions", "tags"]) == ["doc", "tokens", "mentions"]


def test_tags_are_read_where_there_are_no_mentions(tmp_path):
    import pyarrow as pa

    table = pa.table({"tokens": [["EU", "x"]], "ner_tags": [["B-ORG", "O"]]})
    pq.write_table(table, tmp_path / "t.parquet")
    assert list(read(tmp_path / "t.parquet").mentions_by_sentence()) == [[(0, 1, "ORG")]]


def test_broken_part_is_named(tmp_path):
    write(corpus(), tmp_path / "part-0.parquet", format="parquet")
    whole = (tmp_path / "part-0.parquet").read_bytes()
    (tmp_path / "part-1.parquet").write_bytes(whole[: len(whole) // 2])
    with pytest.raises(InputError, match=r"part-1.parquet: is not a readable Parquet file"):
        read(tmp_path)


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"text": ["a"]}, "has no column 'tokens'"),
        ({"tokens": ["a"], "mentions": [None]}, "not a list"),
        ({"tokens": [["a", None]], "mentions": [[]]}, ":1: a token is null"),
        ({"tokens": [["a"], None], "mentions": [[], []]}, ":2: the row has no tokens"),
        (
            {"tokens": [["a"]], "mentions": [[{"start": 0, "end": 2, "type": "X"}]]},
            r":1: mention \[0, 2\) lies outside",
        ),
        ({"tokens": [["a"]], "mentions": [[{"from": 0}]]}, "has no start, end and type"),
    ],
)
def test_wrong_rows_are_named(tmp_path, columns, said):
    import pyarrow as pa

    pq.write_table(pa.table(columns), tmp_path / "w.parquet")
    with pytest.raises(InputError, match=said):
        read(tmp_path / "w.parquet")


def test_nothing_of_a_file_waits_for_the_garbage_collector(tmp_path):
    """A footer may have megabytes, and a file is opened for every piece."""
    path = tmp_path / "a.parquet"
    write(Corpus.from_sentences([["EU"]] * 9, [[(0, 1, "ORG")]] * 9), path, format="parquet")
    coded_group(path, 0)  # a small file is looked at once: see nerproof.formats.parquet
    gc.collect()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        assert coded_group(path, 0).num_rows == 9
        gc.collect()
        left = [type(o).__name__ for o in gc.garbage if type(o).__module__.startswith("pyarrow")]
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
    assert left == []


@pytest.mark.parametrize(
    ("columns", "what"),
    [
        ({"tokens": [[b"EU"]], "tags": [["O"]]}, "'tokens' is a list of binary, not of strings"),
        ({"tokens": [["EU"]], "tags": [[b"O"]]}, "'tags' is a list of binary"),
        (
            {"tokens": [["EU"]], "ner_tags": [[0]]},
            "holds numbers and no names of tags. Name them in their order: --labels",
        ),
        (
            {"tokens": [["EU"]], "mentions": [[{"start": 0, "end": 1, "type": b"X"}]]},
            "'mentions.type' is a list of binary",
        ),
        (
            {"tokens": [["EU"]], "mentions": [[{"start": 0.5, "end": 1.0, "type": "X"}]]},
            "is double, not a whole number",
        ),
        (
            {"tokens": [["EU"]], "mentions": [[{"start": 0, "end": None, "type": "X"}]]},
            "'end' of column 'mentions' is null",
        ),
    ],
)
def test_columns_of_other_kinds_are_refused(tmp_path, columns, what):
    pq.write_table(pa.table(columns), tmp_path / "a.parquet")
    with pytest.raises(InputError, match=what):
        read(tmp_path / "a.parquet")


def test_names_of_tags_come_from_hugging_face_or_the_user(tmp_path):
    table = pa.table({"tokens": [["EU", "x"]], "ner_tags": [[1, 0]]})
    pq.write_table(table, tmp_path / "bare.parquet")
    assert read(tmp_path / "bare.parquet", extra={"labels": ["O", "B-ORG"]}).types == ("ORG",)
    for feature in (
        {"feature": {"names": ["O", "B-LOC"], "_type": "ClassLabel"}, "_type": "Sequence"},
        [{"names": ["O", "B-LOC"]}],
    ):
        known = json.dumps({"info": {"features": {"ner_tags": feature}}})
        pq.write_table(table.replace_schema_metadata({"huggingface": known}), tmp_path / "a.parquet")
        assert read(tmp_path / "a.parquet").types == ("LOC",)


def test_a_folder_of_splits_needs_one(tmp_path):
    for name in ("train", "test"):
        pq.write_table(pa.table({"tokens": [[name]], "tags": [["O"]]}), tmp_path / f"{name}-00000-of-00001.parquet")
    with pytest.raises(InputError, match="has the splits test, train. Name one with --split"):
        read(tmp_path)
    assert read(tmp_path, extra={"split": "test"}).sentence(0) == ["test"]


@pytest.mark.parametrize(
    ("columns", "what"),
    [
        ({"tokens": [["a"] * 5_000_000], "tags": [["O"] * 5_000_000]}, "5,000,000 rows or values, far more than"),
        ({"tokens": [["a" * 51_000_000]], "tags": [["O"]]}, "unpacks to 48 MB"),
        ({"tokens": [["a" * 1_000_000]] * 60, "tags": [["O"]] * 60}, "repeats strings of 57 MB"),
        ({"tokens": [["a"]] * 60, "tags": [["O"]] * 60, "note": ["a" * 1_000_000] * 60}, "repeats strings of 57 MB"),
    ],
)
def test_bombs_are_refused_by_their_footers(tmp_path, columns, what):
    pq.write_table(pa.table(columns), tmp_path / "a.parquet", compression="zstd")
    with pytest.raises(InputError, match=what):
        read(tmp_path / "a.parquet")


def test_a_huge_row_is_refused_by_the_footer_before_its_numbers_are_read(tmp_path, monkeypatch):
    n = 5_000_000
    words = pa.DictionaryArray.from_arrays(pa.array(np.zeros(n, dtype=np.int32)), pa.array(["word"]))
    rows = pa.ListArray.from_arrays(pa.array([0, n], type=pa.int32()), words)
    pq.write_table(pa.table({"tokens": rows}), tmp_path / "a.parquet")
    assert (tmp_path / "a.parquet").stat().st_size < 2000
    assert most_values(tmp_path / "a.parquet") == n
    monkeypatch.setattr(parquet, "_strings_in", lambda name: pytest.fail(f"the strings of {name} are read"))
    with pytest.raises(InputError, match="has 5,000,000 rows or values"):
        read(tmp_path / "a.parquet")


@pytest.mark.parametrize("cut", [1, 5, 9, 40])
def test_a_broken_footer_tells_nothing(tmp_path, cut):
    pq.write_table(pa.table({"tokens": [["a"]]}), tmp_path / "a.parquet")
    whole = (tmp_path / "a.parquet").read_bytes()
    (tmp_path / "a.parquet").write_bytes(whole[:-cut] + bytes(cut))
    assert isinstance(most_values(tmp_path / "a.parquet"), int)
