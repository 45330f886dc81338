"""The gate: what counts as worse, and what it refuses to compare."""

from __future__ import annotations

import math
from dataclasses import replace
from statistics import NormalDist

import pytest

from nerproof import evaluate
from nerproof.base.errors import UnknownName, UsageError
from nerproof.base.results import Result, Row
from nerproof.corpus import Corpus
from nerproof.corpus.typefilter import TypeFilter
from nerproof.studies.gate import gate

SIGNATURE = {"gold": "test.conll@77ab", "train": "train.conll@1f9c"}


def result(f1, *, half=0.01, extra=(), **signature):
    rows = [
        Row("standard", "mine", "f1", f1, low=None if f1 is None else f1 - half, high=None if f1 is None else f1 + half)
    ]
    return Result({**SIGNATURE, **signature}, [*rows, *extra])


def worse(old, new, **options):
    return [v.check for v in gate(old, new, **options).checks if v.worse]


def test_same_result_is_not_worse():
    assert worse(result(0.8), result(0.8)) == []


def test_a_drop_within_the_intervals_passes():
    assert worse(result(0.8), result(0.795)) == []


def test_a_drop_far_outside_the_intervals_fails():
    assert worse(result(0.8), result(0.75)) == ["standard/ALL/f1"]


def test_a_rise_passes():
    assert worse(result(0.8), result(0.9)) == []


def test_max_drop_fails_a_drop_that_chance_would_explain():
    assert worse(result(0.8), result(0.795), max_drop=0.4) == ["standard/ALL/f1"]


def delta(value):
    return Row("contamination", "mine", "delta_f1", value, low=value - 0.01, high=value + 0.01)


def test_a_larger_delta_f1_is_worse():
    old, new = (result(0.8, extra=[delta(v)]) for v in (0.05, 0.12))
    assert worse(old, new, checks=["contamination/*/delta_f1"]) == ["contamination/ALL/delta_f1"]
    assert worse(new, old, checks=["contamination/*/delta_f1"]) == []


def test_more_seen_names_and_as_many_new_ones_are_not_worse():
    old, new = (result(f1, extra=[delta(d)]) for f1, d in ((0.8, 0.05), (0.87, 0.12)))
    assert worse(old, new) == []


def recall(count, total):
    return Row("tmr", "mine", "recall", count / total, "UNSEEN-ANY", count=count, total=total)


def test_recall_without_interval_is_tested_by_its_counts():
    assert worse(result(0.8, extra=[recall(90, 100)]), result(0.8, extra=[recall(60, 100)])) == [
        "tmr/UNSEEN-ANY/recall"
    ]
    assert worse(result(0.8, extra=[recall(4, 5)]), result(0.8, extra=[recall(3, 5)])) == []


def test_many_checks_are_corrected():
    others = [Row("tmr", "mine", "recall", 0.5, f"UNSEEN-{i}", low=0.49, high=0.51) for i in range(30)]
    old, new = result(0.8, extra=others), result(0.785, extra=others)
    assert worse(result(0.8), result(0.785)) == ["standard/ALL/f1"]
    assert worse(old, new) == []


def test_a_score_that_became_undefined_fails():
    assert worse(result(0.8), result(None)) == ["standard/ALL/f1"]


def test_other_gold_is_refused_unless_meant():
    with pytest.raises(UsageError, match="different data: gold is 77ab"):
        gate(result(0.8), result(0.8, gold="new.conll@beef"))
    assert gate(result(0.8), result(0.8, gold="new.conll@beef"), other_data=True)


@pytest.mark.parametrize("option", ["types", "match", "case", "training"])
def test_other_options_are_refused_unless_meant(option):
    """F1 over other types, or by another match, is another score."""
    with pytest.raises(UsageError, match=f"different data: {option} is None in the baseline and other now"):
        gate(result(0.8), result(0.8, **{option: "other"}))
    assert gate(result(0.8), result(0.8, **{option: "other"}), other_data=True)


def test_of_a_gap_more_is_worse():
    old, new = (result(0.8, extra=[Row("tmr", "mine", "gap", v, low=v, high=v)]) for v in (0.1, 0.2))
    assert worse(old, new, checks=["tmr/ALL/gap"]) == ["tmr/ALL/gap"]
    assert worse(new, old, checks=["tmr/ALL/gap"]) == []


def test_a_renamed_file_is_the_same_data():
    assert gate(result(0.8), result(0.8, gold="moved.conll@77ab"))


def test_a_missing_score_is_an_error():
    with pytest.raises(UsageError, match="lacks contamination/ALL/delta_f1"):
        gate(result(0.8, extra=[delta(0.1)]), result(0.8), checks=["contamination/*/delta_f1"])


def test_a_missing_system_is_an_error():
    both = result(0.8, extra=[Row("standard", "other", "f1", 0.5)])
    with pytest.raises(UsageError, match="lacks the system 'other'"):
        gate(both, result(0.8))


