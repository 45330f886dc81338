"""The context attack: which words may be replaced, by which, and which version of a sentence is kept."""

import pytest

from nerproof.attacks import AttackOptions, attack
from nerproof.attacks.context import ContextPlan, Version
from nerproof.attacks.contextwords import EnglishFiller, Place
from nerproof.attacks.english import english_words
from nerproof.attacks.finetags import is_prose, penn, tagger
from nerproof.base.errors import UsageError
from nerproof.corpus import Coded, Corpus

pytest.importorskip("pocketsphinx")
pytest.importorskip("HanTa")

TRAIN = Corpus.from_sentences([["the", "minister", "visited", "a", "small", "village", "in", "Rome"]])
TEST = Corpus.from_sentences(
    [
        ["The", "minister", "visited", "a", "small", "village", "near", "Rome", "."],
        ["Rome"],
        ["Ann", "bought", "three", "expensive", "horses", "in", "the", "afternoon", "."],
    ],
    [[(7, 8, "LOC")], [(0, 1, "LOC")], [(0, 1, "PER")]],
)


def changed(seeds=range(20), **options):
    """Everything that was put in for each word."""
    found = {}
    for seed in seeds:
        for e in attack(TEST, "context", train=TRAIN, seed=seed, **options).made:
            found.setdefault(e.original, set()).add(e.new)
    return found


def test_words_change_outside_mentions_of_prose_only():
    done = attack(TEST, "context", train=TRAIN)
    assert done.corpus.n_tokens == TEST.n_tokens
    assert {e.sentence for e in done.made} == {0, 2}
    assert [done.corpus.surface(i) for i in range(3)] == ["Rome", "Rome", "Ann"]
    assert done.facts["prose"] == 2
    assert done.facts["naturalness"] == {
        "new_words": {"share": 1.0, "cases": len(done.made)},
        "prose_attacked": {"share": 1.0, "cases": 2},
    }


def test_the_fine_tag_is_kept_and_no_word_is_known():
    words = english_words()
    found = changed()
    known = {w.lower() for w in TRAIN.sentence(0)}
    tags = {
        "minister": "NN",
        "village": "NN",
        "visited": "VBD",
        "bought": "VBD",
        "horses": "NNS",
        "small": "JJ",
        "expensive": "JJ",
    }
    assert {"minister", "village"} <= set(found)
    for old, news in found.items():
        for new in news:
            assert words.lemma(tags.get(old, "NN"), new) is not None, (old, new)
            assert new.lower() not in known


def test_a_and_an_stay_right():
    filler = EnglishFiller(frozenset())
    place = Place(("he", "saw", "an", "apple", "there"), ("PRP", "VBD", "DT", "NN", "RB"), 3)
    assert all(w[0] in "aeiouh" for _, w in filler.options(place))


def test_verbs_keep_their_object():
    filler = EnglishFiller(frozenset())
    tags = ("NNS", "VBD", "DT", "NN", ".")
    for _, word in filler.options(Place(("rebels", "attacked", "the", "town", "."), tags, 1)):
        assert filler.words.lemma("VBD", word).frames & {8, 9, 10, 11, 15, 17, 20, 21, 31}


@pytest.mark.parametrize(
    ("text", "tags", "at"),
    [
        ("he has gone .", ("PRP", "VBZ", "VBN", "."), 1),  # an auxiliary
        ("he gave up .", ("PRP", "VBD", "RP", "."), 1),  # a verb with a particle
        ("the tax cut plan failed", ("DT", "NN", "NN", "NN", "VBD"), 2),  # inside a compound
        ("he went home very fast", ("PRP", "VBD", "RB", "RB", "RB"), 4),  # an adverb without -ly
        ("THE TOWN FELL", ("DT", "NN", "VBD"), 1),  # a headline
    ],
)
def test_words_that_are_left(text, tags, at):
    assert EnglishFiller(frozenset()).options(Place(tuple(text.split()), tags, at)) == []


def test_reference_decides():
    def model(corpus):
        """Loses Rome as soon as the minister is somebody else."""
        words = [corpus.sentence(i) for i in range(corpus.n_sentences)]
        found = [
            [(w.index("Rome"), w.index("Rome") + 1, "LOC")] if {"minister", "Rome"} <= set(w) else [] for w in words
        ]
        return Corpus.from_sentences(words, found)

    done = attack(TEST, "context", train=TRAIN, candidates=40, reference=model)
    assert "minister" not in done.corpus.sentence(0)
    assert done.facts["chosen"]["the reference model loses on it"] == 1
    never = attack(TEST, "context", train=TRAIN, reference=lambda c: c)
    assert never.facts["chosen"] == {"least likely: the reference model loses on none": 2}
    none = attack(TEST, "context", train=TRAIN)
    assert none.facts["chosen"] == {"least likely: no reference model": 2}


def test_without_losses_the_least_likely_version_is_kept():
    plan = ContextPlan(TEST, AttackOptions(train=TRAIN))
    likely, unlikely = Version(0, (1,), ("small",), -1.0), Version(0, (2,), ("river",), -5.0)
    # Two words at -3 each are likelier, word by word, than one at -5.
    two = Version(0, (1, 2), ("small", "river"), -6.0)
    assert plan.choose([likely, unlikely, two]) == [(unlikely, "least likely: no reference model")]


def test_needs_training_text():
    with pytest.raises(UsageError, match="Pass --train"):
        attack(TEST, "context")


def test_a_language_without_means_is_refused_with_the_reason():
    with pytest.raises(UsageError, match="no grammatical words for 'es' come with nerproof"):
        attack(TEST, "context", train=TRAIN, language="es", pos="hanta")
    with pytest.raises(UsageError, match="no tagger for 'es' comes with nerproof"):
        tagger(TEST, "auto", "es")


def test_tags_of_a_column_come_first():
    tags = ["DT", "NN", "VBD", "DT", "JJ", "NN", "IN", "NNP", "."]
    corpus = Corpus.from_sentences([TEST.sentence(0)], columns={"column1": Coded.encode(tags)})
    found = tagger(corpus, "auto", "xx")
    assert found.tags(corpus) == tags
    assert "column" in found.statement


def test_tags_of_hanta():
    corpus = Corpus.from_sentences([["He", "has", "been", "eating", "apples"]])
    assert tagger(corpus, "auto", "en").tags(corpus) == ["PRP", "VBZ", "VBN", "VBG", "NNS"]
    assert penn("PUN", ".") == "."


def test_prose():
    assert is_prose(["he", "went", "to", "town"], ["PRP", "VBD", "TO", "NN"])
    assert not is_prose(["LONDON", "1996-08-30"], ["NNP", "CD"])
    assert not is_prose(["results", "of", "the", "matches"], ["NNS", "IN", "DT", "NNS"])


@pytest.mark.parametrize("pos", ["column", "nonsense", "spacy:no_such_model"])
def test_impossible_ways_are_refused(pos):
    if pos.startswith("spacy"):
        pytest.importorskip("spacy")
    with pytest.raises(UsageError):
        tagger(TEST, pos, "en")


def test_full_attack_is_entity_then_context():
    from nerproof.gazetteers import Gazetteer, Rows

    names = Gazetteer.of(Rows.of([("GPE", "Q1", "city", "Q2", "Bari"), ("GPE", "Q1", "city", "Q3", "Perm")]))
    done = attack(TEST, "full", train=TRAIN, gazetteer=names, seed=1)
    assert {e.kind for e in done.made} == {"entity", "context"}
    assert done.corpus.surface(0) in {"Bari", "Perm"}
    assert set(done.facts) == {"attack", "entity", "context"}
