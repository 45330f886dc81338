"""Overlap thresholds, borders, unlabeled spans and token accuracy on sentences worked by hand."""

from __future__ import annotations

import pytest

from nerproof.base.errors import UsageError
from nerproof.compat import scores
from nerproof.corpus import Corpus
from nerproof.corpus.schemes import encode
from nerproof.measures.metrics import METRICS, Slice
from nerproof.measures.metrics.overlap import at
from nerproof.measures.pairing import Pair


def pair(gold, pred, n=10) -> Pair:
    tokens = [[f"t{i}" for i in range(n)]]
    return Pair.of(Corpus.from_sentences(tokens, [gold]), Corpus.from_sentences(tokens, [pred]))


def sums(of: Pair, metric) -> dict[str, int]:
    return dict(zip(metric.columns, metric.counts(of, Slice()).sum(axis=0).tolist(), strict=True))


@pytest.mark.parametrize(
    ("pred", "overlap", "iou"),
    [
        ((0, 4, "A"), 1, 1),
        ((0, 2, "A"), 1, 1),  # 2 of 4 gold tokens; IoU 2/4
        ((0, 1, "A"), 0, 0),
        ((2, 8, "A"), 1, 0),  # 2 of 4; IoU 2/8
        ((0, 4, "B"), 0, 0),
    ],
)
def test_half_of_gold_and_half_of_the_union(pred, overlap, iou) -> None:
    of = pair([(0, 4, "A")], [pred])
    assert sums(of, METRICS["overlap"])["found"] == overlap
    assert sums(of, METRICS["iou"])["found"] == iou


def test_thresholds_are_free_and_reach_exactly() -> None:
    of = pair([(0, 10, "A")], [(0, 3, "A")])
    assert sums(of, at("overlap", 0.3))["found"] == 1  # 0.1 * 3 in floating point is more than 0.3
    assert sums(of, at("overlap", 0.31))["found"] == 0
    assert sums(of, at("iou", 1.0))["found"] == 0


@pytest.mark.parametrize("threshold", [0, -0.5, 1.01])
def test_a_threshold_outside_its_range_is_refused(threshold) -> None:
    with pytest.raises(UsageError, match="threshold"):
        at("iou", threshold)


def test_one_long_prediction_is_not_two_hits() -> None:
    of = pair([(0, 2, "A"), (2, 4, "A")], [(0, 4, "A")])
    assert sums(of, METRICS["overlap"]) == {"found": 1, "gold": 2, "right": 1, "pred": 1}


def test_left_and_right_borders() -> None:
    of = pair([(0, 3, "A"), (5, 7, "A")], [(0, 2, "A"), (4, 7, "A")])
    assert sums(of, METRICS["left"])["found"] == 1
    assert sums(of, METRICS["right"])["found"] == 1


def test_nested_mentions_of_one_start_need_one_prediction_each() -> None:
    of = pair([(0, 2, "A"), (0, 4, "A")], [(0, 3, "A")])
    assert sums(of, METRICS["left"]) == {"found": 1, "gold": 2, "right": 1, "pred": 1}


def test_unlabeled_spans_are_a_set() -> None:
    of = pair([(0, 2, "A"), (0, 2, "B"), (4, 5, "A")], [(0, 2, "C")])
    assert sums(of, METRICS["unlabeled"]) == {"found": 1, "gold": 2, "right": 1, "pred": 1}


def test_token_accuracy_is_conllevals_on_iob2() -> None:
    of = pair([(0, 2, "A"), (2, 4, "A"), (6, 8, "B")], [(0, 4, "A"), (6, 7, "B"), (8, 9, "B")])
    found = sums(of, METRICS["token_accuracy"])
    tags = [[encode(side).strings()] for side in (of.gold, of.pred)]
    expected = next(r for r in scores("conlleval", *tags) if r["metric"] == "accuracy")
    assert (found["right"], found["tokens"]) == (expected["count"], expected["total"]) == (7, 10)
