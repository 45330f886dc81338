"""compat=interpreteval: what the released program does, worked by hand."""

from __future__ import annotations

import numpy as np
import pytest

from nerproof import evaluate
from nerproof.corpus import Corpus
from nerproof.formats import read
from nerproof.index.lexicon import Lexicon
from nerproof.suites.interpreteval import learn, survey
from nerproof.suites.papers.interpreteval import Program, e_con, e_den, e_fre, intervals, place, t_con, t_fre

TRAIN = Corpus.from_sentences(
    [["x", "EU", "eu", "y"], ["the", "U.S.", "and", "uxsx", "z"], ["eu", "John", "(", "w"]],
    [[(1, 2, "ORG")], [(1, 2, "LOC")], [(0, 1, "LOC"), (1, 2, "PER")]],
)


def side(words, *mentions):
    return Corpus.from_sentences([words], [list(mentions)])


def test_look_ups_ignore_case_and_neighbours_share_a_blank():
    # "x eu eu y …": the first match eats the blank before the second; the third stands alone
    first, _ = Program(TRAIN).matches["eu"]
    assert first.tolist() == [1, 9]


def test_surface_is_an_unescaped_pattern():
    first, _ = Program(TRAIN).matches["u.s."]
    assert first.tolist() == [5, 7]  # "u.s." and, by its dots, "uxsx"


def test_entity_consistency_is_the_share_of_token_labels():
    gold = side(["EU"], (0, 1, "LOC"))
    assert e_con(gold, gold, Program(TRAIN)).tolist() == [0.5]
    assert e_con(side(["unknown"], (0, 1, "LOC")), gold, Program(TRAIN)).tolist() == [0.0]


def test_frequency_is_divided_by_the_fifth_largest_and_larger_ones_vanish():
    words = [w for n, w in enumerate("abcdef", start=1) for w in [w, "-"] * n]
    train = Corpus.from_sentences(
        [["s", *words, "s"]], [[(1, 2, "T"), *((words.index(w) + 1, words.index(w) + 2, "T") for w in "bcdef")]]
    )
    table = Program(train).entity_frequency
    assert table["b"] == 1.0  # the fifth largest of 6 5 4 3 2 1
    assert table["a"] == 0.5
    assert "f" not in table


def test_unseen_token_takes_over_its_neighbours_value():
    gold = side(["John", "Zzyzx"], (0, 2, "PER"))
    assert t_con(gold, gold, Program(TRAIN)).tolist() == [1.0, 1.0]
    assert len(set(t_fre(gold, gold, Program(TRAIN)).tolist())) == 1


def test_density_counts_entity_tokens():
    gold = side(["a", "b", "c", "d"], (0, 2, "PER"))
    assert e_den(gold, gold, Program(TRAIN)).tolist() == [0.5]


def test_items_outside_golds_range_are_dropped():
    buckets = intervals(np.array([2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]), "equal")
    values = np.array([1.0, 2.0, 3.0, 9.0, 10.0])
    inside = np.sum([place(values, b) for b in buckets], axis=0)
    assert inside.tolist() == [0, 0, 1, 1, 0]  # the minimum itself is an exclusive edge


def test_a_mention_runs_over_a_sentence_end(tmp_path):
    path = tmp_path / "x.conll"
    path.write_text("New B-LOC\n\nYork I-LOC\n")
    assert len(read(path).mentions) == 2
    assert len(read(path, extra={"flat_stream": True}).mentions) == 1


def test_nothing_correct_is_0_and_six_labels_at_most():
    words = [list("abcdefgh")]
    gold = Corpus.from_sentences(words, [[(i, i + 1, t) for i, t in enumerate("STUVWXYZ")]])
    empty = Corpus.from_sentences(words)
    result = evaluate(
        gold, {"s": empty}, train=gold, resamples=0, suites=["interpreteval"], switches={"interpreteval_compat": True}
    )
    labels = [r for r in result.where(metric="f1", system="s") if r.slice.startswith("tag:")]
    assert len(labels) == 6
    assert {r.value for r in labels} == {0.0}