def test_unknown_checks_are_an_error():
    with pytest.raises(UnknownName, match="no check named 'standard/ALL/f2'. Did you mean 'standard/ALL/f1'?"):
        gate(result(0.8), result(0.8), checks=["standard/ALL/f2"])
    with pytest.raises(UnknownName, match="Did you mean 'standard/ALL/f1'?"):
        gate(result(0.8), result(0.8), minimums={"standard/ALL/f3": 50})
    with pytest.raises(UsageError, match="none of the scores"):
        gate(Result(SIGNATURE, [Row("rockner", "mine", "f1", 0.5)]), result(0.8))


@pytest.mark.parametrize("value", [None, math.nan, math.inf])
def test_undefined_and_nan_fail(value):
    new = Result(SIGNATURE, [Row("standard", "mine", "f1", value)])
    (found,) = gate(result(0.8), new).checks
    assert (found.worse, found.current, found.why) == (True, None, "undefined")
    assert gate(new, new).worse == 1


def test_a_set_that_gold_does_not_have_is_not_a_fault():
    empty = Row("tmr", "mine", "recall", None, "TCM-ALL", count=0, total=0)
    judged = gate(result(0.8, extra=[empty]), result(0.8, extra=[empty]))
    assert judged.worse == 0
    assert judged.checks[1].why == "undefined in both"


def test_points_are_points():
    (found,) = gate(result(0.8), result(0.78), max_drop=2.5).checks
    assert (found.baseline, found.current, round(found.loss, 9)) == (80, 78, 2)
    assert worse(result(0.8), result(0.795), max_drop=2) == []
    assert worse(result(0.9), result(0.9), minimums={"standard/*/f1": 90.5}) == ["standard/ALL/f1"]
    assert worse(result(0.9), result(0.9), minimums={"standard/ALL/f1": 89.5}) == []


# --- paired ----------------------------------------------------------------------------------------------------------

WORDS = [["w", f"x{i}"] for i in range(200)]
GOLD = Corpus.from_sentences(WORDS, [[(0, 1, "PER")]] * 200)


def system(misses):
    return Corpus.from_sentences(WORDS, [[] if i in misses else [(0, 1, "PER")] for i in range(200)])


def run(misses, **options):
    return evaluate(GOLD, {"mine": system(misses)}, suites=["standard"], **options)


def test_results_of_one_gold_are_paired_and_agree_with_the_evaluation_of_both():
    """Every miss of the old system is one of the new, too: 12 more are no chance, though the intervals overlap."""
    old, new = set(range(60)), set(range(72))
    judged = gate(run(old), run(new))
    assert judged.paired
    assert "200 units (sentence)" in judged.why
    assert [v.why for v in judged.checks] == ["significantly worse"]
    both = evaluate(GOLD, {"old": system(old), "new": system(new)}, suites=["standard"])
    assert next(both.where(metric="difference:f1")).more["p"] < 0.05
    assert worse(run(new), run(old)) == []


def test_rows_that_do_not_agree_with_the_units_are_refused():
    new = run(set(range(72)))
    new.rows = [replace(r, value=0.99) if r.metric == "f1" else r for r in new.rows]
    with pytest.raises(UsageError, match="not those of its counts per unit"):
        gate(run(set(range(60))), new)


def test_without_units_the_test_is_unpaired_and_says_so():
    old, new = run(set(range(60))), run(set(range(72)))
    new.units = {}
    judged = gate(old, new)
    assert not judged.paired
    assert "current holds no counts per unit" in judged.why
    assert [v.why for v in judged.checks] == ["within chance"]


def test_other_gold_cannot_be_paired():
    other = Corpus.from_sentences(WORDS[:150], [[(0, 1, "PER")]] * 150)
    new = evaluate(other, {"mine": other}, suites=["standard"])
    judged = gate(run(set()), new, other_data=True)
    assert not judged.paired
    assert judged.why == "baseline and current are about different gold"


def test_other_types_of_the_same_file_cannot_be_paired():
    old, new = run(set()), run(set())
    new.units = evaluate(GOLD, {"mine": GOLD}, suites=["standard"], types=TypeFilter(exclude=("PER",))).units
    assert "count other gold mentions" in gate(old, new).why


def test_few_counts_are_not_certain():
    """5 of 5, then 3 of 5: Agresti-Coull's two hits and two misses more, so 7/9 and 5/9, not 1 and 0.6."""
    old, new = (Result(SIGNATURE, [recall(n, 5)]) for n in (5, 3))
    (found,) = gate(old, new, checks=["tmr/*/recall"]).checks
    spread = math.sqrt(7 / 9 * 2 / 9 / 9 + 5 / 9 * 4 / 9 / 9)
    assert found.p == pytest.approx(1 - NormalDist().cdf(0.4 / spread), abs=1e-12)
