"""A training set that is read part by part gives what it gives in memory, in memory that does not grow with it."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st

from nerproof.base.errors import InputError, UsageError
from nerproof.cli.evaluate import command
from nerproof.corpus import Coded, Corpus, Vocabulary
from nerproof.corpus.typefilter import TypeFilter
from nerproof.corpus.wordbook import Wordbook
from nerproof.datastream import describe_stream
from nerproof.engines import cutting, glance, rowcutting, size, spilling
from nerproof.engines.hashing import Hasher
from nerproof.engines.plan import NeedsWhole
from nerproof.engines.trained import Tables
from nerproof.evaluate import Options, evaluate
from nerproof.formats import ReadOptions, read, write
from nerproof.streaming import evaluate_stream

pytest.importorskip("pyarrow")


@pytest.fixture(autouse=True)
def small(monkeypatch):
    """Many parts, and records that do not fit into their room."""
    monkeypatch.setattr(cutting, "BLOCK", 1 << 12)
    monkeypatch.setattr(rowcutting, "ROWS", 64)
    monkeypatch.setattr(spilling.Spill.__init__, "__defaults__", (400,))


@pytest.fixture
def temporary(tmp_path, monkeypatch):
    """The folder that spilled files go to."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    return folder


def plain(result):
    """The result as JSON; means of attributes may differ in the last bit, being added in another order."""
    data = json.loads(result.to_json())
    for row in data["rows"]:
        if row["metric"] == "zeta" and row["value"] is not None:
            row["value"] = round(row["value"], 12)
    return data


def same(gold, preds, train, dev=None, *, jobs=1, memory=True, **options):
    """The result in pieces, which must equal those with the training set, and with everything, in memory."""
    chosen = Options(**{"resamples": 3, "suites": IN_PIECES, **options})
    given = {"train": train, "dev": dev, "options": chosen}
    pieces = plain(evaluate_stream(gold, preds, **given, jobs=jobs, train_in_pieces=True))
    assert pieces == plain(evaluate_stream(gold, preds, **given, train_in_pieces=False))
    if memory:
        assert pieces == plain(evaluate(gold, preds, **given))
    return pieces


def spanish(shared):
    two = shared / "data" / "conll2002"
    preds = {k: two / "predictions" / f"esp.testb.{k}" for k in ("memorizer", "forgetful")}
    return two / "esp.testb", preds, two / "esp.train", two / "esp.testa"


# --- real data -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("jobs", [1, 2])
def test_all_suites(shared, temporary, jobs):
    folder = shared / "data" / "wnut17"
    preds = {name: folder / "submissions" / f"{name}.conll" for name in ("uh_ritual", "arcada")}
    same(folder / "emerging.test.annotated", preds, folder / "wnut17train.conll", jobs=jobs)
    assert not list(temporary.iterdir())


@pytest.mark.parametrize("with_dev", [False, True])
def test_development_data(shared, with_dev):
    gold, preds, train, dev = spanish(shared)
    same(gold, preds, train, dev, with_dev=with_dev, suites=["hardeval", "tmr", "contamination"])


def test_documents(shared, monkeypatch):
    monkeypatch.setattr(cutting, "BLOCK", 1 << 16)
    folder = shared / "data" / "conll2002"
    gold, train, dev = (folder / f"ned.{p}" for p in ("testb", "train", "testa"))
    preds = {"a": folder / "predictions" / "ned.testb.memorizer"}
    found = same(gold, preds, train, dev, unit="document", switches={"contamination_unit": "document"}, memory=False)
    assert found["extras"]["statistics"]["train"]["documents"] > 0


def test_several_files_types_and_names(shared, tmp_path):
    gold, preds, train, dev = spanish(shared)
    packed = tmp_path / "train.conll.gz"
    packed.write_bytes(gzip.compress(train.read_bytes()))
    kept = TypeFilter(exclude=("MISC",), rename={"PER": "PERSON"})
    found = same(gold, preds, [packed, dev], types=kept, suites=["tmr", "contamination"])
    assert found["signature"]["train"].startswith("train.conll.gz+esp.testa@")


def test_parquet(shared, tmp_path):
    gold, preds, train, _ = spanish(shared)
    whole = read(train)
    for name, where in (("a", slice(0, 3000)), ("b", slice(3000, None))):
        part = whole.select(np.arange(whole.n_sentences)[where])
        write(part, tmp_path / "train" / f"{name}.parquet", format="parquet")
    rows = same(gold, preds, tmp_path / "train", jobs=2)["rows"]
    assert rows == plain(evaluate(gold, preds, train=train, resamples=3, suites=IN_PIECES))["rows"]


