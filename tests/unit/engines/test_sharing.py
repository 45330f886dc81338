"""Processes that read their share of the files themselves give what one process gives."""

from __future__ import annotations

import json
import multiprocessing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerproof.base.errors import InputError
from nerproof.engines import cutting, following, ranges, sharing
from nerproof.engines.ranges import Slice, Unshareable, cut, cut_alike
from nerproof.evaluate import Options
from nerproof.formats.scan import scan
from nerproof.streaming import evaluate_stream


@pytest.fixture(autouse=True)
def small(monkeypatch):
    for module in (cutting, following):
        monkeypatch.setattr(module, "BLOCK", 1 << 12)
        monkeypatch.setattr(module, "READ", 1 << 10)
    monkeypatch.setattr(sharing, "SMALLEST", 1)
    monkeypatch.setattr(ranges, "LOOK", 1 << 10)


def corpus(sentences, tag="O", blank="", repeat=1):
    lines = [[f"w{i}-{k // repeat} {tag}" for k in range(n)] + [blank] for i, n in enumerate(sentences)]
    return "\n".join(line for s in lines for line in s) + "\n"


def read(span):
    with Slice(span) as stream:
        return stream.read()


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.integers(1, 4), min_size=1, max_size=60),
    st.integers(1, 5),
    st.sampled_from(["", " ", "\t", "\n"]),
    st.sampled_from(["", "# a = b\n"]),
)
def test_shares_hold_the_same_sentences(tmp_path_factory, sentences, n, blank, comment):
    folder = tmp_path_factory.mktemp("shares")
    gold, pred = folder / "gold", folder / "pred"
    gold.write_text(corpus(sentences, repeat=2))
    pred.write_text(comment + corpus(sentences, "B-LONGER", blank, repeat=2))
    ours = cut(gold, [1] * n)
    theirs = cut_alike(pred, ours, 0)
    assert len(ours) == len(theirs)
    for path, spans in ((gold, ours), (pred, theirs)):
        assert b"".join(map(read, spans)) == path.read_bytes()
        assert [s.lines_before() for s in spans] == [path.read_bytes()[: s.start].count(b"\n") for s in spans]
    counts = [[len(scan(read(s), [0]).lines) for s in spans] for spans in (ours, theirs)]
    assert counts[0] == counts[1]


def same(one, other):
    return json.loads(one.to_json()) == json.loads(other.to_json())


@pytest.mark.parametrize("suites", [["standard"], None])
def test_real_files(shared, suites):
    folder = shared / "data" / "wnut17"
    files = (folder / "emerging.test.annotated", {"uh": folder / "submissions" / "uh_ritual.conll"})
    options = Options(resamples=20, suites=suites)
    train = folder / "wnut17train.conll" if suites is None else None
    one, two = (evaluate_stream(*files, train=train, options=options, jobs=jobs) for jobs in (1, 2))
    assert same(one, two)


def test_the_files_are_shared_and_words_are_counted_once(tmp_path, monkeypatch):
    """New words come in every share; the loops of all processes number them differently."""
    gold, train = tmp_path / "gold", tmp_path / "train"
    sentences = [[f"word{i % 7}", f"Name{i}", "the"] for i in range(400)]
    gold.write_text("".join(f"{a} O\n{b} B-PER\n{c} O\n\n" for a, b, c in sentences))
    train.write_text("the O\nName3 B-PER\nword1 B-LOC\n")
    taken = []
    original = sharing.Shared.run
    monkeypatch.setattr(sharing.Shared, "run", lambda self, context: taken.append(1) or original(self, context))
    one, two = (evaluate_stream(gold, {"a": gold}, train=train, options=Options(), jobs=j) for j in (1, 2))
    assert taken
    assert same(one, two)
    assert two.extras["statistics"]["test"]["words"] == 408


def test_repairs_are_noted_with_the_line_in_the_file(tmp_path):
    gold, pred = tmp_path / "gold", tmp_path / "pred"
    gold.write_text(corpus([2] * 300))
    lines = corpus([2] * 300).split("\n")
    lines[0], lines[600] = "w0-0 B-PER", "w200-0 I-PER"
    pred.write_text("\n".join(lines))
    one, two = (evaluate_stream(gold, {"a": pred}, options=Options(resamples=0), jobs=j) for j in (1, 2))
    assert same(one, two)
    assert any(f"{pred}:601" in note for note in two.notes)


