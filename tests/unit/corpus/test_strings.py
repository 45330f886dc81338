"""Strings without offsets are placed by the stated policy."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nerproof.base.errors import UnknownName
from nerproof.corpus.strings import align_strings, occurrences, place_tokens


def placed(text, *items, **options):
    return align_strings(text, items, **options)


def test_nth_repeat_takes_the_nth_occurrence():
    found = placed("EU, EU, EU", ("A", "EU"), ("B", "EU"))
    assert found.spans == [(0, 2, "A"), (4, 6, "B")]


def test_longest_first_keeps_the_short_one_for_its_own_place():
    found = placed("New York or York", ("LOC", "York"), ("LOC", "New York"))
    assert found.spans == [(0, 8, "LOC"), (12, 16, "LOC")]


def test_without_a_free_place_a_string_nests():
    assert placed("New York", ("LOC", "York"), ("LOC", "New York")).spans == [(0, 8, "LOC"), (4, 8, "LOC")]


def test_one_place_can_have_two_types():
    assert placed("EU", ("A", "EU"), ("B", "EU")).spans == [(0, 2, "A"), (0, 2, "B")]


def test_listed_more_often_than_it_occurs():
    found = placed("EU", ("A", "EU"), ("A", "EU"))
    assert (found.spans, found.surplus) == ([(0, 2, "A")], [("A", "EU")])


def test_part_of_a_word_is_no_occurrence():
    found = placed("Europe", ("A", "Euro"))
    assert (found.spans, found.missing) == ([], [("A", "Euro")])


@pytest.mark.parametrize("string", ["", "  ", "eu", "Mars"])
def test_what_stands_nowhere_is_missing(string):
    assert placed("EU", ("A", string)).missing == [("A", string)]


def test_other_white_space_is_the_same_string():
    assert placed("New\n York", ("A", "New York")).spans == [(0, 9, "A")]


def test_punctuation_needs_no_word_end():
    assert occurrences("(U.S.)x", "U.S.") == [(1, 5)]
    assert occurrences("東京都", "東京") == [(0, 2)]


def test_repeats_all_marks_every_free_place():
    assert len(placed("EU EU EU", ("A", "EU"), repeats="all").spans) == 3
    with pytest.raises(UnknownName):
        placed("EU", ("A", "EU"), repeats="some")


@given(
    st.text(alphabet="ab ", max_size=20),
    st.lists(st.tuples(st.sampled_from("XY"), st.text(alphabet="ab ", max_size=4)), max_size=5),
)
def test_every_string_is_placed_missing_or_surplus(text, items):
    found = align_strings(text, items)
    assert len(found.spans) + len(found.missing) + len(found.surplus) == len(items)
    assert len(set(found.spans)) == len(found.spans)
    wanted = [(t, s.split()) for t, s in items]
    assert all((t, text[a:b].split()) in wanted for a, b, t in found.spans)


def test_tokens_find_their_places():
    assert place_tokens("EU's\n deal", ["EU", "'s", "deal"]) == [(0, 2), (2, 4), (6, 10)]
    assert place_tokens("EU x deal", ["EU", "deal"]) is None
    assert place_tokens("EU", ["EU", "deal"]) is None
