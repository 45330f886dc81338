import time

import numpy as np
import pytest

from nerproof.attacks import attack
from nerproof.attacks.ngram import NgramFiller
from nerproof.attacks.words import ADJECTIVE, ADVERB, NONE, NOUN, VERB, frequency_rule, tagging
from nerproof.base.errors import UsageError
from nerproof.corpus import Coded, Corpus

TRAIN = Corpus.from_sentences(
    [
        f"the {a} {n} {v} slowly in Rome".split()
        for a in ("green", "small", "quiet")
        for n in ("house", "train", "garden", "river")
        for v in ("waits", "grows", "sleeps")
    ]
)
TEST = Corpus.from_sentences(
    [["the", "green", "house", "waits", "in", "Rome"], ["Rome"]], [[(5, 6, "LOC")], [(0, 1, "LOC")]]
)


def test_words_change_outside_mentions_only():
    done = attack(TEST, "context", train=TRAIN, pos="pattern", ranks=(0, 3))
    assert done.corpus.n_tokens == TEST.n_tokens
    assert done.made
    assert {e.original for e in done.made} <= {"green", "house", "waits"}
    assert done.corpus.surface(0) == "Rome"
    assert done.corpus.sentence(1) == ["Rome"]


def test_nouns_give_way_to_nouns():
    drawn = {
        e.original: set()
        for s in range(30)
        for e in attack(TEST, "context", train=TRAIN, pos="pattern", ranks=(0, 5), seed=s).made
    }
    for seed in range(30):
        for e in attack(TEST, "context", train=TRAIN, pos="pattern", ranks=(0, 5), seed=seed).made:
            drawn[e.original].add(e.new)
    assert drawn["house"] <= {"train", "garden", "river"}
    assert drawn["green"] <= {"small", "quiet"}


def test_reference_decides():
    def model(corpus):
        """Loses Rome as soon as the sentence speaks of a river."""
        words = [corpus.sentence(i) for i in range(corpus.n_sentences)]
        found = [[(w.index("Rome"), w.index("Rome") + 1, "LOC")] if "river" not in w else [] for w in words]
        return Corpus.from_sentences(words, found)

    done = attack(TEST, "context", train=TRAIN, pos="pattern", ranks=(0, 5), candidates=40, reference=model)
    assert "river" in done.corpus.sentence(0)
    assert done.facts["chosen"] == {"the reference model loses on it": 1}
    never = attack(TEST, "context", train=TRAIN, pos="pattern", ranks=(0, 5), reference=lambda c: c)
    assert never.facts["chosen"] == {"least likely: the reference model loses on none": 1}
    none = attack(TEST, "context", train=TRAIN, pos="pattern", ranks=(0, 5))
    assert none.facts["chosen"] == {"least likely: no reference model": 1}


def test_without_losses_the_least_likely_version_is_kept():
    from nerproof.attacks import AttackOptions
    from nerproof.attacks.context import ContextPlan, Version

    plan = ContextPlan(TEST, AttackOptions(train=TRAIN))
    likely, unlikely = Version(0, (1,), ("small",), -1.0), Version(0, (2,), ("river",), -5.0)
    # Two words at -3 each are likelier, word by word, than one at -5.
    two = Version(0, (1, 2), ("small", "river"), -6.0)
    assert plan.choose([likely, unlikely, two]) == [(unlikely, "least likely: no reference model")]


def test_ranks_are_kept():
    from nerproof.attacks.ngram import _rank

    draws = [(i + 0.5) / 100 for i in range(100)]
    assert {_rank(500, (100, 200), d) for d in draws} == set(range(100, 200))
    assert {_rank(130, (100, 200), d) for d in draws} == set(range(100, 130))
    assert {_rank(10, (100, 200), d) for d in draws} == set(range(5, 10)), "fewer words: the worse half"


def test_both_sides_of_a_word_count():
    from nerproof.attacks.fillers import Gap

    text = ["big red dog barks", "big red cat purrs", "old red dog barks", "old red cat purrs"]
    corpus = Corpus.from_sentences([t.split() for t in text])
    filler = NgramFiller.train(corpus, np.full(corpus.n_tokens, NOUN, dtype=np.int8))
    # "red" goes with both animals: only what follows tells them apart.
    for after, wanted in (("barks", "dog"), ("purrs", "cat")):
        gap = Gap(["big", "red", "x", after], [2], [NOUN], [0.0])
        assert filler.fill([gap], (0, 1))[0].words == (wanted,)
    for before, wanted in (("dog", "barks"), ("cat", "purrs")):
        gap = Gap(["big", "red", before, "x"], [3], [NOUN], [0.0])
        assert filler.fill([gap], (0, 1))[0].words == (wanted,)


