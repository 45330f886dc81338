"""Cached indexes: the same answers from memory-mapped files, and no harm from a damaged cache."""

from __future__ import annotations

import json

import numpy as np
import pytest

from nerproof.corpus import Corpus
from nerproof.engine.evaluate import Options
from nerproof.engine.load import load_training
from nerproof.formats import ranges as files
from nerproof.formats import write
from nerproof.index import cache
from nerproof.index.lexicon import Lexicon

TRAIN = Corpus.from_sentences([["New", "York", "and", "EU"], ["EU"]], [[(0, 2, "LOC"), (3, 4, "ORG")], [(0, 1, "LOC")]])
TEST = Corpus.from_sentences([["EU", "New", "York", "x"]], [[(0, 1, "ORG"), (1, 3, "LOC"), (3, 4, "LOC")]])


@pytest.fixture
def train(tmp_path, monkeypatch):
    """A training file that counts as large, and an empty cache."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(files, "LARGE", 1)
    write(TRAIN, tmp_path / "train.conll", format="conll")
    return tmp_path / "train.conll"


def indexed(path, **options):
    return load_training(path, None, Options(**options)).lexicon


def folder():
    return next(iter(cache.lexicon_folder().iterdir()))


def answers(lexicon):
    questions = ("ids", "surface_count", "entity_count", "occurrences")
    counts = [x.tolist() for pairs in (lexicon.labels, lexicon.entities) for x in pairs.triples()]
    return [getattr(lexicon, q)(TEST).tolist() for q in questions], counts, lexicon.types, dict(lexicon.sizes)


def test_a_cached_index_gives_the_same_answers(train):
    first, second = indexed(train), indexed(train)
    assert isinstance(second.corpus.tokens.ids.base, np.memmap)
    assert answers(first) == answers(second) == answers(Lexicon(TRAIN))


def test_other_options_have_an_index_of_their_own(train):
    assert answers(indexed(train)) != answers(indexed(train, lower=True))
    assert len(list(cache.lexicon_folder().iterdir())) == 2


def test_small_files_are_not_cached(train, monkeypatch):
    monkeypatch.setattr(files, "LARGE", 1 << 20)
    indexed(train)
    assert not cache.lexicon_folder().exists()


@pytest.mark.parametrize(
    "damage",
    [
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(b"not an array"),
        lambda path: np.save(path, np.zeros_like(np.load(path))),
        lambda path: np.save(path, np.load(path)[:-1]),
        lambda path: path.unlink(),
    ],
    ids=["empty", "no array", "zeroed", "shorter", "gone"],
)
@pytest.mark.parametrize("name", ["labels2", "words", "ids"])
def test_a_damaged_index_is_built_anew(train, damage, name):
    indexed(train)
    damage(folder() / f"{name}.npy")
    assert cache.load(folder()) is None
    assert answers(indexed(train)) == answers(Lexicon(TRAIN))
    assert cache.load(folder()) is not None


@pytest.mark.parametrize("text", ["", "{}", "[]", json.dumps({"arrays": {}, "about": {}})])
def test_a_damaged_manifest_is_built_anew(train, text):
    indexed(train)
    (folder() / cache.MANIFEST).write_text(text)
    assert answers(indexed(train)) == answers(Lexicon(TRAIN))


def test_a_folder_that_cannot_be_written_does_no_harm(train, monkeypatch):
    def full(*_, **__):
        raise OSError("no space left on device")

    monkeypatch.setattr(cache.np, "save", full)
    assert answers(indexed(train)) == answers(Lexicon(TRAIN))
    assert not list(cache.lexicon_folder().iterdir())


def test_merged_indexes_are_the_index_of_all():
    both = Lexicon(TRAIN)
    both.merge(Lexicon(TEST))
    one = Lexicon(TRAIN)
    one.add(TEST)
    assert answers(both) == answers(one)
    assert one.equals(both)
    assert not one.equals(Lexicon(TRAIN))
