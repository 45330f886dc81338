"""Several splits and one domain left out at a time."""

from __future__ import annotations

import pytest

from nerproof import UsageError, evaluate
from nerproof.corpus import Corpus
from nerproof.evaluate import Options, prepare
from nerproof.studies.datasets import combine
from nerproof.studies.protocols import leave_one_domain_out

WORDS = [["EU", "rejects"], ["Peter", "x"], ["Paris", "y"], ["Peter", "z"]]
MENTIONS = [[(0, 1, "ORG")], [(0, 1, "PER")], [(0, 1, "LOC")], [(0, 1, "PER")]]
GOLD = Corpus.from_sentences(WORDS, MENTIONS, fields={"domain": ["a", "a", "b", "b"]})
PRED = Corpus.from_sentences(WORDS, [[(0, 1, "ORG")], [], [], [(0, 1, "PER")]])


def test_each_domain_is_scored_against_training_data_of_the_others():
    found = leave_one_domain_out(prepare(GOLD, {"s": PRED}, train=GOLD, options=Options(resamples=0)), "domain")
    assert set(found) == {"a", "b"}
    seen = found["a"].row("recall", suite="tmr", system="s", slice="SEEN")
    assert seen.total == 1  # only Peter is in domain b's training data
    assert found["a"].row("recall", system="s").total == 2


def test_a_missing_field_names_the_fields_there():
    with pytest.raises(UsageError, match="gold has no field 'genre'. Fields there: domain"):
        leave_one_domain_out(prepare(GOLD, {"s": PRED}, options=Options(resamples=0)), "genre")


def test_splits_give_mean_and_sd_and_corrected_tests():
    folds = {
        "1": evaluate(GOLD, {"s": PRED, "t": GOLD}, resamples=50),
        "2": evaluate(GOLD, {"s": GOLD, "t": GOLD}, resamples=50),
    }
    both = combine(folds)
    row = next(r for r in both.where(suite="standard", system="s", metric="f1", slice="ALL") if "sd" in r.more)
    assert row.value == pytest.approx((folds["1"].value("f1", system="s") + 1) / 2)
    difference = next(both.where(system="s", metric="mean_difference:f1"))
    assert difference.more["splits"] == 2
    assert difference.more["significant_bonferroni"] <= difference.more["significant_holm"] <= 2