def test_needs_training_text():
    with pytest.raises(UsageError, match="Pass --train"):
        attack(TEST, "context")


def columns(tags):
    words = [f"w{i}" if t in {"Fc", "SP"} else "abcdefgh"[i] * 3 for i, t in enumerate(tags)]
    return Corpus.from_sentences([words], columns={"column1": Coded.encode(tags)})


@pytest.mark.parametrize(
    ("tags", "kinds", "tagset"),
    [
        (
            ["NC", "SP", "DA", "VMI", "VAI", "AQ", "RG"],
            [NOUN, NONE, NONE, VERB, NONE, ADJECTIVE, ADVERB],
            "EAGLES",
        ),
        (
            ["NN", "IN", "DT", "VBZ", "JJR", "RB", "NNP"],
            [NOUN, NONE, NONE, VERB, ADJECTIVE, ADVERB, NONE],
            "Penn",
        ),
        (
            ["NOUN", "ADP", "VERB", "AUX", "ADJ", "ADV"],
            [NOUN, NONE, VERB, NONE, ADJECTIVE, ADVERB],
            "Universal",
        ),
        (
            ["N", "V", "Prep", "Art", "Adj", "Adv", "Num"],
            [NOUN, VERB, NONE, NONE, ADJECTIVE, ADVERB, NONE],
            "Dutch",
        ),
    ],
)
def test_tag_sets_of_a_column(tags, kinds, tagset):
    corpus = columns(tags)
    found = tagging(corpus, corpus, "auto", "xx")
    assert found.tags(corpus).tolist() == kinds
    assert tagset in found.statement


def test_auxiliaries_are_no_content_words():
    corpus = Corpus.from_sentences([["He", "has", "been", "eating", "apples"]])
    tags = tagging(corpus, corpus, "pattern", "en").tags(corpus)
    assert tags.tolist() == [NONE, NONE, NONE, VERB, NOUN]


def test_frequency_rule_is_stated():
    found = tagging(TEST, TRAIN, "auto", "xx")
    assert "frequency rule" in found.statement
    many = Corpus.from_sentences([["casa"] * 50 + [f"palabra{'x' * i}" for i in range(1, 300)]])
    tags = frequency_rule(many).tags(Corpus.from_sentences([["casa", "palabraxxx", "El", "y", "palabra" + "x" * 298]]))
    assert [bool(t) for t in tags] == [False, False, False, False, True]


@pytest.mark.parametrize("pos", ["column", "nonsense", "spacy:no_such_model"])
def test_impossible_ways_are_refused(pos):
    if pos.startswith("spacy"):
        pytest.importorskip("spacy")
    with pytest.raises(UsageError):
        tagging(TEST, TRAIN, pos, "en")


def test_full_attack_is_entity_then_context():
    from nerproof.gazetteers import Gazetteer, Rows

    names = Gazetteer.of(Rows.of([("GPE", "Q1", "city", "Q2", "Bari"), ("GPE", "Q1", "city", "Q3", "Perm")]))
    done = attack(TEST, "full", train=TRAIN, gazetteer=names, pos="pattern", ranks=(0, 5))
    assert {e.kind for e in done.made} == {"entity", "context"}
    assert done.corpus.surface(0) in {"Bari", "Perm"}
    assert set(done.facts) == {"attack", "entity", "context"}


def test_trains_on_200k_tokens_in_15_seconds():
    rng = np.random.default_rng(0)
    words = np.array(
        [f"w{'abcdefghij'[i % 10]}{'x' * (i % 7)}{'klmnopqrst'[i // 10 % 10]}{'y' * (i // 700)}" for i in range(20_000)]
    )
    ids = np.minimum(rng.zipf(1.3, 200_000) - 1, 19_999)
    corpus = Corpus.from_sentences(words[ids].reshape(-1, 20).tolist())
    start = time.process_time()
    NgramFiller.train(corpus, frequency_rule(corpus).tags(corpus))
    assert time.process_time() - start <= 15.0
