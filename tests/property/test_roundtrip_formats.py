"""Random corpora through every format: what the format holds comes back; what does not was said."""

import re

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nerproof.corpus import Corpus
from nerproof.formats import FORMATS, read, write

SOME = settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)
TOKEN = st.text(alphabet="aB1.'-<>&[](){}\"\\é東#\u200b", min_size=1, max_size=4).filter(lambda t: t[0] != "#")
TYPE = st.sampled_from(["PER", "creative-work", "A", "B.c"])


@st.composite
def corpora(draw, *, overlap: bool = True, text: bool = False) -> Corpus:
    """Sentences of awkward tokens with mentions, in documents with ids or in none."""
    token = st.text(alphabet="abé1", min_size=1, max_size=3) if text else TOKEN
    sentences = draw(st.lists(st.lists(token, min_size=1, max_size=6), min_size=1, max_size=4))
    mentions = [draw(spans(len(s), overlap=overlap)) for s in sentences]
    if not draw(st.booleans()):
        return Corpus.from_sentences(sentences, mentions)
    starts = sorted({0, *draw(st.lists(st.integers(0, len(sentences) - 1), max_size=2))})
    ids = tuple(f"d{i}" for i in range(len(starts)))
    return Corpus.from_sentences(sentences, mentions, document_starts=starts, document_ids=ids)


@st.composite
def spans(draw, n: int, *, overlap: bool) -> list[tuple[int, int, str]]:
    found, until = [], 0
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0 if overlap else until, n))
        if start >= n:
            break
        end = draw(st.integers(start + 1, n))
        found.append((start, end, draw(TYPE)))
        until = max(until, end)
    return sorted(set(found))


def contents(corpus: Corpus):
    return (
        [corpus.sentence(i) for i in range(corpus.n_sentences)],
        list(corpus.mentions_by_sentence()),
        corpus.documents.tolist(),
    )


def through(corpus: Corpus, name: str, folder) -> tuple[Corpus, list[str]]:
    path = folder / f"{name}-{np.random.default_rng().integers(1 << 60)}{FORMATS[name].suffix}"
    losses = write(corpus, path, format=name)
    return read(path, format=name, extra={"tokenizer": "blanks"}), losses


# Formats that keep tokens as they are, and hold any mentions.
EXACT = sorted(n for n in FORMATS if n in {"jsonl", "huggingface", "prodigy", "spacy"})


@pytest.mark.parametrize("name", EXACT)
@SOME
@given(corpus=corpora())
def test_formats_with_tokens_lose_nothing(name, corpus, tmp_path):
    again, losses = through(corpus, name, tmp_path)
    assert losses == []
    assert contents(again) == contents(corpus)
    assert again.document_ids == corpus.document_ids


@pytest.mark.parametrize("name", sorted({n for n, f in FORMATS.items() if not f.written_as} - {"llm", "parquet"}))
@SOME
@given(corpus=corpora(overlap=False))
def test_flat_mentions_survive_every_format(name, corpus, tmp_path):
    again, _ = through(corpus, name, tmp_path)
    assert contents(again) == contents(corpus)


@pytest.mark.parametrize("name", sorted({n for n, f in FORMATS.items() if not f.written_as}))
@SOME
@given(corpus=corpora())
def test_mentions_come_back_or_their_loss_is_counted(name, corpus, tmp_path):
    again, losses = through(corpus, name, tmp_path)
    before = set(map(corpus.mention, range(len(corpus.mentions))))
    after = {m for m in map(again.mention, range(len(again.mentions))) if m.end > m.start}
    counted = sum(
        int(re.findall(r"\d+", line)[0]) for line in losses if re.search(r"mentions (are|is) left out|places of", line)
    )
    if again.tokens.strings() == corpus.tokens.strings():
        assert len(before - after) == counted
        assert name == "llm" or after <= before


@pytest.mark.parametrize(
    "name", ["doccano", "labelstudio", "brat", "inline", "prodigy", "jsonl", "spacy", "huggingface"]
)
@SOME
@given(corpus=corpora(text=True, overlap=False))
def test_text_formats_agree_with_each_other(name, corpus, tmp_path):
    """The text that one format made is the same text in any other, with the same spans."""
    first, _ = through(corpus, "doccano", tmp_path)
    again, losses = through(first, name, tmp_path)
    assert again.text.documents == first.text.documents
    assert again.text.start.tolist() == first.text.start.tolist()
    assert contents(again) == contents(first)
    assert [x for x in losses if "ids" not in x] == []
