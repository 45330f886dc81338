"""Scores survive every format that can hold them; the others say how many they leave out."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from nerproof.corpus import Corpus
from nerproof.formats import FORMATS, WriteOptions, read, write

HOLD = ("conll", "doccano", "huggingface", "jsonl", "labelstudio", "llm", "parquet", "prodigy")
SOME = settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow]
)
SCORE = st.one_of(st.none(), st.floats(0, 1), st.sampled_from([0.0, 1.0, 0.1 + 0.2, 5e-324]))


@st.composite
def scored(draw):
    """Sentences of different words, every third of which may be a mention with a score."""
    n = draw(st.integers(1, 4))
    words = [[f"w{i}x{k}" for k in range(draw(st.integers(1, 6)))] for i in range(n)]
    mentions = [[(k, k + 1, draw(st.sampled_from(["PER", "LOC"]))) for k in range(0, len(w), 3)] for w in words]
    corpus = Corpus.from_sentences(words, mentions)
    scores = [draw(SCORE) for _ in range(len(corpus.mentions))]
    values = np.array([np.nan if s is None else s for s in scores])
    return replace(corpus, mentions=replace(corpus.mentions, score=None if np.isnan(values).all() else values))


def scores_of(corpus):
    """By mention; None where there is none."""
    m = corpus.mentions
    values = [None] * len(m) if m.score is None else [None if s != s else s for s in m.score.tolist()]
    return {(corpus.surface(i), corpus.types[m.type[i]]): s for i, s in enumerate(values)}


def through(corpus, name, folder):
    path = folder / f"{np.random.default_rng().integers(1 << 60)}{FORMATS[name].suffix}"
    losses = write(corpus, path, format=name, options=WriteOptions(scores=True))
    columns = {"score_column": -1} if name == "conll" else {}
    return read(path, format=name, extra={"tokenizer": "blanks"}, **columns), losses


@pytest.mark.parametrize("name", HOLD)
@SOME
@given(corpus=scored())
def test_scores_come_back_to_the_last_bit(name, corpus, tmp_path):
    again, losses = through(corpus, name, tmp_path)
    assert not [line for line in losses if "score" in line]
    assert scores_of(again) == scores_of(corpus)


@pytest.mark.parametrize("name", sorted({n for n, f in FORMATS.items() if not f.written_as} - set(HOLD)))
@SOME
@given(corpus=scored())
def test_other_formats_say_how_many_are_lost(name, corpus, tmp_path):
    again, losses = through(corpus, name, tmp_path)
    n = sum(s is not None for s in scores_of(corpus).values())
    assert again.mentions.score is None
    said = [line for line in losses if "score" in line]
    assert said == ([f"the scores of {n} mention{'s' * (n != 1)} are left out"] if n else [])


def test_columns_say_what_is_lost_without_the_option(tmp_path):
    corpus = Corpus.from_sentences([["Ann"]], [[(0, 1, "PER")]])
    corpus = replace(corpus, mentions=replace(corpus.mentions, score=np.array([0.5])))
    said = write(corpus, tmp_path / "p.conll", format="conll")
    assert said == ["the scores of 1 mention are left out; --scores writes them"]


GOLD = Corpus.from_sentences([["Ann", "Lee", "left"], ["Rome", "fell"]], [[(0, 2, "PER")], [(0, 1, "LOC")]])
PIPELINE = [[{"entity_group": "PER", "score": 0.9, "word": "Ann Lee", "start": 0, "end": 7}], []]
GLINER = [[{"start": 0, "end": 7, "text": "Ann Lee", "label": "PER", "score": 0.9}], []]


@pytest.mark.parametrize("spans", [PIPELINE, GLINER])
@pytest.mark.parametrize("lines", [False, True])
def test_what_pipelines_return(tmp_path, spans, lines):
    """One list of spans per text, as one array or a list per line, read against the corpus that was predicted."""
    path = tmp_path / "p.json"
    path.write_text("\n".join(map(json.dumps, spans)) if lines else json.dumps(spans, indent=1))
    found = read(path, text=GOLD)
    assert list(found.mentions_by_sentence()) == [[(0, 2, "PER")], []]
    assert found.mentions.score.tolist() == [0.9]
    with pytest.raises(ValueError, match=r"p.json:\d: holds spans and no texts. Give the corpus"):
        read(path)
    path.write_text(json.dumps([*spans, []]))
    with pytest.raises(ValueError, match=r"p.json:\d+: belongs to no text of the corpus"):
        read(path, text=GOLD)


def test_log_probabilities_become_probabilities(tmp_path):
    path = tmp_path / "p.jsonl"
    record = {"text": "Ann Lee left", "entities": [{"type": "PER", "text": "Ann Lee", "logprob": -0.5}]}
    path.write_text(json.dumps(record))
    assert read(path).mentions.score.tolist() == [np.exp(-0.5)]
    path.write_text(json.dumps(record).replace("-0.5", "0.5"))
    with pytest.raises(ValueError, match=r"p.jsonl:1: 'logprob' is 0.5. A log-probability is 0 or less."):
        read(path)


def test_the_lowest_score_of_its_tokens_is_a_mentions(tmp_path):
    path = tmp_path / "p.conll"
    path.write_text("Ann\tB-PER\t0.9\nLee\tI-PER\t0.4\nleft\tO\t0.99\n\nRome\tB-LOC\t_\n\n")
    found = read(path, score_column=2)
    assert scores_of(found) == {("Ann Lee", "PER"): 0.4, ("Rome", "LOC"): None}
    with pytest.raises(ValueError, match=r"has 3 columns; column 7 does not exist"):
        read(path, score_column=7)
