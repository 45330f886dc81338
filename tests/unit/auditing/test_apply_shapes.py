"""audit apply on files as people have them: the mentions change, and nothing else that the file holds."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from nerproof import Corpus, read, write
from nerproof.cli.audit import command

WORDS = [["EU", "rejects", "German", "calls"], ["Peter", "Blackburn", "came", "to", "Karsk"], ["Karsk", "won", "again"]]
GOLD = [[(0, 1, "ORG"), (2, 3, "MISC")], [(0, 2, "LOC"), (4, 5, "LOC")], [(0, 1, "LOC")]]
CHANGES = {  # what a reviewer puts in the place of gold's first mention of the second sentence
    "type": [[0, 2, "PER"]],
    "boundary": [[1, 2, "LOC"]],
    "both": [[0, 1, "PER"]],
    "split": [[0, 1, "PER"], [1, 2, "LOC"]],
    "spurious": [],
}


def chars(i):
    """Gold's mentions of a sentence by characters."""
    starts = [len(" ".join(WORDS[i][:k])) + (k > 0) for k in range(len(WORDS[i]))]
    return [(starts[a], starts[b - 1] + len(WORDS[i][b - 1]), t) for a, b, t in GOLD[i]]


def tags(i):
    found = ["O"] * len(WORDS[i])
    for a, b, t in GOLD[i]:
        found[a:b] = [f"B-{t}", *[f"I-{t}"] * (b - a - 1)]
    return found


def doccano(i):
    return {"id": i + 7, "text": " ".join(WORDS[i]), "label": [list(s) for s in chars(i)], "Comments": ["look"]}


def entities(i):
    spans = [{"id": k, "start_offset": a, "end_offset": b, "label": t, "by": 3} for k, (a, b, t) in enumerate(chars(i))]
    return {"text": " ".join(WORDS[i]), "entities": spans, "relations": [{"from_id": 0, "to_id": 0}], "month": "05"}


def tagged(i):
    return {"key": i, "tokens": WORDS[i], "ner_tags": tags(i), "pos": ["X"] * len(WORDS[i]), "more": {"a": [1]}}


NAMES = ["O", "B-ORG", "B-MISC", "B-LOC", "I-LOC", "B-PER", "I-PER"]


def numbered(i):
    return {**tagged(i), "ner_tags": [NAMES.index(t) for t in tags(i)], "label_names": NAMES}


def prodigy(i):
    words = " ".join(WORDS[i]).split(" ")
    starts = [len(" ".join(words[:k])) + (k > 0) for k in range(len(words))]
    tokens = [
        {"text": w, "start": s, "end": s + len(w), "id": k} for k, (w, s) in enumerate(zip(words, starts, strict=True))
    ]
    spans = [
        {"start": a, "end": b, "label": t, "token_start": starts.index(a), "token_end": " ".join(words)[:b].count(" ")}
        for a, b, t in chars(i)
    ]
    return {"text": " ".join(words), "_input_hash": i, "tokens": tokens, "spans": spans, "answer": "accept", "_t": [1]}


def labelstudio(i):
    regions = [
        {"id": f"x{k}", "from_name": "ner", "to_name": "t", "type": "labels", "origin": "manual",
         "value": {"start": a, "end": b, "text": " ".join(WORDS[i])[a:b], "labels": [t]}}
        for k, (a, b, t) in enumerate(chars(i))
    ]  # fmt: skip
    made = {"id": 9, "completed_by": 1, "lead_time": 3.5, "result": regions}
    return {"id": i, "file_upload": "f.json", "data": {"text": " ".join(WORDS[i]), "url": "u"}, "annotations": [made]}


def lines(make):
    return "".join(json.dumps(make(i)) + "\n" for i in range(3))


SHAPES = {
    "doccano.jsonl": lines(doccano),
    "entities.jsonl": lines(entities),
    "tokens.jsonl": lines(tagged),
    "windows.jsonl": lines(tagged).replace("\n", "\r\n"),
    "prodigy.jsonl": lines(prodigy),
    "pretty.json": json.dumps([labelstudio(i) for i in range(3)], indent=2),
    "tabs.json": json.dumps([labelstudio(i) for i in range(3)], indent="\t"),
    "one-line.json": json.dumps([labelstudio(i) for i in range(3)], separators=(",", ":")),
}


