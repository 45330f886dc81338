"""Chunk by chunk, on several processes and from Parquet: the same bytes as in memory."""

from __future__ import annotations

import gzip
import json
import shutil
from collections import Counter

import pytest
from click.testing import CliRunner

from nerproof.base.errors import InputError
from nerproof.base.results import Result
from nerproof.cli.evaluate import command
from nerproof.cli.stats import command as stats
from nerproof.engine.evaluate import Options, evaluate
from nerproof.formats import columnfile, ranges, read, write

pytest.importorskip("pyarrow")
DATASET = {"train": "esp.train", "dev": "esp.testa", "test": "esp.testb"}


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch):
    """Chunks of a few hundred sentences, so that little data has many of them."""
    monkeypatch.setattr(columnfile, "BLOCK", 1 << 15)
    monkeypatch.setattr(ranges, "ROWS", 257)


def evaluate_stream(gold, preds, jobs=1, **more):
    return evaluate(gold, preds, stream=True, jobs=jobs, **more)


def comparable(result, *, digests=True):
    """The result as JSON."""
    data = json.loads(result.to_json())
    if not digests:
        for key in ("gold", "train", "systems", "scheme", "pred_schemes", "repairs"):
            data["signature"].pop(key)
        data.pop("notes")
    return data


def sets(shared):
    data = shared / "data"
    two, wnut = data / "conll2002", data / "wnut17"
    return {
        "esp": (
            two / "esp.testb",
            {k: two / "predictions" / f"esp.testb.{k}" for k in ("memorizer", "forgetful")},
            two / "esp.train",
        ),
        "wnut": (
            wnut / "emerging.test.annotated",
            {"uh": wnut / "submissions" / "uh_ritual.conll", "arcada": wnut / "submissions" / "arcada.conll"},
            wnut / "wnut17train.conll",
        ),
    }


@pytest.mark.parametrize("name", ["esp", "wnut"])
@pytest.mark.parametrize("jobs", [1, 2])
def test_all_suites_on_real_files(shared, name, jobs):
    gold, preds, train = sets(shared)[name]
    options = Options(resamples=20)
    whole = evaluate(gold, preds, train=train, options=options)
    assert comparable(evaluate_stream(gold, preds, train=train, options=options, jobs=jobs)) == comparable(whole)


def test_development_data_and_documents(shared):
    folder = shared / "data" / "conll2002"
    gold, train, dev = (folder / f"ned.{p}" for p in ("testb", "train", "testa"))
    preds = {"a": folder / "predictions" / "ned.testb.memorizer"}
    options = Options(resamples=10, unit="document", switches={"contamination_unit": "document"})
    whole = evaluate(gold, preds, train=train, dev=dev, options=options)
    assert comparable(evaluate_stream(gold, preds, train=train, dev=dev, options=options)) == comparable(whole)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_statistics_of_a_dataset(shared, tmp_path, jobs):
    folder = shared / "data" / "conll2002"
    files = [f"--{part}={folder / name}" for part, name in DATASET.items()]
    found = []
    for how in ("--no-stream", "--stream"):
        path = tmp_path / f"{how}.json"
        done = CliRunner().invoke(stats, [*files, how, "-j", jobs, "--json", str(path), "-q"], standalone_mode=False)
        assert done.exception is None
        found.append(comparable(Result.load(path)))
    assert found[0] == found[1]


def test_parquet_and_mixed_formats(shared, tmp_path):
    gold, preds, train = sets(shared)["esp"]
    paths = {}
    for name, path in {"gold": gold, **preds}.items():
        paths[name] = tmp_path / f"{name}.parquet"
        write(read(path), paths[name], format="parquet")
    options = Options(resamples=10)
    whole = comparable(evaluate(gold, preds, train=train, options=options), digests=False)
    rows = evaluate_stream(paths["gold"], {k: paths[k] for k in preds}, train=train, options=options, jobs=2)
    mixed = evaluate_stream(paths["gold"], preds, train=train, options=options)
    assert comparable(rows, digests=False) == whole
    assert comparable(mixed, digests=False) == whole


def test_compressed_files(shared, tmp_path):
    gold, preds, _ = sets(shared)["wnut"]
    packed = tmp_path / "gold.conll.gz"
    packed.write_bytes(gzip.compress(gold.read_bytes()))
    options = Options(resamples=0, suites=["standard"])
    assert evaluate_stream(packed, preds, options=options).rows == evaluate(gold, preds, options=options).rows


