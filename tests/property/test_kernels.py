"""The loops in C give what their twins in numpy give."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerproof import pairing
from nerproof.corpus import Coded, Mentions, kernels, schemes
from nerproof.metrics import tally

pytestmark = pytest.mark.skipif(kernels.compiled() is None, reason="the loops in C were not built")
TAGS = ["O", *(f"{p}-{t}" for p in "BIESLUMW" for t in ("PER", "LOC"))]


def pure(function, *arguments):
    """The function's answer without C."""
    with pytest.MonkeyPatch.context() as patch:
        for module in ("nerproof.pairing", "nerproof.corpus.schemes", "nerproof.metrics"):
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
