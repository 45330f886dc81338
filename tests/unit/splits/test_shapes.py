"""Corpora of very different shapes: every promise of the card is recounted from the words, and no bound is missed
without a sentence that says so."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from nerproof.base.errors import UsageError
from nerproof.corpus import Corpus
from nerproof.splits import split
from nerproof.splits.card_verdicts import MOST_CELLS
from nerproof.splits.session import cards

BINS = {"0": (0, 0), "1": (1, 1), "2": (2, 2), "3": (3, 3), "4-5": (4, 5), "6-8": (6, 8), "9+": (9, 10**9)}


def made_of(rows, kind=lambda name: "PER", *, nested=False, documents=None):
    """A corpus from the names of each sentence; nested: the first two names are one more mention."""
    words = [[*names, "won", str(i)] for i, names in enumerate(rows)]
    mentions = [[(j, j + 1, kind(name)) for j, name in enumerate(names)] for names in rows]
    if nested:
        mentions = [[(0, 2, "PAIR"), *found] if len(found) > 1 else found for found in mentions]
    return Corpus.from_sentences(words, mentions, document_starts=documents)


def one_component(rng):
    return made_of([[f"link{i}", f"link{i + 1}"] for i in range(600)])


def one_type(rng):
    return made_of([[f"e{rng.integers(150)}"] * int(rng.integers(0, 3)) for _ in range(500)])


def sixty_types(rng):
    rows = [
        [f"e{int(60 * rng.random() ** 4)}x{rng.integers(40)}" for _ in range(rng.integers(0, 5))] for _ in range(900)
    ]
    return made_of(rows, lambda name: f"T{name[1:].split('x')[0]}")


def fifty_sentences(rng):
    return made_of([[f"e{rng.integers(20)}"] * int(rng.integers(0, 3)) for _ in range(50)])


def whole_documents(rng):
    rows = [[f"d{i // 5}e{rng.integers(3)}", f"c{i // 100}x{rng.integers(40)}"] for i in range(500)]
    return made_of(rows, documents=range(0, 500, 5))


def mostly_empty(rng):
    return made_of([[f"e{rng.integers(60)}"] * int(rng.random() < 0.06) for _ in range(1500)])


def nested(rng):
    rows = [[f"e{rng.integers(120)}", f"f{rng.integers(120)}"][: rng.integers(0, 3)] for _ in range(500)]
    return made_of(rows, lambda name: {"e": "PER", "f": "LOC"}[name[0]], nested=True)


def heavy_zipf(rng):
    return made_of([[f"e{min(int(rng.zipf(1.4)), 10**6)}" for _ in range(rng.integers(0, 6))] for _ in range(800)])


def crowded(rng):
    return made_of([[f"e{rng.integers(900)}" for _ in range(30 if i % 40 == 0 else 1)] for i in range(400)])


SHAPES = (one_component, one_type, sixty_types, fifty_sentences, mostly_empty, nested, heavy_zipf, crowded)
WAYS = ({}, {"drop": "5%"}, {"method": "clean-kfold", "folds": 4}, {"ratios": "70,30"}, {"harder": "unseen"})


def names_of(corpus):
    found = zip(range(corpus.n_sentences), corpus.mentions_by_sentence(), strict=True)
    return [[(" ".join(corpus.sentence(i)[s:e]), t) for s, e, t in mentions] for i, mentions in found]


def recount(corpus, parts, card, ratios):
    """Overlap with train, histogram and types of every part, from the words alone."""
    rows = names_of(corpus)
    inside = {name: [rows[i] for i in where.tolist()] for name, where in parts.items()}
    train = {e for row in inside["train"] for e in row}
    for name in set(inside) - {"train"}:
        found = card["contamination"][f"{name}|train"]
        assert found["mention"]["count"] == sum(e in train for row in inside[name] for e in row)
        assert found["sample_partial"]["count"] == sum(any(e in train for e in row) for row in inside[name])
    kept = sum(map(len, inside.values())) / len(rows)
    for name, part in inside.items():
        share = ratios[name] * kept if ratios else len(part) / len(rows)
        within = {t: _near(part, rows, share, t) for t in {t for row in rows for _, t in row}}
        assert {t: row[name]["within"] for t, row in card["types"].items()} == within
        for label, (low, high) in BINS.items():
            here, all_ = (sum(low <= len(row) <= high for row in some) for some in (part, rows))
            target = len(part) * all_ / len(rows)
            off = abs(here - target)
            assert card["histogram"][label][name]["count"] == here
            ok = off <= max(0.005 * len(part), 0.05 * target) + 1e-9 or off < 1 - 1e-9
            assert card["histogram"][label][name]["within"] == ok


def _near(part, rows, share, kind):
    here, all_ = (Counter(t for row in some for _, t in row)[kind] for some in (part, rows))
    off = abs(here - share * all_)
    return off <= max(0.05 * share * all_, 0.5 * (share * all_) ** 0.5) + 1e-9 or off < 1 - 1e-9


def said(card):
    return " ".join(v["text"] for v in card["verdicts"] if v["level"] in ("look", "bad"))


def check_said(card):
    """What is out of its bounds is named in a sentence that is not praise."""
    text = said(card)
    for name in card["order"][1:]:
        if not all(row[name]["within"] for row in card["histogram"].values()):
            assert f" of {name} have " in text
        if abs(card["parts"][name]["density"] - 1) > 0.05 and card["parts"][name]["mentions"] > 40:
            assert f"{name} has {card['parts'][name]['density']:.2f} times" in text
    off = [c for row in card["types"].values() for c in row.values() if not c["within"]]
    total = sum(map(len, card["types"].values()))
    assert card["cells"]["count"] == total - len(off)
    assert ("off by more" in text) == (card["cells"]["value"] is not None and card["cells"]["value"] < MOST_CELLS)


@pytest.mark.parametrize("way", WAYS, ids=lambda way: " ".join(map(str, way.values())) or "balanced")
@pytest.mark.parametrize("shape", SHAPES)
def test_the_card_of_every_shape_is_true(shape, way):
    corpus = shape(np.random.default_rng(1))
    made = split(corpus, effort=0.01, **way)
    everything = cards(corpus, made, near=False)
    for name, parts in made.sets().items():
        card = everything["sets"][name] if name else everything
        assert all(len(where) for where in parts.values())
        ratios = None if name else made.options["ratios"]
        recount(corpus, dict(parts), card, ratios)
        check_said(card)


@pytest.mark.parametrize("shape", SHAPES)
def test_clean_parts_are_cleaner_than_random_ones(shape):
    corpus = shape(np.random.default_rng(2))
    card = cards(corpus, split(corpus, effort=0.05), near=False)
    for name in ("dev", "test"):
        rate, random = (card[kind][f"{name}|train"]["mention"] for kind in ("contamination", "random"))
        assert rate["value"] < random


def test_documents_that_can_be_kept_apart_are():
    corpus = whole_documents(np.random.default_rng(1))
    card = cards(corpus, split(corpus, unit="document", effort=0.05), near=False)
    assert card["contamination"]["test|train"]["mention"]["value"] < 0.2
    assert card["documents"]["count"] == 0


def test_documents_that_cannot_are_refused_with_what_is_reachable():
    rng = np.random.default_rng(1)
    rows = [[f"e{rng.integers(12)}", f"e{rng.integers(12)}"] for _ in range(500)]
    corpus = made_of(rows, documents=range(0, 500, 10))
    with pytest.raises(UsageError, match=r"no clean split of these documents exists.*Reachable: \d+% of the mentions"):
        split(corpus, unit="document", effort=0.01)
