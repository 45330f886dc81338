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


def test_a_score_without_an_error_is_not_certain():
    row = run({"a": ()}).row("recall", system="a")
    assert (row.value, row.high) == (1, 1)
    assert row.low == pytest.approx(0.025 ** (1 / N))


def test_values_and_intervals_do_not_depend_on_other_systems():
    alone, both = run({"a": range(9)}), run({"a": range(9), "b": range(30)})
    for row in alone.rows:
        same = next(both.where(suite=row.suite, system="a", metric=row.metric, slice=row.slice, label=row.label))
        assert np.allclose([row.value, row.low or 0, row.high or 0], [same.value, same.low or 0, same.high or 0])
