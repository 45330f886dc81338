"""Metrics that the standard suite computes only when asked for by name."""

from __future__ import annotations

import pytest

import nerproof
from nerproof.base.errors import UnknownName
from nerproof.corpus import Corpus

TOKENS = [["a", "b", "c"]]
GOLD = Corpus.from_sentences(TOKENS, [[(0, 2, "A")]])
PRED = Corpus.from_sentences(TOKENS, [[(0, 1, "A")]])


def run(names: str):
    switches = {"standard_metrics": names}
    return nerproof.evaluate(GOLD, {"x": PRED}, suites=["standard"], resamples=0, switches=switches)


def test_asked_for_by_name() -> None:
    found = run("left, overlap")
    assert (found.value("left_f1"), found.value("overlap_f1"), found.value("f1")) == (1.0, 1.0, 0.0)
    assert not [row for row in found.rows if row.metric.startswith("right")]


def test_all_of_them() -> None:
    metrics = {row.metric for row in run("all").rows}
    assert {"iou_f1", "left_f1", "right_f1", "overlap_f1", "unlabeled_f1", "token_accuracy"} <= metrics


def test_none_unless_asked() -> None:
    assert not [row for row in run("").rows if row.metric in ("iou_f1", "token_accuracy")]


def test_an_unknown_name_gets_a_hint() -> None:
    with pytest.raises(UnknownName, match="Did you mean 'iou'"):
        run("iuo")