def test_large_row_groups_are_read_in_batches(shared, tmp_path, monkeypatch):
    import pyarrow.parquet as pq

    monkeypatch.setattr(rowcutting, "LARGEST", 1)
    gold, preds, train, _ = spanish(shared)
    write(read(train), tmp_path / "small.parquet", format="parquet")
    pq.write_table(pq.read_table(tmp_path / "small.parquet"), tmp_path / "train.parquet", row_group_size=5000)
    same(gold, preds, tmp_path / "train.parquet", suites=["hardeval", "tmr", "contamination"])


def test_statistics_of_a_dataset(shared, monkeypatch):
    monkeypatch.setattr(cutting, "BLOCK", 1 << 18)  # in memory, every piece looks through all of the training set
    gold, _, train, dev = spanish(shared)
    options = Options(resamples=0)
    both = [describe_stream(gold, [train], dev, options=options, train_in_pieces=p) for p in (True, False)]
    assert plain(both[0]) == plain(both[1])


def test_the_training_set_is_the_test_set(shared):
    gold, preds, _, _ = spanish(shared)
    found = same(gold, preds, gold, suites=["contamination"])
    assert any("the training corpus is the test corpus" in note for note in found["notes"])


# --- made data -------------------------------------------------------------------------------------------------------


def column_file(path: Path, text: str) -> Path:
    path.write_text(text, encoding="utf-8")
    return path


def columns(sentences, blank="\n"):
    return blank.join("".join(f"{w} {t}\n" for w, t in s) for s in sentences)


# The suite overlap looks for all names of train, so it needs all of train.
IN_PIECES = ["standard", "hardeval", "tmr", "contamination", "interpreteval"]
GOLD = columns([[("EU", "B-ORG"), ("rejects", "O"), ("New", "B-LOC"), ("York", "I-LOC")], [("EU", "B-LOC")]])
FILLER = columns([[(f"word{i}", "O"), (f"Name{i}", "B-PER"), (f"Name{i // 2}", "B-LOC")] for i in range(400)])


@pytest.fixture
def gold(tmp_path):
    return column_file(tmp_path / "gold.conll", GOLD)


@pytest.mark.parametrize(
    "text",
    [
        "EU I-ORG\nEU B-ORG\n\n" + FILLER.replace("B-", "I-"),  # IOB1 from the first part on
        FILLER.replace("B-", "I-") + "\nEU I-ORG\nEU B-ORG\n",  # IOB1, which shows in the last part only
        FILLER.replace("B-", "S-") + "\nNew B-LOC\nYork E-LOC\n",  # BIOES
        FILLER + "\nNew B-LOC\nYork E-LOC\n",  # BIOES, and most mentions break it
        FILLER + "\nNew I-LOC\nYork I-LOC\n" * 3,  # repaired, with a note
        "-DOCSTART- O\n\n" + FILLER.replace("\n\n", "\n\n-DOCSTART- O\n\n", 7) + "\nEU B-ORG\n",  # a large document
        FILLER.replace("B-PER", "B-RARE").replace("B-LOC", "B-OTHER") + "\nEU B-ORG\nEU B-ORG\n",  # types of its own
        FILLER.replace("B-PER", "O").replace("B-LOC", "O"),  # no mention
        "EU B-ORG\n",
    ],
    ids=["iob1", "late-iob1", "bioes", "late-bioes", "repairs", "documents", "types", "no-mention", "tiny"],
)
@pytest.mark.parametrize("unit", ["sentence", "document"])
def test_kinds_of_files(gold, tmp_path, text, unit):
    train = column_file(tmp_path / "train.conll", text)
    same(gold, {"a": gold}, [train, train], switches={"contamination_unit": unit}, resamples=0)


@pytest.mark.parametrize("marks", [(1, 3), (0, 2, 4, 6), (0, 6)])
def test_documents_of_parquet_may_be_cut(tmp_path, monkeypatch, gold, marks):
    """A document goes on from one row group to the next."""
    import pyarrow.parquet as pq

    ids = [f"d{np.searchsorted(marks, i, side='right')}" for i in range(8)]
    starts = [i for i in range(8) if i == 0 or ids[i] != ids[i - 1]]
    corpus = Corpus.from_sentences(
        [["EU", f"w{i}"] for i in range(8)],
        [[(0, 1, "ORG" if i % 3 else "PER")] for i in range(8)],
        document_starts=starts,
        document_ids=tuple(ids[i] for i in starts),
    )
    write(corpus, tmp_path / "whole.parquet", format="parquet")
    pq.write_table(pq.read_table(tmp_path / "whole.parquet"), tmp_path / "train.parquet", row_group_size=2)
    same(gold, {"a": gold}, tmp_path / "train.parquet", switches={"contamination_unit": "document"}, resamples=0)