def correct(folder, gold, new, out):
    """Audits gold by a system that has something else at every mention, and applies one decision."""
    system = Corpus.from_sentences(WORDS, [[(a, b, "X") for a, b, _ in m] for m in GOLD])
    write(system, folder / "system.conll", format="conll")
    run = ["--gold", gold, "--pred", f"a={folder / 'system.conll'}", "--align", "text", "--anyway"]
    done = CliRunner().invoke(command, [*map(str, run), "--out", str(folder / "audit")], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    sites = [json.loads(line) for line in (folder / "audit/audit.jsonl").read_text().splitlines()]
    rank = next(s["rank"] for s in sites if (s["sentence"], s["start"]) == (1, 0))
    (folder / "d.jsonl").write_text(json.dumps({"rank": rank, "decision": "accept", "corrected": new}))
    args = ["apply", folder / "audit", "--decisions", folder / "d.jsonl", "--out", out]
    done = CliRunner().invoke(command, list(map(str, args)), catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


def wanted(new):
    return [GOLD[0], [*map(tuple, new), GOLD[1][1]], GOLD[2]]


@pytest.mark.parametrize("kind", CHANGES)
@pytest.mark.parametrize("name", SHAPES)
def test_json_keeps_what_is_no_mention(tmp_path, name, kind):
    gold, out = tmp_path / name, tmp_path / f"fixed-{name}"
    gold.write_bytes(SHAPES[name].encode())
    assert "anew" not in correct(tmp_path, gold, CHANGES[kind], out)
    assert list(read(out).mentions_by_sentence()) == wanted(CHANGES[kind])
    before, after = ([bare(r) for r in records(p.read_bytes().decode())] for p in (gold, out))
    assert after == before
    if kind == "type":
        changed = sum(
            a != b for a, b in zip(gold.read_bytes().split(b"\n"), out.read_bytes().split(b"\n"), strict=True)
        )
        assert changed == 1
        assert len(out.read_bytes()) == len(gold.read_bytes())


def records(text):
    return json.loads(text) if text[0] == "[" else [json.loads(line) for line in text.splitlines()]


def bare(node):
    """A record without its mentions."""
    if isinstance(node, dict):
        return {k: bare(v) for k, v in node.items() if k not in {"label", "entities", "ner_tags", "spans", "result"}}
    return [bare(v) for v in node] if isinstance(node, list) else node


@pytest.mark.parametrize("name", ["doccano.jsonl", "entities.jsonl", "prodigy.jsonl", "pretty.json"])
def test_a_missing_mention_is_put_where_the_file_keeps_mentions(tmp_path, name):
    """The record that gets it has none: the list is found by the others'."""
    gold, out = tmp_path / name, tmp_path / f"fixed-{name}"
    made = {"doccano.jsonl": doccano, "entities.jsonl": entities, "prodigy.jsonl": prodigy, "pretty.json": labelstudio}
    rows = [made[name](i) for i in range(3)]
    place = rows[1]["annotations"][0] if name == "pretty.json" else rows[1]
    key = next(k for k in ("label", "entities", "spans", "result") if k in place)
    place[key] = []
    text = json.dumps(rows, indent=1) if name == "pretty.json" else "".join(json.dumps(r) + "\n" for r in rows)
    gold.write_text(text)
    assert "anew" not in correct(tmp_path, gold, [[0, 2, "PER"]], out)
    assert list(read(out).mentions_by_sentence()) == [GOLD[0], [(0, 2, "PER")], GOLD[2]]
    new = records(out.read_text())[1]
    item = (new["annotations"][0] if name == "pretty.json" else new)[key][0]
    assert not {"by", "origin", "score"} & set(item)  # what is another mention's


@pytest.mark.parametrize("kind", CHANGES)
def test_csv_keeps_its_columns_ids_and_quotes(tmp_path, kind):
    gold, out = tmp_path / "gold.csv", tmp_path / "fixed.csv"
    rows = [f'{i},"{w}",NN,{t}\n' for i in range(3) for w, t in zip(WORDS[i], tags(i), strict=True)]
    gold.write_text("Sentence #,Word,POS,Tag\n" + "".join(rows))
    assert "anew" not in correct(tmp_path, gold, CHANGES[kind], out)
    assert list(read(out).mentions_by_sentence()) == wanted(CHANGES[kind])
    cut = lambda path: [line.rpartition(",")[0] for line in path.read_text().splitlines()]
    assert cut(out) == cut(gold)


@pytest.mark.parametrize("kind", CHANGES)
def test_brat_keeps_relations_and_other_files(tmp_path, kind):
    gold, out = tmp_path / "gold", tmp_path / "fixed"
    gold.mkdir()
    (gold / "annotation.conf").write_text("[entities]\n")
    for i in range(3):
        text = " ".join(WORDS[i])
        (gold / f"d{i}.txt").write_text(text)
        found = [f"T{k + 4}\t{t} {a} {b}\t{text[a:b]}\n" for k, (a, b, t) in enumerate(chars(i))]
        (gold / f"d{i}.ann").write_text("".join(found) + "#1\tAnnotatorNotes T4\tsure?\nA1\tFamous T5\n")
    assert "anew" not in correct(tmp_path, gold, CHANGES[kind], out)
    assert list(read(out).mentions_by_sentence()) == wanted(CHANGES[kind])
    same = [p.name for p in gold.iterdir() if p.read_bytes() == (out / p.name).read_bytes()]
    assert sorted(same) == sorted({p.name for p in gold.iterdir()} - {"d1.ann"})
    kept = (out / "d1.ann").read_text()
    assert ("AnnotatorNotes T4" in kept) == (kind != "spurious")  # a note on a mention that is gone goes, too
    assert "A1\tFamous T5\n" in kept


@pytest.mark.parametrize("make", [tagged, numbered])
def test_parquet_keeps_its_columns(tmp_path, make):
    pa, parquet = pytest.importorskip("pyarrow"), pytest.importorskip("pyarrow.parquet")
    gold, out = tmp_path / "gold.parquet", tmp_path / "fixed.parquet"
    extra = {"ner_tags": {"feature": {"names": NAMES, "_type": "ClassLabel"}, "_type": "Sequence"}}
    rows = [{k: v for k, v in make(i).items() if k != "label_names"} for i in range(3)]
    table = pa.Table.from_pylist(rows)
    if make is numbered:
        table = table.replace_schema_metadata({"huggingface": json.dumps({"info": {"features": extra}})})
    parquet.write_table(table, gold)
    assert "anew" not in correct(tmp_path, gold, [[1, 2, "LOC"]], out)
    found = parquet.read_table(out)
    table = parquet.read_table(gold)
    assert found.schema.equals(table.schema, check_metadata=True)
    assert found.drop_columns(["ner_tags"]).equals(table.drop_columns(["ner_tags"]))
    assert list(read(out).mentions_by_sentence()) == wanted([[1, 2, "LOC"]])


def test_what_no_editor_knows_is_written_anew_and_that_is_said(tmp_path):
    pytest.importorskip("spacy")
    gold, out = tmp_path / "gold.spacy", tmp_path / "fixed.spacy"
    write(Corpus.from_sentences(WORDS, GOLD), gold, format="spacy")
    assert "is written anew, as nerproof writes spacy" in correct(tmp_path, gold, CHANGES["type"], out)
    assert list(read(out).mentions_by_sentence()) == wanted(CHANGES["type"])


def test_a_compressed_name_is_compressed(tmp_path):
    gold, out = tmp_path / "gold.conll.gz", tmp_path / "fixed.conll.gz"
    write(Corpus.from_sentences(WORDS, GOLD), gold)
    correct(tmp_path, gold, CHANGES["type"], out)
    assert out.read_bytes()[:2] == b"\x1f\x8b"
    assert list(read(out).mentions_by_sentence()) == wanted(CHANGES["type"])
