"""The tokenizer keeps every character that is no white space, in order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerproof.base.errors import UnknownName
from nerproof.corpus.tokenize import cut, sentence_starts, token_at, tokenize


def words(text, how="words"):
    return [text[s:e] for s, e in tokenize(text, how)]


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("It's 3.5% of $1,000,000.", ["It's", "3.5", "%", "of", "$", "1,000,000", "."]),
        ("mother-in-law -x- x-", ["mother-in-law", "-", "x", "-", "x", "-"]),
        ("O’Neill «Ünïcode»", ["O’Neill", "«", "Ünïcode", "»"]),
        ("हिन्दी भाषा", ["हिन्दी", "भाषा"]),
        ("مُحَمَّد قال", ["مُحَمَّد", "قال"]),
        ("東京とNHK", ["東", "京", "と", "NHK"]),
        ("e\u0301te\u0301", ["e\u0301te\u0301"]),
        ("zero\u200bwidth a\u00a0b", ["zero\u200bwidth", "a", "b"]),
        ("http://a.b/c_d", ["http", ":", "/", "/", "a", ".", "b", "/", "c_d"]),
        ("", []),
        (" \n\t", []),
    ],
)
def test_words(text, tokens):
    assert words(text) == tokens


def test_blanks_split_at_ascii_blanks_only():
    assert words("U.S. a\u00a0b\tc", "blanks") == ["U.S.", "a\u00a0b", "c"]


def test_unknown_tokenizer():
    with pytest.raises(UnknownName, match="tokenizer"):
        tokenize("x", "wrods")


@given(st.text())
def test_no_character_is_lost(text):
    assert "".join(words(text)) == "".join(text.split())


@given(st.text())
def test_tokens_run_forwards_and_hold_no_blank(text):
    at = 0
    for start, end in tokenize(text):
        assert at <= start < end
        assert not text[at:start].strip()
        assert len(text[start:end].split()) == 1
        at = end


@given(st.text(alphabet="ab-'1. \n", max_size=30), st.lists(st.integers(0, 30), max_size=4))
def test_cut_puts_an_edge_at_every_place_in_a_token(text, places):
    tokens, _ = cut(tokenize(text), text, places)
    assert "".join(text[s:e] for s, e in tokens) == "".join(text.split())
    assert not [p for p in places for s, e in tokens if s < p < e]


def test_a_long_run_of_digits_and_points_is_linear():
    assert len(tokenize("1." * 200_000 + "x")) > 0


def test_sentences_begin_at_their_first_token():
    assert sentence_starts([(0, 2), (4, 5), (6, 7)], [0, 3, 5, 6]) == [0, 1, 2]


def test_token_at():
    tokens = [(0, 2), (3, 5)]
    assert [token_at(tokens, at) for at in range(7)] == [0, 0, 1, 1, 1, 1, 1]