def test_sentences_that_nobody_annotated_are_left_out(tmp_path, gold):
    import pyarrow as pa
    import pyarrow.parquet as pq

    mentions = pa.list_(pa.struct([("start", pa.int32()), ("end", pa.int32()), ("type", pa.string())]))
    rows = {"tokens": [["EU", f"w{i}"] for i in range(9)]}
    rows["mentions"] = [None if i % 4 == 0 else [{"start": 0, "end": 1, "type": "ORG"}] for i in range(9)]
    table = pa.table(rows, schema=pa.schema([("tokens", pa.list_(pa.string())), ("mentions", mentions)]))
    pq.write_table(table, tmp_path / "train.parquet", row_group_size=3)
    found = same(gold, {"a": gold}, tmp_path / "train.parquet", resamples=0)
    assert any("3 of 9 sentences are not annotated" in note for note in found["notes"])
    assert found["extras"]["statistics"]["train"]["words"] == 7


def test_a_word_may_have_two_numbers():
    """The dictionary of a Parquet file need not be without repetitions."""
    keys = Wordbook()
    keys.add_surfaces(keys.add(Vocabulary(["a", "b"])), np.array([0, 0]), np.array([1, 2]))
    gold = np.ones((2, 1), dtype=np.bool_)
    asked = glance.Asked(keys, gold, ("X",), ReadOptions(), TypeFilter(), "sentence", Hasher(1))
    once = Corpus.from_sentences([["a", "b", "a", "c", "c"]], [[(0, 2, "X"), (2, 3, "X"), (3, 4, "X"), (4, 5, "X")]])
    twice = replace(
        once, tokens=Coded(np.array([0, 1, 2, 3, 4], dtype=np.int32), Vocabulary(["a", "b", "a", "c", "c"]))
    )
    totals = []
    for corpus in (once, twice):
        found, tables = glance.seen_in(corpus, asked), Tables(asked)
        tables.add(found)
        others = [spilling.count(spilling.merged(r)) for r in (found.other_words, found.other_surfaces)]
        totals.append((tables.words.tolist(), tables.surfaces.tolist(), found.samples.tolist(), others))
    assert totals[0] == totals[1]
    assert totals[0][:2] == ([[0, 2], [0, 1]], [[1], [1]])


WORDS = st.sampled_from(["EU", "New", "York", "a", "b", "ç", "🙂", "x" * 60])
LABELS = st.sampled_from(["O", "O", "B-ORG", "B-LOC", "I-LOC", "I-ORG"])
SENTENCES = st.lists(st.lists(st.tuples(WORDS, LABELS), min_size=1, max_size=5), min_size=1, max_size=12)


@settings(max_examples=40, deadline=None)
@given(SENTENCES, SENTENCES, st.integers(1, 200), st.integers(2, 40))
def test_any_small_corpus(tmp_path_factory, test, train, block, room):
    folder = tmp_path_factory.mktemp("any")
    gold = column_file(folder / "gold.conll", columns(test) + "\nEU B-ORG\n")
    known = column_file(folder / "train.conll", columns(train) + "\nEU B-ORG\n")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cutting, "BLOCK", block)
        patch.setattr(spilling.Spill.__init__, "__defaults__", (room,))
        same(gold, {"a": gold}, known, resamples=0, memory=False)


# --- what is wrong ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "what"),
    [("EU B-ORG extra", "has 3 columns"), ("EU X-ORG", "unknown prefix"), ("caf\udce9 O", "is not utf-8")],
)
def test_a_broken_line_is_named(gold, tmp_path, temporary, line, what):
    train = tmp_path / "train.conll"
    train.write_bytes((FILLER + f"\n{line}\n").encode("utf-8", "surrogateescape"))
    number = FILLER.count("\n") + 2
    with pytest.raises(InputError, match=rf"train\.conll:{number}: .*{what}"):
        evaluate_stream(gold, {"a": gold}, train=train, suites=IN_PIECES, train_in_pieces=True)
    assert not list(temporary.iterdir())


@pytest.mark.parametrize("text", ["", "\n\n"])
def test_an_empty_file_is_an_error_as_ever(gold, tmp_path, text):
    train = column_file(tmp_path / "train.conll", text)
    messages = []
    for pieces in (True, False):
        with pytest.raises(InputError) as error:
            evaluate_stream(gold, {"a": gold}, train=train, suites=IN_PIECES, train_in_pieces=pieces)
        messages.append(str(error.value))
    assert messages[0] == messages[1]