def test_what_is_wrong_is_said_as_ever(tmp_path):
    gold, pred = tmp_path / "gold", tmp_path / "pred"
    gold.write_text(corpus([2] * 300))
    pred.write_text(corpus([2] * 300).replace("w250-1", "other"))
    messages = []
    for jobs in (1, 2):
        with pytest.raises(InputError) as error:
            evaluate_stream(gold, {"a": pred}, options=Options(), jobs=jobs)
        messages.append(str(error.value))
    assert messages[0] == messages[1]
    assert "other" in messages[0]


@pytest.mark.parametrize("text", ["-DOCSTART- O\n\na O\n\nb O\n", "a O\rb O\r"])
def test_one_process_cuts_for_all_where_files_are_special(tmp_path, text):
    path = tmp_path / "file"
    path.write_bytes(text.encode())
    with pytest.raises(Unshareable):
        cut(path, [1, 1])


def test_other_words_are_no_place_to_cut(tmp_path):
    gold, pred = tmp_path / "gold", tmp_path / "pred"
    gold.write_text(corpus([2] * 40))
    pred.write_text(corpus([2] * 40).replace("w", "x"))
    with pytest.raises(Unshareable):
        cut_alike(pred, cut(gold, [1, 1]), 0)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace("w250-0 O", "w250-0 O O"),  # another column
        lambda text: text.replace("w250-0 O", "-DOCSTART- O"),
        lambda text: "EU O\n\n" * 300,  # a sentence that is everywhere
        lambda text: "# text = " + "long " * 400 + "\n" + text,  # no column in the first block
    ],
)
@pytest.mark.parametrize("train", [True, False])
def test_what_is_special_later_on_is_read_by_one_process(tmp_path, change, train):
    """Shares cannot tell: what they count is given up, or the error is that of one process."""
    gold = tmp_path / "gold"
    gold.write_text(change(corpus([2] * 300)))
    found = []
    for jobs in (1, 2):
        try:
            result = evaluate_stream(gold, {"a": gold}, train=gold if train else None, options=Options(), jobs=jobs)
            found.append(json.loads(result.to_json()))
        except (InputError, cutting.NotStreamable) as error:
            found.append(str(error))
    assert found[0] == found[1]


@pytest.mark.parametrize(
    "text", ["a O\n\nb O\n\nc O\n", "a O\n\nb O\n\n", "a O\n\n\nb O\n\n", "a O\n \nb O\n\n", "a O\r\n\r\nb O\r\n\r\n"]
)
def test_sentences_are_counted_in_any_file(tmp_path, text):
    path = tmp_path / "file"
    path.write_bytes(text.encode())
    (span,) = cut(path, [1])
    assert ranges.n_sentences(span, Options().reading) == text.count(" O")


def test_a_training_set_in_pieces(tmp_path, monkeypatch):
    """What is asked of it is gathered by the processes that count later on."""
    gold, pred, train = tmp_path / "gold", tmp_path / "pred", tmp_path / "train"
    sentences = [[f"word{i % 7}", f"Name{i}", "the"] for i in range(400)]
    gold.write_text("".join(f"{a} O\n{b} B-PER\n{c} O\n\n" for a, b, c in sentences))
    pred.write_text("".join(f"{a} O\n{b} B-{'LOC' if b[-1] == '3' else 'PER'}\n{c} O\n\n" for a, b, c in sentences))
    train.write_text("the O\nName3 B-PER\nword1 B-LOC\n\nName13 B-LOC\n")
    taken = []
    original = sharing.Shared.wanted
    monkeypatch.setattr(sharing.Shared, "wanted", lambda self, context: taken.append(1) or original(self, context))
    one, two = (
        evaluate_stream(gold, {"a": pred}, train=train, suites=["standard", "tmr"], jobs=j, train_in_pieces=True)
        for j in (1, 2)
    )
    assert taken
    assert same(one, two)


def test_a_training_set_that_cannot_be_read_stops_those_who_look(tmp_path):
    gold = tmp_path / "gold"
    gold.write_text(corpus([2] * 300))
    with pytest.raises(InputError, match="does not exist"):
        evaluate_stream(gold, {"a": gold}, train=tmp_path / "none", options=Options(), jobs=2)
    for process in multiprocessing.active_children():
        process.join(20)
    assert not multiprocessing.active_children()
