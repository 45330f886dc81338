"""Which metrics the standard suite counts."""

from __future__ import annotations

import pytest

from nerproof import Corpus, evaluate
from nerproof.base.errors import UnknownName, UsageError

SENTENCES = [["New", "York", "City", "Hall"]]


def f1(names, metric):
    gold, pred = (Corpus.from_sentences(SENTENCES, [[span]]) for span in ((0, 4, "LOC"), (0, 2, "LOC")))
    result = evaluate(gold, {"a": pred}, suites=["standard"], resamples=0, switches={"standard_metrics": names})
    return result.value(metric, system="a")


@pytest.mark.parametrize(("name", "right"), [("iou", 1.0), ("iou_50", 1.0), ("iou_51", 0.0), ("overlap_75", 0.0)])
def test_a_number_is_a_threshold(name, right):
    assert f1(name, f"{name}_f1") == right


def test_thresholds_beyond_all_and_unknown_names_are_refused():
    with pytest.raises(UsageError, match="threshold"):
        f1("iou_101", "f1")
    with pytest.raises(UnknownName, match="iou"):
        f1("ious", "f1")


@pytest.mark.parametrize(("mentions", "small"), [(29, True), (30, None)])
def test_scores_of_fewer_than_30_mentions_are_flagged(mentions, small):
    gold = Corpus.from_sentences([["Paris"]] * mentions, [[(0, 1, "LOC")]] * mentions)
    result = evaluate(gold, {"a": gold}, suites=["standard"], resamples=0)
    assert [r.more.get("small") for r in result.where(metric="recall")] == [small, small]
