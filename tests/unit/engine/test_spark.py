"""A real Spark: a master and two workers on loopback give the same bytes as memory, whatever happens to a worker."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
import time

import numpy as np
import pytest

from nerproof.base.errors import InputError
from nerproof.engine import spark as engine
from nerproof.engine.evaluate import Options, evaluate
from nerproof.formats import ranges as files
from nerproof.formats import read, write
from nerproof.index.lexicon import Lexicon
from nerproof.index.overlap import rates

pytest.importorskip("pyspark")
psutil = pytest.importorskip("psutil")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(900),
    # PySpark warns about the pandas that is installed, and leaves sockets to the garbage collector.
    pytest.mark.filterwarnings("ignore:PySpark does not yet fully support pandas", "ignore::ResourceWarning"),
]


@pytest.fixture(scope="module")
def session():
    """``local-cluster`` starts a standalone master and two workers as processes of their own."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SPARK_LOCAL_IP", "127.0.0.1")
        patch.setenv("PYSPARK_PYTHON", sys.executable)
        patch.setenv("PYTHONPATH", os.pathsep.join(p for p in sys.path if p))
        spark = engine.start("local-cluster[2,1,1024]")
        yield spark
        spark.stop()


@pytest.fixture(scope="module")
def corpora(shared, tmp_path_factory):
    """Folders of three Parquet parts each: gold, one system and the training data of WNUT 2017."""
    root, data = tmp_path_factory.mktemp("parquet"), shared / "data" / "wnut17"
    files = {
        "gold": data / "emerging.test.annotated",
        "pred": data / "submissions" / "uh_ritual.conll",
        "train": data / "wnut17train.conll",
    }
    for name, path in files.items():
        corpus = read(path)
        for i, part in enumerate(np.array_split(np.arange(corpus.n_sentences), 3)):
            write(corpus.select(part), root / name / f"part-{i}.parquet", format="parquet")
    return root


@pytest.fixture(autouse=True)
def small_chunks(monkeypatch):
    monkeypatch.setattr(files, "ROWS", 100)


OPTIONS = Options(resamples=20)


def comparable(result):
    return json.loads(result.to_json())


@pytest.fixture(scope="module")
def expected(corpora):
    return comparable(evaluate(corpora / "gold", {"a": corpora / "pred"}, train=corpora / "train", options=OPTIONS))


def on_spark(session, corpora, **changes):
    options = Options(**{"resamples": 20, **changes})
    inputs = {"train": corpora / "train", "options": options, "session": session}
    return engine.evaluate_spark(corpora / "gold", {"a": corpora / "pred"}, **inputs)


def test_all_suites_give_the_same_bytes(session, corpora, expected):
    assert comparable(on_spark(session, corpora)) == expected


def test_a_killed_worker_changes_nothing(session, corpora, expected):
    killed = []

    def kill_one_executor():
        tracker, until = session.sparkContext.statusTracker(), time.monotonic() + 300
        while not tracker.getActiveStageIds() and time.monotonic() < until:
            time.sleep(0.02)
        for process in psutil.Process().children(recursive=True):
            with contextlib.suppress(psutil.Error):  # a zombie has no command line
                if "CoarseGrainedExecutorBackend" in " ".join(process.cmdline()):
                    process.kill()
                    killed.append(process.pid)
                    return

    watcher = threading.Thread(target=kill_one_executor)
    watcher.start()
    result = comparable(on_spark(session, corpora))
    watcher.join()
    assert killed
    assert result == expected


def test_a_corrupt_part_is_named_and_nothing_is_answered(session, corpora, tmp_path):
    import shutil

    folder = tmp_path / "gold"
    shutil.copytree(corpora / "gold", folder)
    data = bytearray((folder / "part-1.parquet").read_bytes())
    data[50 : len(data) // 2] = bytes(len(data) // 2 - 50)
    (folder / "part-1.parquet").write_bytes(bytes(data))
    with pytest.raises(InputError, match=r"part-1\.parquet"):
        engine.evaluate_spark(folder, {"a": corpora / "pred"}, options=OPTIONS, session=session)


def test_another_token_is_named(session, corpora, tmp_path):
    corpus = read(corpora / "pred")
    changed = corpus.select(np.r_[np.arange(1, corpus.n_sentences), 0])
    write(changed, tmp_path / "pred.parquet", format="parquet")
    with pytest.raises(InputError, match="where"):
        engine.evaluate_spark(corpora / "gold", {"a": tmp_path / "pred.parquet"}, options=OPTIONS, session=session)


def test_huge_against_huge_is_the_same_contamination(session, corpora):
    from nerproof.index.sparkjoin import contamination

    found = contamination(session, str(corpora / "gold"), str(corpora / "train"))
    assert found == rates(Lexicon(read(corpora / "gold")), Lexicon(read(corpora / "train")))


@pytest.mark.parametrize("unit", ["sentence", "document"])
def test_documents_are_not_cut(session, parquet_of_documents, unit):
    """Short and long ones, over the ends of pieces and files."""
    paths, n = parquet_of_documents([1, 140, 3, 99, 9, 210, 30, 2, 60, 7])
    options = Options(unit=unit, resamples=20, switches={"contamination_unit": unit})
    inputs = {"train": paths["pred"], "options": options}
    whole = evaluate(paths["gold"], {"a": paths["pred"]}, **inputs)
    found = engine.evaluate_spark(paths["gold"], {"a": paths["pred"]}, **inputs, session=session)
    assert whole.signature["documents"] == n
    assert comparable(found) == comparable(whole)


MINE = """
from nerproof.measures.attributes import attribute

@attribute("first-letter", bucketed=True, description="the first character of a mention")
def first_letter(corpus):
    return [ord(corpus.surface(i)[0]) for i in range(len(corpus.mentions))]
"""


def test_a_suite_and_an_attribute_from_outside(session, corpora, tmp_path):
    """Neither can be imported by the workers."""
    from nerproof.measures.attributes import ATTRIBUTES
    from nerproof.measures.metrics import METRICS, Slice
    from nerproof.suites.recipe import SUITES, Cell, Suite, suite

    def cells(pair):
        yield Cell(METRICS["recall"], Slice("long", gold=pair.gold.mentions.end - pair.gold.mentions.start > 1))

    mine = tmp_path / "mine.py"
    mine.write_text(MINE)
    suite(Suite("outside", cells))
    given = (corpora / "gold", {"a": corpora / "pred"})
    more = {"train": corpora / "train", "options": Options(resamples=20, examples=20), "attributes": [str(mine)]}
    try:
        whole = evaluate(*given, **more, errors=tmp_path / "here.jsonl")
        found = engine.evaluate_spark(*given, **more, session=session, errors=tmp_path / "spark.jsonl")
    finally:
        SUITES._items.pop("outside")
        ATTRIBUTES._items.pop("first-letter", None)
    assert (tmp_path / "here.jsonl").read_bytes() == (tmp_path / "spark.jsonl").read_bytes()
    for result in (whole, found):
        result.notes.pop()  # names the file of errors
    assert {row.slice for row in found.where(suite="interpreteval")} & {"first-letter:XS"}
    assert comparable(found) == comparable(whole)


def test_columns_are_refused_with_the_way_out(tmp_path):
    (tmp_path / "gold.conll").write_text("a B-PER\n")
    with pytest.raises(InputError, match=r"gold\.conll: is not Parquet.*nerproof convert .*gold\.parquet"):
        engine.evaluate_spark(tmp_path / "gold.conll", {"a": tmp_path / "gold.conll"})
