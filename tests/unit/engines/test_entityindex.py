"""The index by a book's numbers says what a lexicon of the same entities says."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from nerproof.corpus import Corpus
from nerproof.corpus.wordbook import Wordbook
from nerproof.engines.entityindex import EntityIndex
from nerproof.engines.sums import Entities
from nerproof.lexicon import Lexicon

WORDS, TYPES = "abcd", ("LOC", "ORG", "PER")
SENTENCES = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=6), min_size=1, max_size=8)


@st.composite
def corpora(draw):
    sentences = draw(SENTENCES)
    mentions = [draw(st.lists(spans(len(s)), max_size=3)) for s in sentences]
    return Corpus.from_sentences(sentences, mentions)


def spans(n):
    pairs = st.tuples(st.integers(0, n - 1), st.integers(1, n)).filter(lambda p: p[0] < p[1])
    return st.builds(lambda p, t: (*p, t), pairs, st.sampled_from(TYPES))


@settings(max_examples=200, deadline=None)
@given(corpora(), corpora(), st.booleans())
def test_it_is_a_lexicon(gold, other, same_book):
    entities = Entities.of(gold)
    book = entities.book
    if same_book:  # as gold's pieces and the systems' mentions are
        other = replace(other, tokens=book.numbered(other.tokens))
        book.surfaces(other)
    index, plain = EntityIndex.of(entities), Lexicon(gold)
    assert index.surface_count(other).astype(bool).tolist() == plain.surface_count(other).astype(bool).tolist()
    assert index.entity_count(other).astype(bool).tolist() == plain.entity_count(other).astype(bool).tolist()
    known = index.surface(other)
    ambiguous = np.append(index.ambiguous_surfaces, False)[known]
    assert ambiguous.tolist() == np.append(plain.ambiguous_surfaces, False)[plain.surface(other)].tolist()
    assert len(set(index.surface_of_mention.tolist())) == len(set(plain.surface_of_mention.tolist()))


def test_surfaces_that_come_later_are_no_entities():
    gold = Corpus.from_sentences([["a", "b"]], [[(0, 1, "LOC")]])
    entities = Entities.of(gold)
    index = EntityIndex.of(entities)
    later = Corpus.from_sentences([["b", "c"]], [[(0, 1, "LOC"), (1, 2, "LOC")]])
    later = replace(later, tokens=entities.book.numbered(later.tokens))
    assert index.surface(later).tolist() == [-1, -1]
    assert isinstance(entities.book, Wordbook)