def test_files_are_gone_after_an_interruption(gold, tmp_path, temporary, monkeypatch):
    train = column_file(tmp_path / "train.conll", FILLER * 3)
    left, original = [], glance.seen_in

    def interrupted(*given):
        if any(temporary.iterdir()):
            left.append(1)
            raise KeyboardInterrupt
        return original(*given)

    monkeypatch.setattr(glance, "seen_in", interrupted)
    with pytest.raises(KeyboardInterrupt):
        evaluate_stream(gold, {"a": gold}, train=train, suites=IN_PIECES, train_in_pieces=True)
    assert left
    assert not list(temporary.iterdir())


def test_a_full_disk_is_one_line(gold, tmp_path, temporary, monkeypatch):
    train = column_file(tmp_path / "train.conll", FILLER * 3)

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(spilling.Spill, "_file", lambda *_: full(None))
    with pytest.raises(UsageError, match="No space left on device.*TMPDIR"):
        evaluate_stream(gold, {"a": gold}, train=train, suites=IN_PIECES, train_in_pieces=True)
    assert not list(temporary.iterdir())


def test_what_needs_the_whole_is_read_as_a_whole(gold, tmp_path, monkeypatch):
    """Marks that begin in the middle of a file: the entire file says what a document is."""
    train = column_file(tmp_path / "train.conll", FILLER + "\n-DOCSTART- O\n\nEU B-ORG\n")
    options = Options(resamples=0, suites=IN_PIECES)
    with pytest.raises(NeedsWhole):
        evaluate_stream(gold, {"a": gold}, train=train, options=options, train_in_pieces=True)
    monkeypatch.setattr(size, "HUGE", 0)
    found = evaluate_stream(gold, {"a": gold}, train=train, options=options)
    assert plain(found) == plain(evaluate(gold, {"a": gold}, train=train, options=options))


# --- the commands ----------------------------------------------------------------------------------------------------


def test_a_large_training_set_is_read_in_pieces_by_itself(gold, tmp_path, monkeypatch):
    """Unless the suite overlap runs, as it does in ``stats``."""
    train = column_file(tmp_path / "train.conll", FILLER)
    own = ["--gold", str(gold), "--pred", f"a={gold}", "--resamples", "0", "--suite", ",".join(IN_PIECES)]
    found, taken, original = [], [], glance.seen_in
    monkeypatch.setattr(glance, "seen_in", lambda *given: taken.append(1) or original(*given))
    for least in (size.TRAINING, 0):
        assert not taken
        monkeypatch.setattr(size, "TRAINING", least)
        files = ["--train", str(train), "--json", str(tmp_path / "r.json"), "-q"]
        done = CliRunner().invoke(command, [*own, *files], standalone_mode=False)
        assert done.exception is None
        found.append(json.loads((tmp_path / "r.json").read_text()))
    assert taken
    assert found[0] == found[1]


def test_pieces_pay_for_files_that_are_large_beside_gold(tmp_path, monkeypatch):
    monkeypatch.setattr(size, "TRAINING", 100)
    monkeypatch.setattr(size, "HUGE", 1000)
    sizes = {"small": 50, "middle": 150, "large": 400, "huge": 1001}
    for name, n in sizes.items():
        (tmp_path / name).write_bytes(b"x" * n)
    pays = {t: {g for g in sizes if size.pays_in_pieces(tmp_path / t, tmp_path / g)} for t in sizes}
    assert pays == {"small": set(), "middle": {"small", "middle"}, "large": set(sizes) - {"huge"}, "huge": set(sizes)}
    assert not size.pays_in_pieces(Corpus.from_sentences([["a"]]), tmp_path / "small")
    assert not size.pays_in_pieces(None, tmp_path / "small")


MEMORY = """
import re, sys
from pathlib import Path
from nerproof.engines import cutting, spilling
from nerproof.evaluate import Options
from nerproof.streaming import evaluate_stream
cutting.BLOCK, spilling.Spill.__init__.__defaults__ = 1 << 18, (20_000,)
gold, train = sys.argv[1:]
evaluate_stream(gold, {"a": gold}, train=train, options=Options(resamples=0, suites=["standard", "hardeval", "tmr", "contamination", "interpreteval"]), train_in_pieces=True)
print(re.search(r"VmHWM:\\s*(\\d+)", Path("/proc/self/status").read_text())[1])  # of this program alone
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is read from /proc")
def test_memory_does_not_grow_with_the_training_set(gold, tmp_path):
    """Every word is new: nothing of them may stay."""
    peaks = []
    for n in (40_000, 400_000):
        train = tmp_path / f"{n}.conll"
        train.write_text("".join(f"word-{i}-number O\nName-{i} B-LOC\n\n" for i in range(n)))
        done = [sys.executable, "-c", MEMORY, str(gold), str(train)]
        peaks.append(int(subprocess.run(done, capture_output=True, text=True, check=True).stdout))
    assert peaks[1] < 1.15 * peaks[0]
