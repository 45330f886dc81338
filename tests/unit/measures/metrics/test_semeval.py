"""SemEval's schemas on sentences worked by hand."""

from __future__ import annotations

import numpy as np
import pytest

from nerproof.corpus import Corpus, Mentions
from nerproof.measures.metrics import METRICS, Slice
from nerproof.measures.metrics.matching import BY_BORDERS, BY_TYPE, SMALL, assign, assignment_of, overlaps
from nerproof.measures.metrics.semeval import Tally, tallies
from nerproof.measures.pairing import Pair


def pair(gold, pred, n=12) -> Pair:
    tokens = [[f"t{i}" for i in range(n)]]
    return Pair.of(Corpus.from_sentences(tokens, [gold]), Corpus.from_sentences(tokens, [pred]))


def value(of: Pair, metric: str, name: str) -> float:
    sums = METRICS[metric].counts(of, Slice()).sum(axis=0).astype(float)
    columns = dict(zip(METRICS[metric].columns, sums[:, None], strict=True))
    return float(METRICS[metric].score(columns)[name][0])


def test_one_mention_of_each_fate() -> None:
    gold = [(0, 2, "A"), (3, 5, "A"), (6, 8, "A"), (9, 10, "A")]
    pred = [(0, 2, "A"), (3, 5, "B"), (6, 7, "A"), (11, 12, "A")]
    found = {schema: by_label["ALL"] for schema, by_label in tallies(pair(gold, pred)).items()}
    assert found["strict"] == Tally(1, 2, 0, 1, 1)
    assert found["exact"] == Tally(2, 1, 0, 1, 1)
    assert found["partial"] == Tally(2, 0, 1, 1, 1)
    assert found["type"] == Tally(2, 1, 0, 1, 1)


def test_partial_credit_is_half_a_point() -> None:
    of = pair([(0, 2, "A"), (3, 5, "A")], [(0, 2, "B"), (3, 4, "A")])
    assert value(of, "partial", "partial_f1") == 0.75
    assert value(of, "exact", "exact_f1") == 0.5
    assert value(of, "type", "type_f1") == 0.5


def test_one_prediction_answers_one_gold_mention() -> None:
    total = tallies(pair([(0, 1, "A"), (1, 2, "A")], [(0, 2, "A")]))["type"]["ALL"]
    assert total == Tally(1, 0, 0, 1, 0)


def test_an_exact_span_is_not_lost_to_an_earlier_overlap() -> None:
    # A first-come matcher gives the gold mention to (0, 2) and calls the exact prediction spurious.
    of = pair([(1, 3, "A")], [(0, 2, "A"), (1, 3, "A")])
    assert tallies(of)["strict"]["ALL"] == Tally(1, 0, 0, 0, 1)


def test_the_type_schema_may_pair_otherwise_than_the_borders() -> None:
    of = pair([(0, 2, "A")], [(0, 2, "B"), (0, 1, "A")])
    assert assignment_of(of, BY_BORDERS).gold.tolist() != assignment_of(of, BY_TYPE).gold.tolist()
    assert tallies(of)["exact"]["ALL"].correct == 1
    assert tallies(of)["type"]["ALL"].correct == 1


def test_a_chain_of_overlaps_is_paired_completely() -> None:
    gold = [(0, 2, "A"), (3, 5, "A"), (6, 8, "A")]
    pred = [(1, 4, "A"), (4, 7, "A"), (7, 9, "A")]
    assert tallies(pair(gold, pred))["partial"]["ALL"] == Tally(0, 0, 3, 0, 0)


def test_a_large_tangle_is_solved_as_well() -> None:
    n = 2 * SMALL
    gold = [(0, i + 1, "A") for i in range(n)]
    pred = [(0, i + 2, "A") for i in range(n)]
    total = tallies(pair(gold, pred))["partial"]["ALL"]
    # All spans but gold's shortest and the longest predicted one have an equal; those two overlap as well.
    assert total == Tally(n - 1, 0, 1, 0, 0)


def test_a_type_error_is_charged_to_gold_once_and_to_no_other_type() -> None:
    found = tallies(pair([(0, 2, "A")], [(0, 2, "B")]))["strict"]
    assert found["A"] == Tally(0, 1, 0, 0, 0)
    assert found["B"] == Tally(0, 0, 0, 0, 0)


def test_precision_of_a_type_counts_its_own_predictions() -> None:
    of = pair([(0, 2, "A")], [(0, 2, "B")])
    part = Slice(label="B", gold=of.gold.mentions.type == 1, pred=of.pred.mentions.type == 1)
    sums = METRICS["exact"].counts(of, part).sum(axis=0).astype(float)
    scores = METRICS["exact"].score(dict(zip(METRICS["exact"].columns, sums[:, None], strict=True)))
    assert scores["exact_precision"].tolist() == [1.0]
    assert np.isnan(scores["exact_recall"]).all()


@pytest.mark.parametrize("name", ["exact", "partial", "type"])
def test_the_standard_suite_takes_the_schemas(name) -> None:
    assert "standard" in METRICS[name].suites


def test_weights_too_large_for_floats_keep_the_first_aims() -> None:
    # Lengths of a billion tokens: the tie-breaking aims no longer fit beside the deciding ones.
    n, size = 40, 10**9
    gold = Mentions.of([0] * n, [size + i for i in range(n)], [0] * n)
    pred = Mentions.of([0] * n, [size + i + 1 for i in range(n)], [0] * n)
    found = assign(gold, pred, overlaps(gold, pred), BY_BORDERS)
    assert (found.gold >= 0).all()
    assert int((gold.end == pred.end[found.gold]).sum()) == n - 1
