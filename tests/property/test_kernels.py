"""The loops in C give what their twins in numpy give."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerproof.corpus import Coded, Corpus, Mentions, kernels, schemes
from nerproof.corpus.vocabulary import new_table
from nerproof.corpus.wordbook import PureTable
from nerproof.engines import following
from nerproof.measures import pairing
from nerproof.measures.attributes.hardeval import pick
from nerproof.measures.metrics import tally

pytestmark = pytest.mark.skipif(kernels.compiled() is None, reason="the loops in C were not built")
TAGS = ["O", *(f"{p}-{t}" for p in "BIESLUMW" for t in ("PER", "LOC"))]


def pure(function, *arguments):
    """The function's answer without C."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (
            "nerproof.measures.pairing",
            "nerproof.corpus.schemes",
            "nerproof.measures.metrics",
            "nerproof.measures.attributes.hardeval",
            "nerproof.engines.following",
            "nerproof.corpus.kernels",
        ):
            patch.setattr(f"{module}.compiled", lambda: None)
        return function(*arguments)


@given(st.lists(st.lists(st.booleans(), max_size=300), min_size=1, max_size=8))
def test_tally(rows):
    cuts = np.concatenate([[0], np.cumsum([len(r) for r in rows])])
    mask = np.array([x for r in rows for x in r], dtype=np.bool_)
    expected = [sum(r) for r in rows]
    assert tally(cuts, mask).tolist() == pure(tally, cuts, mask).tolist() == expected


@given(st.lists(st.lists(st.sampled_from(TAGS), max_size=12), min_size=1, max_size=6))
def test_chunks(sentences):
    tags = Coded.encode(t for s in sentences for t in s)
    cuts = np.concatenate([[0], np.cumsum([len(s) for s in sentences])])
    parsed = schemes.parse(tags.vocabulary.strings)
    ours, theirs = (vars(f(schemes._cut, tags.ids, cuts, parsed)) for f in (lambda g, *a: g(*a), pure))
    assert {k: v.tolist() for k, v in ours.items()} == {k: v.tolist() for k, v in theirs.items()}


SPANS = st.lists(st.tuples(st.integers(0, 12), st.integers(0, 3), st.integers(0, 2)), max_size=30)


@given(SPANS, SPANS)
def test_match(gold, pred):
    sides = [
        Mentions.of(*zip(*[(s, s + n, t) for s, n, t in side], strict=True)) if side else Mentions.of([], [], [])
        for side in (gold, pred)
    ]
    ours, theirs = pairing.match(*sides, 3), pure(pairing.match, *sides, 3)
    assert [m.tolist() for m in ours] == [m.tolist() for m in theirs]


@given(SPANS)
def test_labels_of_tokens(mentions):
    spans = (
        Mentions.of(*zip(*[(s, s + n, t) for s, n, t in mentions], strict=True))
        if mentions
        else Mentions.of([], [], [])
    )
    words = Coded.encode(["a", "b"] * 8)
    corpus = Corpus(words, np.array([0, 16]), spans, ("A", "B", "C"), np.array([0, 1]))
    assert pairing.types_of_tokens(corpus).tolist() == pure(pairing.types_of_tokens, corpus).tolist()


@given(st.lists(st.tuples(st.integers(0, 4), st.integers(-1, 2)), max_size=30))
def test_pick(tokens):
    words, labels = (np.array(x, dtype=np.int32) for x in (zip(*tokens, strict=True) if tokens else ([], [])))
    table = np.arange(20, dtype=np.uint8)
    expected = [4 * w + label + 1 for w, label in tokens]
    assert pick(table, words, labels, 4).tolist() == pure(pick, table, words, labels, 4).tolist() == expected


LINES = st.lists(
    st.sampled_from(["EU O\n", "EU B-ORG\n", "UN O\r\n", "\n", "\r\n", "a\tO\n", "EU", " O\n"]), max_size=12
)


@given(LINES, LINES, st.integers(0, 3), st.booleans())
def test_beside(gold, pred, at, last):
    texts = ["".join(lines).encode() for lines in (gold, gold[:6] + pred)]
    cuts = np.unique([0, *(np.cumsum([len(line) for line in gold[::2]]))])
    ours, theirs = (
        f(following.beside, memoryview(texts[0]), cuts, memoryview(texts[1]), min(at, len(texts[1])), last)
        for f in (lambda g, *a: g(*a[:-1], last=a[-1]), lambda g, *a: pure(lambda *b: g(*b[:-1], last=b[-1]), *a))
    )
    assert [bytes(x) if isinstance(x, bytearray) else np.asarray(x).tolist() for x in ours] == [
        x if isinstance(x, bytes) else np.asarray(x).tolist() for x in theirs
    ]


