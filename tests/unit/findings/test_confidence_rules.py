"""Rules about scores, thresholds and leaks: found where planted, silent where there is nothing."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from nerproof import Corpus, evaluate
from nerproof.corpus import Mentions

WORDS = [[f"N{i}", "left", f"T{i}"] for i in range(300)]
GOLD = Corpus.from_sentences(WORDS, [[(0, 1, "PER"), (2, 3, "LOC")]] * 300)
TRAIN = GOLD.select(np.arange(150))  # half of the names are seen
SEEN = np.repeat(np.arange(300) < 150, 2)


def system(seed, chance, score):
    """A system right with one probability and sure by another, both by whether the name is seen."""
    rng = np.random.default_rng(seed)
    start = np.sort(np.concatenate([3 * np.arange(300), 3 * np.arange(300) + 2]))
    right = rng.random(600) < np.where(SEEN, *chance)
    true = np.tile([1, 0], 300)
    mentions = Mentions.of(start, start + 1, np.where(right, true, 1 - true), np.where(SEEN, *score))
    return GOLD.with_mentions(mentions, ("LOC", "PER"))


def found(pred, rule, **more):
    result = evaluate(GOLD, {"a": pred}, train=TRAIN, suites=["confidence"], resamples=100, **more)
    return [f for f in result.findings if f.rule == rule]


def test_as_sure_of_new_names_as_of_seen_ones_and_wrongly():
    (one,) = found(system(0, (0.9, 0.5), (0.9, 0.9)), "sure-of-new-names")
    assert (one.severity, one.slice, one.n) == ("bad", "UNSEEN", 300)
    assert one.low > 0.2
    assert "mean score 90.0 on new names and 90.0 on seen ones" in one.text


def test_less_sure_of_new_names_and_rightly():
    (one,) = found(system(0, (0.9, 0.5), (0.9, 0.5)), "sure-of-new-names")
    assert one.severity == "ok"


@pytest.mark.parametrize(("chance", "verdict"), [((0.5, 0.5), "overconfident"), ((0.95, 0.95), "underconfident")])
def test_over_and_underconfidence(chance, verdict):
    (one,) = found(system(1, chance, (0.8, 0.8)), "overconfident")
    assert one.verdict == verdict


def test_calibrated_systems_are_left_alone():
    """24 systems whose scores are right: no more than a few may be called anything else."""
    verdicts = [found(system(seed, (0.8, 0.8), (0.8, 0.8)), "overconfident")[0].verdict for seed in range(12)]
    new = [found(system(seed, (0.8, 0.8), (0.8, 0.8)), "sure-of-new-names")[0].severity for seed in range(12)]
    assert verdicts.count("calibrated") >= 10
    assert new.count("ok") >= 10


def test_all_right_in_a_small_sample_is_no_sign_of_underconfidence():
    """With a score of 0.95, 40 of 40 are right in one sample of eight: resamples that never vary prove nothing."""
    few = np.arange(20)
    gold, pred = GOLD.select(few), system(0, (1.0, 1.0), (0.95, 0.95)).select(few)
    result = evaluate(gold, {"a": pred}, suites=["confidence"], resamples=100)
    (one,) = [f for f in result.findings if f.rule == "overconfident"]
    assert (one.verdict, one.severity) == ("calibrated", "ok")
    assert result.row("ece", suite="confidence", slice="ALL").low == 0
    assert one.low < -0.04 < 0 < one.high


def test_surer_of_new_names_is_no_fault_where_they_are_right():
    """Underconfident on seen names and right on new ones: nobody is surer than they may be."""
    (one,) = found(system(0, (1.0, 1.0), (0.8, 0.95)), "sure-of-new-names")
    assert one.severity == "ok"


def test_a_threshold_that_helps_and_one_that_was_not_chosen_on_dev():
    """All that is wrong has a low score, so dropping it raises F1; on the test set itself nothing is concluded."""
    sure = system(2, (0.95, 0.1), (0.9, 0.2))
    (one,) = found(sure, "threshold", dev=GOLD, dev_predictions={"a": system(3, (0.95, 0.1), (0.9, 0.2))})
    assert one.severity == "ok"
    assert one.low > 0
    assert found(sure, "threshold") == []


def test_leaks_are_bad_and_none_is_said_with_its_doubt():
    missing = replace(GOLD, mentions=GOLD.mentions.take(np.arange(0, 600) % 10 != 0))
    said = (
        (missing, "bad", "leaves 60 mentions of 600"),
        (GOLD, "ok", "does not exclude a leak of up to 1.2 % of such mentions"),
    )
    for pred, severity, words in said:
        result = evaluate(GOLD, {"a": pred}, suites=["leakage"], resamples=100)
        (one,) = (f for f in result.findings if f.rule == "leaks")
        assert one.severity == severity
        assert words in one.text
