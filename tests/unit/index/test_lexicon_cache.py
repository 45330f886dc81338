"""Cached indexes: the same answers from memory-mapped files, and no harm from a damaged cache."""

from __future__ import annotations

import numpy as np
import pytest

from nerproof.corpus import Corpus
from nerproof.lexicon import Lexicon
from nerproof.lexicon_cache import cache_folder, digest_of, indexed

TRAIN = Corpus.from_sentences([["New", "York", "and", "EU"], ["EU"]], [[(0, 2, "LOC"), (3, 4, "ORG")], [(0, 1, "LOC")]])
TEST = Corpus.from_sentences([["EU", "New", "York", "x"]], [[(0, 1, "ORG"), (1, 3, "LOC"), (3, 4, "LOC")]])


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return cache_folder() / digest_of(TRAIN)


def answers(lexicon):
    questions = ("ids", "surface_count", "entity_count", "occurrences")
    return [getattr(lexicon, q)(TEST).tolist() for q in questions] + [lexicon.token_types.tolist()]


def test_cached_index_gives_the_same_answers(folder):
    first, second = indexed(TRAIN, large=1), indexed(TRAIN, large=1)
    assert isinstance(second.token_types.base, np.memmap)
    assert answers(first) == answers(second) == answers(Lexicon(TRAIN))


def test_small_corpora_are_not_cached(folder):
    indexed(TRAIN)
    assert not folder.exists()


def test_damaged_cache_is_replaced_by_a_fresh_index(folder):
    indexed(TRAIN, large=1)
    (folder / "token_types.npy").write_bytes(b"not an array")
    assert answers(indexed(TRAIN, large=1)) == answers(Lexicon(TRAIN))
