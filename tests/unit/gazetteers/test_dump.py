import bz2
import gzip
import json

import pytest

from nerproof.base.errors import InputError
from nerproof.gazetteers import dump, open_gazetteer


def record(qid, name, *classes, rank="normal"):
    claims = [
        {
            "mainsnak": {"snaktype": "value", "datavalue": {"value": {"id": c, "entity-type": "item"}}},
            "rank": rank,
        }
        for c in classes
    ]
    labels = {"en": {"language": "en", "value": name}} if name else []
    return {"type": "item", "id": qid, "labels": labels or {}, "claims": {"P31": claims} if claims else []}


RECORDS = [
    record("Q515", "city"),
    record("Q3519", "Bari", "Q515", "Q1549591"),
    record("Q1", "nothing asked for", "Q99"),
    record("Q2", None, "Q515"),
    record("Q4", "deprecated", "Q515", rank="deprecated"),
    {
        **record("Q5", "unknown value"),
        "claims": {"P31": [{"mainsnak": {"snaktype": "somevalue"}, "rank": "normal"}]},
    },
    record("Q38", "Italia é", "Q6256"),
]


def text(records=RECORDS):
    return ("[\n" + ",\n".join(json.dumps(r, ensure_ascii=False) for r in records) + "\n]\n").encode()


def write(tmp_path, suffix, data=None):
    data = text() if data is None else data
    path = tmp_path / f"latest-all.json{suffix}"
    if suffix == ".zst":
        pa = pytest.importorskip("pyarrow")
        path.write_bytes(pa.compress(data, "zstd", asbytes=True))
        with pa.CompressedOutputStream(str(path), "zstd") as out:
            out.write(data)
    else:
        path.write_bytes({"": bytes, ".gz": gzip.compress, ".bz2": bz2.compress}[suffix](data))
    return path


CLASSES = {"GPE": ["Q515", "Q6256"], "LOC": ["Q515"]}


def load(path, tmp_path, **changes):
    return open_gazetteer(f"dump:{path}", cache=tmp_path / "cache", **{"classes": CLASSES} | changes)


@pytest.mark.parametrize("suffix", ["", ".gz", ".bz2", ".zst"])
def test_reads_direct_instances(tmp_path, suffix):
    found = load(write(tmp_path, suffix), tmp_path)
    assert {tuple(r) for r in found.rows()} == {
        ("GPE", "Q515", "city", "Q3519", "Bari"),
        ("LOC", "Q515", "city", "Q3519", "Bari"),
        ("GPE", "Q6256", "Q6256", "Q38", "Italia é"),
    }


def test_cut_off_dump_is_an_error_and_keeps_what_was_read(tmp_path, monkeypatch):
    monkeypatch.setattr(dump, "PART", 3)
    many = [record("Q515", "city"), *(record(f"Q{i}", f"Town {i}", "Q515") for i in range(1000, 4000))]
    whole = gzip.compress(text(many))
    path = write(tmp_path, "", b"x")
    path = path.with_suffix(".json.gz")
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(InputError, match="cannot be read to its end"):
        load(path, tmp_path)
    assert list((tmp_path / "cache").rglob("*.json"))


def test_second_run_reads_parts_only(tmp_path, monkeypatch):
    monkeypatch.setattr(dump, "PART", 2)
    path = write(tmp_path, ".gz")
    first = load(path, tmp_path)
    parts = sorted((tmp_path / "cache").rglob("*.json"))
    assert len(parts) == 5
    taken = []
    monkeypatch.setattr(dump.Scan, "_take", lambda self, line, number, part: taken.append(number))
    assert list(load(path, tmp_path).rows()) == list(first.rows())
    assert taken == []
    monkeypatch.setattr(dump.Scan, "_lines", lambda self: pytest.fail("a dump that ended well is read again"))
    load(path, tmp_path)


def test_killed_run_skips_what_is_done(tmp_path, monkeypatch):
    monkeypatch.setattr(dump, "PART", 2)
    path = write(tmp_path, ".gz")
    whole = list(load(path, tmp_path).rows())
    parts = sorted((tmp_path / "cache").rglob("*.json"))
    for p in parts[2:]:
        p.unlink()
    taken = []
    real = dump.Scan._take
    monkeypatch.setattr(
        dump.Scan,
        "_take",
        lambda self, line, number, part: (taken.append(number), real(self, line, number, part)),
    )
    assert list(load(path, tmp_path).rows()) == whole
    assert min(taken) > 4


def test_limit_per_class(tmp_path):
    many = [record(f"Q{i}", f"Town {i}", "Q515") for i in range(10, 40)]
    assert len(load(write(tmp_path, ".gz", text(many)), tmp_path, limit=5, classes={"GPE": ["Q515"]})) == 5


def test_line_that_is_no_record_is_named(tmp_path):
    broken = text().replace(b'"id": "Q3519"', b'"id" "Q3519"')
    with pytest.raises(InputError, match=r"latest-all.json.gz:3: is not a JSON record"):
        load(write(tmp_path, ".gz", broken), tmp_path)


@pytest.mark.parametrize(("data", "message"), [(b"", "is empty"), (b"[\n]\n", "has no name of the classes asked for")])
def test_dump_without_names(tmp_path, data, message):
    with pytest.raises(InputError, match=message):
        load(write(tmp_path, "", data), tmp_path)


def test_no_such_dump(tmp_path):
    with pytest.raises(InputError, match="does not exist"):
        open_gazetteer("dump:")