def test_a_truncated_file_is_named(shared, tmp_path):
    gold, preds, _ = sets(shared)["wnut"]
    packed = tmp_path / "gold.conll.gz"
    packed.write_bytes(gzip.compress(gold.read_bytes())[:-2000])
    with pytest.raises(InputError, match=r"gold\.conll\.gz: cannot be read to its end"):
        evaluate_stream(packed, preds)


SENTENCE = "EU B-ORG\nrejects O\nGerman B-MISC\ncall O\n\n"


def files(tmp_path, gold, pred):
    (tmp_path / "gold.conll").write_text(gold, encoding="utf-8")
    (tmp_path / "pred.conll").write_text(pred, encoding="utf-8")
    return tmp_path / "gold.conll", {"a": tmp_path / "pred.conll"}


def test_a_differing_token_is_shown_with_both_lines(tmp_path):
    gold, pred = files(tmp_path, SENTENCE * 3000, SENTENCE * 2000 + SENTENCE.replace("call", "Call") + SENTENCE * 999)
    with pytest.raises(InputError, match=r"pred\.conll:10004: token 'Call' where .*gold\.conll:10004 has 'call'"):
        evaluate_stream(gold, pred)


def test_missing_sentences_are_named(tmp_path):
    gold, pred = files(tmp_path, SENTENCE * 3000, SENTENCE * 2999)
    with pytest.raises(InputError, match=r"2999 sentences where .*gold\.conll has 3000"):
        evaluate_stream(gold, pred)


def test_a_bad_tag_names_its_line(tmp_path):
    gold, pred = files(
        tmp_path, SENTENCE * 3000, SENTENCE * 2500 + SENTENCE.replace("B-MISC", "X-MISC") + SENTENCE * 499
    )
    with pytest.raises(InputError, match=r"pred\.conll:12503: tag 'X-MISC' has an unknown prefix"):
        evaluate_stream(gold, pred)


def test_a_scheme_that_shows_late_is_the_scheme_of_all(tmp_path):
    iob1 = "EU I-ORG\nrejects O\n\n"
    late = "New I-LOC\nYork B-LOC\n\n"
    gold, pred = files(tmp_path, iob1 * 3000 + late, iob1 * 3000 + late)
    options = Options(resamples=0)
    whole, pieces = evaluate(gold, pred, options=options), evaluate_stream(gold, pred, options=options)
    assert comparable(pieces) == comparable(whole)
    assert pieces.signature["scheme"] == "IOB1"


def test_types_that_come_late_are_counted(tmp_path):
    late = SENTENCE.replace("MISC", "LATE")
    gold, pred = files(tmp_path, SENTENCE * 3000 + late, SENTENCE * 3000 + late)
    result = evaluate_stream(gold, pred, options=Options(suites=["standard"], resamples=10))
    assert result.row("recall", label="LATE").total == 1
    assert comparable(result) == comparable(evaluate(gold, pred, options=Options(suites=["standard"], resamples=10)))


def test_a_corrupt_part_is_named_and_nothing_is_answered(shared, tmp_path):
    gold, preds, _ = sets(shared)["wnut"]
    for side, path in (("gold", gold), ("pred", preds["uh"])):
        for i in (0, 1):
            write(read(path), tmp_path / side / f"part-{i}.parquet", format="parquet")
    broken = tmp_path / "gold" / "part-1.parquet"
    data = bytearray(broken.read_bytes())
    data[200:2000] = bytes(1800)
    broken.write_bytes(bytes(data))
    with pytest.raises(InputError, match=r"part-1\.parquet"):
        evaluate_stream(tmp_path / "gold", {"a": tmp_path / "pred"}, options=Options(resamples=0))


def test_the_command_streams_when_told_and_falls_back_when_it_must(tmp_path):
    gold, pred = files(tmp_path, SENTENCE * 300, (SENTENCE * 300).replace("\n\nEU", "\nEU", 1))
    run = CliRunner().invoke
    arguments = ["--gold", str(gold), "--pred", f"a={pred['a']}", "--suite", "standard", "--resamples", "0", "-q"]
    assert run(command, [*arguments, "-j", "2", "--json", str(tmp_path / "r.json")]).exit_code == 0
    assert json.loads((tmp_path / "r.json").read_text())["rows"]
    shutil.copy(gold, pred["a"])
    assert run(command, [*arguments, "--stream"]).exit_code == 0
    assert run(command, [*arguments, "--stream", "--align", "text"]).exit_code == 0  # read as a whole


