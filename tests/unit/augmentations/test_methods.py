import numpy as np
import pytest

from nerproof.augmentations import AUGMENTATIONS, Recipe, augment
from nerproof.augmentations.random_masking import masked
from nerproof.base.errors import UnknownName, UsageError
from nerproof.corpus import Coded, Corpus

TRAIN = Corpus.from_sentences(
    [
        ["Ann", "left", "Rome", "today"],
        ["nothing", "here"],
        ["Bo", "saw", "Bank", "of", "Oslo"],
        ["Kyiv", "won"],
    ],
    [[(0, 1, "PER"), (2, 3, "LOC")], [], [(0, 1, "PER"), (2, 5, "ORG")], [(0, 1, "LOC")]],
)


def copies(recipe, seed=0, train=TRAIN):
    done = augment(train, [recipe], seed=seed)
    return [done.corpus.sentence(i) for i in range(train.n_sentences, done.corpus.n_sentences)], done


def test_entity_switching_takes_another_mention_of_the_type():
    found, done = copies("entity-switching")
    # There is one ORG only, so it stays; sentences without mentions are not copied.
    assert found == [["Bo", "left", "Kyiv", "today"], ["Ann", "saw", "Bank", "of", "Oslo"], ["Rome", "won"]]
    assert [(e.sentence, e.original, e.new) for e in done.edits] == [
        (0, "Ann", "Bo"),
        (0, "Rome", "Kyiv"),
        (2, "Bo", "Ann"),
        (3, "Kyiv", "Rome"),
    ]


def test_random_masking_keeps_capitals_stop_words_and_marks():
    word = masked("McDonald's-7é", np.random.default_rng(0))
    assert [c.isupper() for c in word] == [c.isupper() for c in "McDonald's-7é"]
    assert (word[8], word[10], word[11]) == ("'", "-", "7")
    assert word != "McDonald's-7é"
    found, _ = copies("random-masking")
    assert found[1][3] == "of"
    assert found[1][1] == "saw"
    assert len(found[0]) == 4


def test_mixing_up_joins_halves_at_one_type():
    seen = {" ".join(copies("mixing-up", seed=s)[0][0]) for s in range(30)}
    # At Ann: what follows Bo. At Rome: what follows Kyiv.
    assert seen == {"Ann saw Bank of Oslo", "Ann left Rome won"}
    _, done = copies("mixing-up", seed=0)
    where = {done.corpus.surface(i) for i in range(len(done.corpus.mentions))}
    assert where <= {"Ann", "Rome", "Bo", "Bank of Oslo", "Kyiv"}


def test_columns_follow():
    from dataclasses import replace

    given = replace(TRAIN, columns={"pos": Coded.encode([f"t{i}" for i in range(TRAIN.n_tokens)])})
    for method in AUGMENTATIONS:
        done = augment(given, [method])
        assert len(done.corpus.columns["pos"]) == done.corpus.n_tokens


def test_ratio_takes_a_share_of_the_sentences_with_mentions():
    found, done = copies("entity-switching:0.34")
    assert len(found) == 1
    assert done.facts == {
        "copies": [{"methods": ["entity-switching"], "ratio": 0.34, "sentences": 1}],
        "sentences": 4,
    }


def test_the_log_of_a_second_method_speaks_of_the_training_file():
    done = augment(TRAIN, ["entity-switching+random-masking"])
    second = [e for e in done.edits if e.kind == "random-masking"]
    # Sentence 1 has no mention, so the copies are of 0, 2 and 3.
    assert {e.sentence for e in second} == {0, 2, 3}
    assert {e.mention for e in second} == {None}


def test_several_recipes_add_up():
    done = augment(TRAIN, ["entity-switching", "random-masking", "mixing-up:0.34"])
    assert done.corpus.n_sentences == 4 + 3 + 3 + 1


@pytest.mark.parametrize("text", ["mixing-up:0", "mixing-up:2", "mixing-up:x"])
def test_bad_ratio(text):
    with pytest.raises(UsageError, match="is not a number above 0 and up to 1"):
        Recipe.parse(text)


def test_unknown_method_names_the_nearest():
    with pytest.raises(UnknownName, match=r"Did you mean 'mixing-up'\?"):
        augment(TRAIN, ["mixing-ups"])


def test_corpus_without_mentions_stays_as_it_is():
    bare = Corpus.from_sentences([["a", "b"]])
    assert augment(bare, ["mixing-up"]).corpus.content_digest == bare.content_digest
