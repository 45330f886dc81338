"""The card equals a recount from the text; splits are partitions; dropping leaves nothing shared."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import corpora

from nerproof.splits import split
from nerproof.splits.card import quality

NAMES = ("train", "dev", "test")


def entities(corpus, sentence):
    """Surface and type of each mention, straight from the lists."""
    words = corpus.sentence(sentence)
    found = list(corpus.mentions_by_sentence())[sentence]
    return [(" ".join(words[s:e]), t) for s, e, t in found]


@st.composite
def cut(draw):
    corpus = draw(corpora(max_sentences=9, nested=True))
    part = np.array([draw(st.integers(0, 2)) for _ in range(corpus.n_sentences)])
    return corpus, {name: np.flatnonzero(part == p) for p, name in enumerate(NAMES)}


@settings(max_examples=40)
@given(cut())
def test_the_card_equals_a_recount(made):
    corpus, parts = made
    card = quality(corpus, parts)
    rows = {name: [entities(corpus, i) for i in where.tolist()] for name, where in parts.items()}
    for a in NAMES:
        for b in NAMES:
            if a == b:
                continue
            other = [e for row in rows[b] for e in row]
            found = card["contamination"][f"{a}|{b}"]
            touched = [row for row in rows[a] if [e for e in row if e in other]]
            wholly = [row for row in touched if not [e for e in row if e not in other]]
            mentions = [e for row in rows[a] for e in row]
            assert (found["sample_partial"]["count"], found["sample_partial"]["total"]) == (len(touched), len(rows[a]))
            assert found["sample_full"]["count"] == len(wholly)
            assert (found["mention"]["count"], found["mention"]["total"]) == (
                len([e for e in mentions if e in other]),
                len(mentions),
            )
            assert found["entity"]["count"] == len({e for e in mentions if e in other})
    assert sum(p["mentions"] for p in card["parts"].values()) == len(corpus.mentions)
    for t, row in card["types"].items():
        assert sum(c["count"] for c in row.values()) == sum(
            corpus.mention(i).type == t for i in range(len(corpus.mentions))
        )


@settings(max_examples=40)
@given(corpora(max_sentences=12, nested=True), st.integers(0, 5))
def test_a_random_split_is_a_partition_of_the_sizes_asked_for(corpus, seed):
    if corpus.n_sentences < 2:
        return
    made = split(corpus, method="random", ratios="50,50", seed=seed)
    together = np.sort(np.concatenate(list(made.parts.values())))
    assert np.array_equal(together, np.arange(corpus.n_sentences))
    assert abs(len(made.parts["train"]) - len(made.parts["test"])) <= 1


@settings(max_examples=40)
@given(corpora(max_sentences=12, nested=True), st.integers(0, 5))
def test_dropping_leaves_nothing_shared(corpus, seed):
    if corpus.n_sentences < 3:
        return
    made = split(corpus, method="random", ratios="40,30,30", seed=seed, drop=True)
    rates = quality(corpus, made.parts)["contamination"]
    for name in ("dev", "test"):
        assert rates[f"{name}|train"]["entity"]["count"] == 0
        assert rates[f"train|{name}"]["entity"]["count"] == 0
