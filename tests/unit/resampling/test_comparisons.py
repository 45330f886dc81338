"""Rows of comparisons: what they hold, runs, and where no difference could be significant."""

from __future__ import annotations

import numpy as np
import pytest

from nerproof import Corpus, evaluate

N = 60
WORDS = [["w", f"x{i}"] for i in range(N)]
GOLD = Corpus.from_sentences(WORDS, [[(0, 1, "PER")]] * N)


def system(missed):
    return Corpus.from_sentences(WORDS, [[] if i in missed else [(0, 1, "PER")] for i in range(N)])


def run(systems, **options):
    found = {name: system(set(missed)) for name, missed in systems.items()}
    return evaluate(GOLD, found, suites=["standard"], **options)


def difference(result, metric="recall"):
    return next(result.where(metric=f"difference:{metric}"))


def test_p_is_that_of_all_swaps():
    """Ten units differ, all for a: only the two extremes of 2^10 are as large."""
    row = difference(run({"a": (), "b": range(10)}, resamples=20_000))
    assert row.value == pytest.approx(10 / N)
    assert row.more["p"] == pytest.approx(2 / 2**10, abs=0.001)
    assert row.more["p"] <= row.more["p_adjusted"] < 0.05


def test_intervals_that_hold_at_once_are_wider():
    for row in run({"a": range(5), "b": range(3, 20), "c": range(10, 30)}).where(metric="difference:f1"):
        assert row.more["low_adjusted"] <= row.low <= row.value <= row.high <= row.more["high_adjusted"]


def test_few_differing_units_say_that_nothing_could_be_significant():
    result = run({"a": (), "b": range(4)})
    row = difference(result)
    assert row.more["p_smallest"] == 2**-3
    assert row.more["p"] >= row.more["p_smallest"]
    assert any(
        note.startswith("cannot tell some differences: a and b differ in too few units") for note in result.notes
    )
    assert "p_smallest" not in difference(run({"a": (), "b": range(6)})).more


def test_few_draws_say_that_nothing_can_be_significant():
    result = run({"a": (), "b": range(30)}, resamples=10)
    assert difference(result).more["p"] >= 1 / 11
    assert "10 resamples give no p below 0.09: no difference can be significant; use 1000" in result.notes


def test_runs_of_a_system_are_compared_by_their_mean():
    result = run({"a@1": range(2), "a@2": range(2, 4), "b": range(20, 45)})
    row = difference(result)
    assert (row.system, row.more["other"]) == ("a", "b")
    assert row.value == pytest.approx(23 / N)
    assert row.more["p_adjusted"] < 0.05
    swapped = difference(run({"b": range(20, 45), "a@1": range(2), "a@2": range(2, 4)}))
    assert swapped.value == pytest.approx(-row.value)
    assert swapped.more["p"] == pytest.approx(row.more["p"], abs=0.01)


def test_the_order_of_systems_and_their_names_do_not_matter():
    missed = {"a": range(5), "b": range(3, 20), "c": range(10, 30)}
    one, two = run(missed), run(dict(reversed(missed.items())))
    for row in one.where(metric="difference:f1"):
        other = next(two.where(metric="difference:f1", system=row.more["other"], other=row.system))
        assert other.value == pytest.approx(-row.value)
        assert other.more["p_adjusted"] == pytest.approx(row.more["p_adjusted"])


@pytest.mark.parametrize("n", [1, 5, N])
@pytest.mark.parametrize("suite", ["standard", "tmr", "contamination", "hardeval", "interpreteval"])
def test_scores_of_exactly_0_and_1_are_as_sure_as_their_units(n, suite):
    """Recall, precision, F1 and TER over n units that hold one mention each: Clopper and Pearson's ends."""
    gold = Corpus.from_sentences(WORDS, [[(0, 1, "PER")] if i < n else [] for i in range(N)])
    wrong = Corpus.from_sentences(WORDS, [[(1, 2, "PER")] if i < n else [] for i in range(N)])
    train = Corpus.from_sentences([["z", "y"]], [[(0, 1, "PER")]])
    result = evaluate(gold, {"right": gold, "wrong": wrong}, train=train, suites=[suite], resamples=50)
    end = 0.025 ** (1 / n)
    wanted = {"recall", "precision", "f1", "recall_clean", "f1_clean"} if suite != "hardeval" else {"ter"}
    rows = [r for r in result.rows if r.system and r.metric in wanted and r.value in (0, 1) and r.low != r.high]
    rows = [r for r in rows if r.more.get("n_gold", n) and (r.total or n) == n and "runs" not in r.more]
    assert rows
    for row in rows:
        found = row.low if row.value else 1 - row.high
        assert (row.high if row.value else row.low) == row.value
        assert found == pytest.approx(end) or (row.metric == "f1" and found >= end - 1e-12), row


def test_values_and_intervals_do_not_depend_on_other_systems():
    alone, both = run({"a": range(9)}), run({"a": range(9), "b": range(30)})
    for row in alone.rows:
        same = next(both.where(suite=row.suite, system="a", metric=row.metric, slice=row.slice, label=row.label))
        assert np.allclose([row.value, row.low or 0, row.high or 0], [same.value, same.low or 0, same.high or 0])
