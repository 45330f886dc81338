import numpy as np
import pytest

from nerproof.corpus import Corpus, Text
from nerproof.corpus.edits import Edit, alignment, another, locate, overlapping, splice, surfaces_by_type

TEXT = "Ann lives in Rome.  Bo\nleft Oslo."


def with_text():
    tokens = ["Ann", "lives", "in", "Rome", ".", "Bo", "left", "Oslo", "."]
    start, at = [], 0
    for t in tokens:
        at = TEXT.index(t, at)
        start.append(at)
        at += len(t)
    end = [s + len(t) for s, t in zip(start, tokens, strict=True)]
    corpus = Corpus.from_sentences(
        [tokens[:5], tokens[5:]],
        [[(0, 1, "PER"), (3, 4, "LOC")], [(0, 1, "PER"), (2, 3, "LOC")]],
        document_starts=[0],
    )
    from dataclasses import replace

    return replace(corpus, text=Text((TEXT,), np.array(start), np.array(end)))


def test_running_text_follows():
    given = with_text()
    m = given.mentions
    done = splice(
        given,
        m.start[[1, 2]],
        m.end[[1, 2]],
        [("St.", "Paul", "'s"), ("Eve", "Li")],
        ["St. Paul's", "Eve Li"],
    )
    assert done.text.documents == ("Ann lives in St. Paul's.  Eve Li\nleft Oslo.",)
    words = [done.text.documents[0][s:e] for s, e in zip(done.text.start, done.text.end, strict=True)]
    assert words == done.tokens.strings()


def test_a_long_mention_leaves_the_running_text_whole():
    """Three words give way to one: what stood between and behind them must go and stay."""
    given = with_text()
    done = splice(given, np.array([1]), np.array([4]), [("visits",)], ["visits"])
    assert done.text.documents == ("Ann visits.  Bo\nleft Oslo.",)


def test_nothing_to_splice_gives_the_same_corpus():
    given = with_text()
    none = np.zeros(0, dtype=np.int64)
    assert splice(given, none, none, []) is given


def test_text_that_does_not_hold_the_tokens_is_joined_by_blanks():
    assert locate(["a", "b"], "xyz") == ([(0, 1), (2, 3)], "a b")


def test_overlapping():
    given = Corpus.from_sentences([list("abcdef")], [[(0, 4, "A"), (1, 2, "B"), (4, 5, "C"), (5, 6, "A"), (5, 6, "B")]])
    assert overlapping(given.mentions).tolist() == [True, True, False, True, True]


def test_alignment_by_index():
    given = with_text()
    m = given.mentions
    done = splice(given, m.start[[1]], m.end[[1]], [("New", "York")])
    edit = Edit("entity", 0, 0, 3, 4, "Rome", "New York", mention=1)
    found = alignment(given, [edit], done)["mentions"]
    assert [(f["id"], f["original"], f["attacked"], f["replaced"]) for f in found] == [
        (0, [0, 1], [0, 1], False),
        (1, [3, 4], [3, 5], True),
        (2, [0, 1], [0, 1], False),
        (3, [2, 3], [2, 3], False),
    ]


def test_another_surface():
    rng = np.random.default_rng(0)
    assert another([("a",), ("b",)], ("a",), rng) == ("b",)
    assert another([("a",)] * 50 + [("b",)], ("a",), rng) == ("b",)
    assert another([("a",)], ("a",), rng) is None
    assert another([], ("a",), rng) is None
    assert surfaces_by_type(with_text()) == {"PER": [("Ann",), ("Bo",)], "LOC": [("Rome",), ("Oslo",)]}


@pytest.mark.parametrize("lower", [True, False])
def test_sampled_rounds_to_the_nearest_unit(lower):
    from nerproof.attacks.units import sampled

    unit = np.array([0, 0, 1, 2, 2, 2])
    order = np.array([2, 0, 1]) if lower else np.array([1, 0, 2])
    taken = [int(sampled(unit, c, order).sum()) for c in (0, 50, 100)]
    assert taken == [0, 3, 6]
