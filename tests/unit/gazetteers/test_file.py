import json

import pytest

from nerproof.base.errors import InputError, UsageError
from nerproof.gazetteers import COMPOSED, Gazetteer, Rows, open_gazetteer
from nerproof.gazetteers.file import write_gazetteer

ROWS = [
    ("GPE", "Q515", "city", "Q3519", "Bari"),
    ("ORG", "Q4830453", "business", "Q1", "Snappy Snaps"),
    ("GPE", "Q6256", "country", "Q38", "Italy"),
    ("GPE", "Q515", "city", "Q915", "Perm"),
    ("PERSON", "", COMPOSED, "", "April Hart"),
]


@pytest.fixture
def made():
    return Gazetteer.of(Rows.of(ROWS))


@pytest.mark.parametrize("suffix", ["parquet", "jsonl"])
def test_round_trip(made, tmp_path, suffix):
    path = tmp_path / f"names.{suffix}"
    write_gazetteer(made, path)
    again = open_gazetteer(path)
    assert sorted(again.rows()) == sorted(ROWS)
    assert sorted(again.group_weight) == sorted(made.group_weight)


def test_same_bytes_twice(made, tmp_path):
    for name in ("a.parquet", "b.parquet", "a.jsonl", "b.jsonl"):
        write_gazetteer(made, tmp_path / name)
    assert (tmp_path / "a.parquet").read_bytes() == (tmp_path / "b.parquet").read_bytes()
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()


def test_groups(made):
    assert made.types == ("GPE", "ORG", "PERSON")
    cities = made.groups_of("GPE", ["Q515"])
    assert len(cities) == 1
    assert list(cities) == list(made.groups_of("GPE", ["City"]))
    assert len(made.groups_of("GPE")) == 2
    assert len(made.groups_of("LAW")) == 0
    assert [made.row(i).name for i in made.find({"Bari"})["Bari"]] == ["Bari"]


def jsonl(path, rows, **more):
    keys = ("type", "class_qid", "class_label", "entity_qid", "name")
    lines = [
        json.dumps(dict(zip(keys, r, strict=True)) | {k: v[i] for k, v in more.items()}) for i, r in enumerate(rows)
    ]
    path.write_text("\n".join(lines) + "\n\n")
    return path


def test_filters_keep_composed_names(tmp_path):
    path = jsonl(tmp_path / "n.jsonl", ROWS, share=[0.9, 0.1, 0.4, 0.8, 0.0])
    kept = open_gazetteer(path, filters=("share >= 0.5",))
    assert {r.name for r in kept.rows()} == {"Bari", "Perm", "April Hart"}


def test_filters_by_yes_and_no(tmp_path):
    path = jsonl(tmp_path / "n.jsonl", ROWS, missed=[True, False, True, False, False])
    assert {r.name for r in open_gazetteer(path, filters=("missed==true",)).rows()} == {
        "Bari",
        "Italy",
        "April Hart",
    }


def test_filters_on_parquet(tmp_path):
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    columns = dict(
        zip(("type", "class_qid", "class_label", "entity_qid", "name"), zip(*ROWS, strict=True), strict=True)
    )
    table = pa.table({k: list(v) for k, v in columns.items()} | {"share": [0.9, 0.1, 0.4, 0.8, 0.0]})
    pq.write_table(table, tmp_path / "n.parquet")
    kept = open_gazetteer(tmp_path / "n.parquet", filters=("share>=0.5", "class_label != city"))
    assert {r.name for r in kept.rows()} == {"April Hart"}


def test_null_class_becomes_empty(tmp_path):
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    table = pa.table(
        {
            "type": ["A", "B"],
            "class_qid": [None, "Q1"],
            "class_label": ["x", "y"],
            "entity_qid": [None, "Q2"],
            "name": ["n", "m"],
        }
    )
    pq.write_table(table, tmp_path / "n.parquet")
    assert [tuple(r) for r in open_gazetteer(tmp_path / "n.parquet").rows()] == [
        ("A", "", "x", "", "n"),
        ("B", "Q1", "y", "Q2", "m"),
    ]


def test_missing_column_is_named(tmp_path):
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    pq.write_table(pa.table({"type": ["GPE"], "label": ["x"]}), tmp_path / "n.parquet")
    with pytest.raises(
        InputError, match=r"lacks the columns class_qid, class_label, entity_qid, name.*has type, label"
    ):
        open_gazetteer(tmp_path / "n.parquet")
    path = tmp_path / "n.jsonl"
    path.write_text('{"type": "GPE", "class_qid": "Q1", "class_label": "c", "entity_qid": "Q2"}\n')
    with pytest.raises(InputError, match=r"n.jsonl:1: lacks the column name"):
        open_gazetteer(path)


@pytest.mark.parametrize(
    ("content", "message"),
    [("{", "n.jsonl:1: is not JSON"), ("[1]", "n.jsonl:1: is not a JSON object"), ("", "has no name")],
)
def test_bad_jsonl(tmp_path, content, message):
    (tmp_path / "n.jsonl").write_text(content)
    with pytest.raises(InputError, match=message):
        open_gazetteer(tmp_path / "n.jsonl")


def test_file_that_is_no_parquet(tmp_path):
    pytest.importorskip("pyarrow")
    (tmp_path / "n.parquet").write_text("hello")
    with pytest.raises(InputError, match="is not a readable Parquet file"):
        open_gazetteer(tmp_path / "n.parquet")


@pytest.mark.parametrize("text", ["share", "share ~ 3", ">= 3"])
def test_bad_filter(made, tmp_path, text):
    path = jsonl(tmp_path / "n.jsonl", ROWS)
    with pytest.raises(UsageError, match="is not COLUMN OPERATOR VALUE"):
        open_gazetteer(path, filters=(text,))


def test_filter_that_compares_text_with_a_number(tmp_path):
    path = jsonl(tmp_path / "n.jsonl", ROWS)
    with pytest.raises(UsageError, match="cannot be compared"):
        open_gazetteer(path, filters=("class_label>=3",))


def test_unknown_gazetteer():
    with pytest.raises(UsageError, match="neither a file nor one of: bundled, dump, file, sparql"):
        open_gazetteer("wikipedia")


def test_no_such_file(tmp_path):
    with pytest.raises(InputError, match="does not exist"):
        open_gazetteer(tmp_path / "n.parquet")


def test_the_large_one_loads_in_two_seconds(shared):
    import time

    pytest.importorskip("pyarrow.parquet")
    start = time.process_time()
    found = open_gazetteer(shared / "data" / "wikidata_names.parquet")
    spent = time.process_time() - start
    assert len(found) == 944_775
    assert spent <= 2.0


@pytest.mark.parametrize("suffix", [".jsonl", ".parquet"])
def test_names_in_the_language_of_the_text(tmp_path, suffix):
    row = {"type": "GPE", "class_qid": "Q515", "class_label": "city", "entity_qid": "Q1"}
    rows = [row | {"name": "Cologne", "name_de": "Köln"}, row | {"name": "Bari", "name_de": None}]
    path = tmp_path / f"names{suffix}"
    if suffix == ".jsonl":
        path.write_text("\n".join(json.dumps(r) for r in rows))
    else:
        pa = pytest.importorskip("pyarrow")
        import pyarrow.parquet as pq

        pq.write_table(pa.Table.from_pylist(rows), path)
    assert sorted(open_gazetteer(path, language="de").names) == ["Bari", "Köln"]
    assert sorted(open_gazetteer(path).names) == ["Bari", "Cologne"]
