import pytest

from nerproof.attacks.tokenise import NameTokeniser
from nerproof.corpus import Corpus

NAME = "O'Neill's (St. Paul) U.S. 1,5 Jean-Luc"


def cut(*words):
    return NameTokeniser.learn(Corpus.from_sentences([list(words)]))(NAME)


def test_marks_that_the_corpus_keeps_on_words_stay():
    tokens = cut("Mr.", "'s", ",", ".", "(", ")", "2,7", "co-op", "D'Arcy")
    assert tokens == ("O'Neill", "'s", "(", "St.", "Paul", ")", "U.S.", "1,5", "Jean-Luc")


def test_marks_that_the_corpus_cuts_off_are_cut():
    tokens = cut(*["-", "'", ".", ",", "(", ")"] * 30)
    assert tokens == (
        "O",
        "'",
        "Neill",
        "'",
        "s",
        "(",
        "St",
        ".",
        "Paul",
        ")",
        "U",
        ".",
        "S",
        ".",
        "1",
        ",",
        "5",
        "Jean",
        "-",
        "Luc",
    )


def test_a_word_of_the_corpus_is_never_cut():
    assert "U.S." not in cut(*["."] * 1000)
    assert "U.S." in cut("U.S.", *["."] * 1000)


@pytest.mark.parametrize("name", ["", "   "])
def test_nothing_gives_nothing(name):
    assert NameTokeniser.learn(Corpus.from_sentences([["a"]]))(name) == ()


@pytest.mark.parametrize("name", ["...", "(", "A", "!?", "-a-", "a--b", "’", "St.-Paul's.", "1.2.3", "C++", "\u200bx"])
def test_no_character_is_lost(name):
    for words in (["a"], ["-", "."], ["x-y", "St."]):
        tokens = NameTokeniser.learn(Corpus.from_sentences([words]))(name)
        assert "".join(tokens) == name
        assert all(tokens)