@given(st.lists(st.tuples(st.integers(0, 4), st.booleans()), max_size=12))
def test_splice_and_marked(sentences):
    lengths, marks = (np.array(x) for x in (zip(*sentences, strict=True) if sentences else ([], [])))
    cuts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    marks = marks.astype(np.bool_)
    ids = np.arange(1, 1 + int(np.diff(cuts)[marks].sum()), dtype=np.int32)
    ours, theirs = (np.zeros(cuts[-1], dtype=np.int32) for _ in range(2))
    following.splice(ours, cuts, marks, ids)
    pure(following.splice, theirs, cuts, marks, ids)
    assert ours.tolist() == theirs.tolist()
    found = kernels.marked(ours, 50).tolist()
    assert found == pure(kernels.marked, ours, 50).tolist() == [i in ours for i in range(50)]


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 3)), max_size=30))
def test_census(tokens):
    ids, labels = (np.array(x) for x in (zip(*tokens, strict=True) if tokens else ([], [])))
    tables = [np.zeros((7, 4), dtype=np.bool_) for _ in range(2)]
    given = (ids.astype(np.int32), labels.astype(np.uint8))
    ours, theirs = kernels.census(tables[0], *given), pure(kernels.census, tables[1], *given)
    assert ours.tolist() == theirs.tolist() == [sum(x == k for _, x in tokens) for k in range(4)]
    assert tables[0].tolist() == tables[1].tolist()
    assert {tuple(x) for x in np.argwhere(tables[0]).tolist()} == set(tokens)


def test_the_table_of_python_numbers_like_that_of_c():
    for made in (PureTable(), new_table(7)):
        offsets = np.array([0, 1, 2, 3, 3])
        assert np.frombuffer(made.add(b"aba", offsets), dtype=np.int32).tolist() == [0, 1, 0, 2]
        assert np.frombuffer(made.find(b"bc", np.array([0, 1, 2])), dtype=np.int32).tolist() == [1, -1]
        blob, cuts = made.strings(1)
        assert (blob, np.diff(np.frombuffer(cuts, dtype=np.int64)).tolist(), len(made)) == (b"b", [1, 0], 3)
    for made in (PureTable(), new_table(7)):
        ids, start, end = np.array([7, 8, 7], dtype=np.int32), np.array([0, 2, 1, 0]), np.array([1, 3, 1, 2])
        assert np.frombuffer(made.add_spans(ids, start, end), dtype=np.int32).tolist() == [0, 0, -1, 1]


def test_bad_arguments_are_refused():
    loops, cuts = kernels.compiled(), np.array([0, 9], dtype=np.int64)
    with pytest.raises(ValueError, match="cuts must rise"):
        loops.tally(np.zeros(3, dtype=np.bool_), cuts)
    ids, table = np.array([5], dtype=np.int32), np.zeros(1, dtype=np.int32)
    flags = np.zeros(1, dtype=np.bool_)
    with pytest.raises(ValueError, match="no entry"):
        loops.chunks(ids, np.array([0, 1], dtype=np.int64), table, flags, flags, table)
    with pytest.raises(ValueError, match="one length"):
        loops.match(cuts, cuts, cuts[:1], cuts, cuts, cuts)
    with pytest.raises(ValueError, match="inside the table"):
        loops.pick(np.zeros(4, dtype=np.uint8), ids, np.array([-1], dtype=np.int32), 2)
    with pytest.raises(ValueError, match="inside the tokens"):
        loops.paint(3, cuts[:1], cuts[1:], cuts[:1])
    with pytest.raises(ValueError, match="stay inside gold"):
        loops.beside(b"", cuts, b"", 0, True)
    with pytest.raises(ValueError, match="as many tokens"):
        loops.splice(np.zeros(9, dtype=np.int32), cuts, np.ones(1, dtype=np.bool_), ids)
    with pytest.raises(ValueError, match="not below n"):
        loops.marked(ids, 5)
    with pytest.raises(ValueError, match="inside the table"):
        loops.census(np.zeros((5, 2), dtype=np.bool_), ids, np.zeros(1, dtype=np.uint8), 2)
