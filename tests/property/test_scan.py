"""The C scanner equals the Python one, in one piece and in many."""

from __future__ import annotations

import itertools
import os
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerproof.formats import scan as scanning

compiled = pytest.importorskip("nerproof._scan", reason="the C scanner was not built")

WORDS = [
    b"EU",
    b"O",
    b"B-ORG",
    b"#",
    b"#x",
    b"# a = b",
    b"-DOCSTART-",
    b"#begin document",
    b"=",
    "ä\u00a0".encode(),
]
BLANKS = [b" ", b"\t", b"  ", b" \t", b"\n", b"\n\n", b"\r\n", b"\r", b"\xef\xbb\xbf", b"\x00", b"a" * 20]
untidy = st.lists(st.sampled_from(WORDS + BLANKS), max_size=60).map(b"".join)
row = st.tuples(st.sampled_from(WORDS[:7]), st.sampled_from([b" ", b"\t"]), st.sampled_from([b"O", b"B-ORG"]))
tidy = st.lists(row.map(b"".join) | st.sampled_from([b"", b"\t", b"# a = b", b"-DOCSTART- O"]), max_size=40).map(
    b"\n".join
)
files = st.one_of(st.binary(max_size=80), untidy, tidy)
columns = st.lists(st.integers(-3, 3), min_size=1, max_size=3)
dialects = st.builds(
    scanning.Dialect,
    st.sampled_from([None, "tab", "blank"]),
    st.sampled_from([None, True, False]),
    st.booleans(),
)


def answer(data, chosen, dialect, pure):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NERPROOF_PURE", "1" if pure else "")
        try:
            s = scanning.scan(data, chosen, **dialect._asdict())
        except scanning.ScanError as error:
            return error.args
    arrays = [a.tolist() for a in (s.sentences, s.lines, s.documents)]
    strings = [(c.ids.tolist(), c.blob, c.offsets.tolist()) for c in s.columns]
    return arrays, strings, s.marked_documents, s.width


@settings(max_examples=600, deadline=None)
@given(files, columns, dialects)
def test_compiled_equals_pure(data, chosen, dialect):
    assert answer(data, chosen, dialect, pure=False) == answer(data, chosen, dialect, pure=True)


def chunked(data, chosen, dialect, cuts):
    scanner = scanning.Scanner(chosen, dialect, lone_return=scanning.has_lone_returns(data))
    edges = [0, *sorted(c % (len(data) + 1) for c in cuts), len(data)]
    try:
        parts = [scanner.feed(data[a:b]) for a, b in itertools.pairwise(edges)] + [scanner.finish()]
    except scanning.ScanError as error:
        return error.args
    ids = [np.concatenate([p.ids[k] for p in parts]).tolist() for k in range(len(chosen))]
    lengths = np.concatenate([np.diff(p.sentences) for p in parts]).tolist()
    starts = np.concatenate([p.starts for p in parts]).tolist()
    strings = [scanner.vocabulary(k)[0] for k in range(len(chosen))]
    lines, stops = (np.concatenate([getattr(p, name) for p in parts]).tolist() for name in ("lines", "cuts"))
    return ids, lengths, lines, stops, starts, strings


@settings(max_examples=400, deadline=None)
@given(files, columns, dialects, st.lists(st.integers(0, 200), max_size=6), st.booleans())
def test_pieces_equal_the_whole(data, chosen, dialect, cuts, pure):
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NERPROOF_PURE", "1" if pure else "")
        assert chunked(data, chosen, dialect, cuts) == chunked(data, chosen, dialect, [])


def test_all_shared_files_read_the_same(shared):
    found = [p for p in (shared / "data").rglob("*") if p.is_file() and p.suffix not in {".md", ".parquet"}]
    assert len(found) > 30
    for path in found:
        data = Path(path).read_bytes()
        both = [answer(data, (0, -1), scanning.Dialect(), pure) for pure in (False, True)]
        assert both[0] == both[1], os.fspath(path)
        assert len(both[0][0][0]) > 50


@settings(max_examples=300, deadline=None)
@given(files, dialects, st.booleans())
def test_a_file_cut_after_sentences_reads_the_same(data, dialect, pure):
    """Pieces cut where sentences end, given the width, hold the same tokens: the streaming readers rely on it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("NERPROOF_PURE", "1" if pure else "")
        lone = scanning.has_lone_returns(data)
        try:
            outline = scanning.Scanner([], dialect, lone_return=lone)
            parts = [outline.feed(data), outline.finish()]
            whole = scanning.scan(data, (0,), **dialect._asdict())
        except scanning.ScanError:
            return
        cuts = [0, *np.concatenate([p.cuts for p in parts]).tolist()]
        assert len(cuts) == len(whole.sentences)
        strings = whole.columns[0].blob, whole.columns[0].offsets
        for i, (a, b) in enumerate(itertools.pairwise(cuts)):
            piece = scanning.Scanner([0], dialect, lone_return=lone, width=outline.engine.width)
            found = [*piece.feed(data[a:b]).ids[0].tolist(), *piece.finish().ids[0].tolist()]
            blob, offsets = piece.vocabulary(0)
            own = [blob[offsets[k] : offsets[k + 1]] for k in found]
            ids = whole.columns[0].ids[whole.sentences[i] : whole.sentences[i + 1]].tolist()
            assert own == [strings[0][strings[1][k] : strings[1][k + 1]] for k in ids]


@given(st.lists(st.lists(st.sampled_from(["EU", "eu", "a" * 30, "b"]), min_size=1, max_size=4), min_size=1))
def test_fingerprints_tell_sentences_apart(sentences):
    data = "\n\n".join("\n".join(f"{w} O" for w in s) for s in sentences).encode()
    scanner = scanning.Scanner([0, 1], fingerprint=True, seed=7)
    prints = np.concatenate([scanner.feed(data).prints, scanner.finish().prints])
    groups = {tuple(s): [] for s in sentences}
    for s, p in zip(sentences, prints.tolist(), strict=True):
        groups[tuple(s)].append(p)
    assert all(len(set(g)) == 1 for g in groups.values())
    assert len({g[0] for g in groups.values()}) == len(groups)