@pytest.mark.parametrize("unit", ["sentence", "document"])
def test_documents_of_parquet_are_not_cut(parquet_of_documents, monkeypatch, unit):
    """A document that goes on in the next row group, or the next file, is one, and is resampled as one."""
    monkeypatch.setattr(ranges, "ROWS", 16)
    paths, n = parquet_of_documents([1, 40, 3, 9, 9, 9, 30, 2, 60, 7])
    options = Options(unit=unit, resamples=50, suites=["standard"])
    whole = evaluate(paths["gold"], {"a": paths["pred"]}, options=options)
    found = evaluate_stream(paths["gold"], {"a": paths["pred"]}, options=options)
    assert whole.signature["documents"] == n
    assert json.loads(found.to_json()) == json.loads(whole.to_json())


@pytest.mark.parametrize("jobs", [1, 2])
def test_many_sentences_in_few_documents(tmp_path, jobs):
    """So many sentences are resampled in runs; so few documents are not, though the sentences were counted before."""
    paths = {name: tmp_path / name for name in ("gold", "pred", "train")}
    for name, wrong in (("gold", 3), ("pred", 5)):
        sentences = (f"a O\nB{i % 50} {'B-PER' if i * 7919 % wrong else 'O'}\n\n" for i in range(24_000))
        paths[name].write_text(
            "".join(("-DOCSTART- O\n\n" if i % 100 == 0 else "") + s for i, s in enumerate(sentences))
        )
    paths["train"].write_text("a O\nB1 B-PER\n")
    options = Options(unit="document", resamples=50, suites=["standard", "tmr"])
    given = (paths["gold"], {"a": paths["pred"]})
    whole = evaluate(*given, train=paths["train"], options=options)
    found = evaluate_stream(*given, train=paths["train"], options=options, jobs=jobs)
    assert json.loads(found.to_json()) == json.loads(whole.to_json())


def test_a_suite_from_outside_streams_and_is_in_the_report(tmp_path):
    """A suite that no part of the program knows: the same numbers from every engine, and a place in the report."""
    from nerproof.measures.metrics import METRICS, Slice
    from nerproof.report.html import render
    from nerproof.report.tables import tables
    from nerproof.suites.recipe import SUITES, Cell, Suite, suite

    def cells(pair):
        yield Cell(METRICS["strict"], Slice("early", gold=pair.gold.mentions.start % 2 == 0), types="label")

    gold, pred = files(tmp_path, SENTENCE * 900, SENTENCE * 800 + SENTENCE.replace("B-MISC", "O") * 100)
    suite(Suite("outside", cells, facts=lambda gold: Counter(n=gold.n_sentences), description="a suite from outside"))
    try:
        options = Options(resamples=10, examples=20)
        whole = evaluate(gold, pred, options=options)
        assert "outside" in whole.signature["suites"]
        assert whole.row("recall", suite="outside", slice="early").total == 1800
        for jobs in (1, 2):
            assert comparable(evaluate_stream(gold, pred, options=options, jobs=jobs)) == comparable(whole)
        assert any("outside" in table.title for table in tables(whole))
        assert "early" in render(whole.to_dict())
    finally:
        SUITES._items.pop("outside")


def test_documents_are_resampled_where_they_are_marked(tmp_path):
    marked = "".join(("-DOCSTART- O\n\n" if i % 10 == 0 else "") + SENTENCE for i in range(100))
    gold, pred = files(tmp_path, marked, marked)
    result = evaluate_stream(gold, pred, options=Options(resamples=10, suites=["standard"]))
    assert result.signature["resampled"] == "document"
    assert any("only 10 documents" in note for note in result.notes)
    sentences = evaluate(gold, pred, options=Options(resamples=10, suites=["standard"], unit="sentence"))
    assert sentences.signature["resampled"] == "sentence"
    assert not any("documents" in note for note in sentences.notes)


def test_one_mark_at_the_top_of_a_file_makes_no_documents(tmp_path):
    gold, pred = files(tmp_path, "-DOCSTART- O\n\n" + SENTENCE * 30, "-DOCSTART- O\n\n" + SENTENCE * 30)
    assert evaluate(gold, pred, options=Options(resamples=10)).signature["resampled"] == "sentence"
