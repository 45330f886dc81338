"""Random corpora for property tests."""

from __future__ import annotations

from hypothesis import strategies as st

from nerproof.corpus import Corpus

WORDS = ["EU", "Paris", "the", "bank", "of", "Bank", "New", "York", "x"]
TYPES = ["LOC", "ORG", "PER"]


@st.composite
def flat_mentions(draw, length: int, *, touching: bool = True):
    """Mentions that do not overlap; with ``touching=False`` none of one type touches another."""
    found, at = [], 0
    while at < length:
        if draw(st.booleans()):
            end = draw(st.integers(at + 1, min(length, at + 3)))
            type_ = draw(st.sampled_from(TYPES))
            if touching or not found or found[-1][1] < at or found[-1][2] != type_:
                found.append((at, end, type_))
            at = end
        else:
            at += 1
    return found


@st.composite
def nested_mentions(draw, length: int):
    spans = st.tuples(st.integers(0, length - 1), st.integers(1, 3), st.sampled_from(TYPES))
    return [(s, min(length, s + n), t) for s, n, t in draw(st.lists(spans, max_size=4))]


@st.composite
def corpora(draw, *, max_sentences: int = 6, nested: bool = False, touching: bool = True):
    sentences, mentions = [], []
    for _ in range(draw(st.integers(1, max_sentences))):
        words = draw(st.lists(st.sampled_from(WORDS), min_size=1, max_size=7))
        sentences.append(words)
        found = nested_mentions(len(words)) if nested else flat_mentions(len(words), touching=touching)
        mentions.append(draw(found))
    return Corpus.from_sentences(sentences, mentions)


@st.composite
def with_predictions(draw, *, nested: bool = False, systems: int = 1):
    """A gold corpus and other mentions on the same tokens."""
    gold = draw(corpora(nested=nested))
    lengths = [len(gold.sentence(i)) for i in range(gold.n_sentences)]
    words = [gold.sentence(i) for i in range(gold.n_sentences)]
    preds = []
    for _ in range(systems):
        found = [draw(nested_mentions(n) if nested else flat_mentions(n)) for n in lengths]
        preds.append(Corpus.from_sentences(words, found))
    return gold, *preds


def as_set(corpus: Corpus) -> set[tuple[int, int, str]]:
    return {tuple(corpus.mention(i)) for i in range(len(corpus.mentions))}
