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


BINS = {"0": (0, 0), "1": (1, 1), "2": (2, 2), "3": (3, 3), "4-5": (4, 5), "6-8": (6, 8), "9+": (9, 99)}


def recount_likeness(corpus, rows, card):
    everything = [entities(corpus, i) for i in range(corpus.n_sentences)]
    mentions = [e for row in everything for e in row]
    for name, part in rows.items():
        for label, (low, high) in BINS.items():
            here, there = ([row for row in some if low <= len(row) <= high] for some in (part, everything))
            cell = card["histogram"][label][name]
            assert cell["count"] == len(here)
            assert abs(cell["target"] - len(part) * len(there) / len(everything)) < 1e-9
        once = [e for row in part for e in row if mentions.count(e) == 1]
        assert card["frequencies"][name]["1"]["count"] == len(once)
        assert card["frequencies"][name]["1"]["total"] == sum(len(row) for row in part)


def recount_seen(rows, card):
    train = [e for row in rows["train"] for e in row]
    for name in ("dev", "test"):
        mentions = [e for row in rows[name] for e in row]
        seen = [e for e in mentions if e in train]
        sets = card["seen"][name]["sets"]
        assert sets["SEEN"]["count"] == len(seen)
        surfaces = [surface for surface, _ in train]
        assert sets["UNSEEN-TOKENS"]["count"] == len([e for e in mentions if e[0] not in surfaces])
        several = [e for e in mentions if any(o[0] == e[0] and o[1] != e[1] for o in mentions)]
        assert sets["TCM-ALL"]["count"] == len(several)
        for kind, cell in card["seen"][name]["types"].items():
            assert cell["count"] == len([e for e in seen if e[1] == kind])
        for found in card["seen"][name]["entities"]:
            entity = (found["surface"], found["type"])
            assert (found["mentions"], found["in_first"]) == (mentions.count(entity), train.count(entity))


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
    recount_likeness(corpus, rows, card)
    recount_seen(rows, card)
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


@settings(max_examples=15, deadline=None)
@given(corpora(max_sentences=14, nested=True), st.integers(0, 3))
def test_what_the_optimiser_counts_equals_the_card(corpus, seed):
    """Two programs: the kernel's counters by numbers, the card by strings."""
    from nerproof.splits.optimiser.problem import Goal, make_problem, make_state
    from nerproof.splits.units import arrange

    if corpus.n_sentences < 3:
        return
    units = arrange(corpus)
    problem = make_problem(units.incidence, Goal.parts(np.array([0.5, 0.25, 0.25])))
    part = np.random.default_rng(seed).integers(0, 3, units.n_samples).astype(np.int32)
    state = make_state(problem, part, np.random.default_rng(0))
    parts = {name: units.sentences(np.flatnonzero(part == p)) for p, name in enumerate(NAMES)}
    card = quality(corpus, parts)
    for p, name in ((1, "dev"), (2, "test")):
        assert state.seen_mentions[p] == card["contamination"][f"{name}|train"]["mention"]["count"]
        assert state.seen_samples[p] == card["contamination"][f"{name}|train"]["sample_partial"]["count"]
    assert state.seen_apart[2] == card["contamination"]["test|dev"]["mention"]["count"]
    for p, name in enumerate(NAMES):
        bins = [card["histogram"][label][name]["count"] for label in BINS]
        first = 2 + units.incidence.mentions.shape[1]
        assert state.cell[p, first : first + len(BINS)].tolist() == bins