def test_one_signed_differences_have_bucket_0_as_the_other_end():
    gold = Corpus.from_sentences([["a"], ["b", "c", "d"]], [[(0, 1, "T")], [(0, 2, "T")]])
    none = gold.with_mentions(gold.mentions.take(np.zeros(2, bool)))
    result = evaluate(
        gold,
        {"x": gold, "y": none},
        train=gold,
        resamples=0,
        suites=["interpreteval"],
        switches={"interpreteval_compat": True},
    )
    row = next(result.where(metric="comparative", slice="tag"))
    assert row.more["behind_by"] == pytest.approx(0.0)


def compat(gold, pred, train, mode="released"):
    options = {"resamples": 0, "suites": ["interpreteval"], "switches": {"interpreteval_compat": mode}}
    result = evaluate(gold, {"s": pred}, train=train, **options)
    return {r.slice: tuple(r.more[k] for k in ("n_gold", "n_pred", "n_correct")) for r in result.where(metric="f1")}


def test_gold_at_the_minimum_stays_and_predictions_there_are_lost():
    """Sentences of 1 to 8 words, each with one mention that is found: the shortest is a gold item and no prediction."""
    words = [["EU", *"abcdefg"[:n]] for n in range(8)]
    gold = Corpus.from_sentences(words, [[(0, 1, "ORG")]] * 8)
    found = compat(gold, gold, TRAIN)
    assert found["sLen:XS"] == (3, 2, 2)
    assert found["sLen:S"] == (3, 3, 3)


def test_a_token_is_a_hit_in_the_same_bucket_of_both_sides_only():
    """Zzyzx takes over John's value in gold; predicted alone it has none, so it is in another bucket."""
    gold, pred = side(["John", "Zzyzx"], (0, 2, "PER")), side(["John", "Zzyzx"], (0, 1, "PER"), (1, 2, "PER"))
    found = compat(gold, pred, TRAIN)
    assert found["tCon:XL"] == (2, 1, 1)
    assert found["tCon:XS"] == (0, 1, 0)


def test_a_type_with_a_hyphen_is_never_consistent():
    train = Corpus.from_sentences([["x", "Dune", "Rome", "y"]], [[(1, 2, "creative-work"), (2, 3, "LOC")]])
    gold = side(["Dune", "Rome"], (0, 1, "creative-work"), (1, 2, "LOC"))
    assert e_con(gold, gold, Program(train)).tolist() == [0.0, 1.0]


def test_shipped_figures_have_the_frequencies_of_the_test_sets_strings():
    """ "and" is no training mention, but a test mention; John is one of training only. Unseen words carry nothing over."""
    gold, other, longer = (
        side(["and"], (0, 1, "PER")),
        side(["John"], (0, 1, "PER")),
        side(["John", "Zzyzx"], (0, 2, "PER")),
    )
    released, shipped = Program(TRAIN), Program(TRAIN, gold)
    assert [e_fre(gold, gold, p).tolist() for p in (released, shipped)] == [[0.0], [1.0]]
    assert [e_fre(other, gold, p).tolist()[0] > 0 for p in (released, shipped)] == [True, False]
    assert [t_fre(longer, gold, p).tolist()[1] > 0 for p in (released, shipped)] == [True, False]


def zeta(gold, lexicon, mode):
    switches = {"interpreteval_compat": mode}
    return learn(survey(gold, switches, lexicon), switches, lexicon).means


def test_zeta_is_of_the_programs_own_values():
    gold = side(["John", "Zzyzx", "b", "c"], (0, 2, "PER"))
    means = zeta(gold, Lexicon(TRAIN), "released")
    assert means["eDen"] == (0.5, 1)
    assert means["tCon"] == (1.0, 2)
    assert zeta(side(["a"]), Lexicon(TRAIN), "released")["eDen"] == (None, 0)
