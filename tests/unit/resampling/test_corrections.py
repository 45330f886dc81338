"""Corrections: against slow versions written out, and what they promise."""

from __future__ import annotations

import numpy as np
import pytest

from nerproof.resampling.corrections import bonferroni, holm, rank_ranges, simultaneous_t, step_down

RNG = np.random.default_rng(3)


def slow_step_down(differences):
    """Westfall and Young's algorithm 4.1, one step at a time."""
    null = np.abs(differences[1:])
    scale = np.sqrt((null**2).mean(axis=0))
    t, null = np.abs(differences[0]) / scale, null / scale
    left, p, highest = list(range(len(t))), np.zeros(len(t)), 0.0
    while left:
        first = max(left, key=lambda i: t[i])
        beyond = sum(max(row[i] for i in left) >= t[first] - 1e-4 for row in null)
        highest = max(highest, (1 + beyond) / (1 + len(null)))
        p[first] = highest
        left.remove(first)
    return p


def test_step_down_equals_the_algorithm_written_out():
    differences = RNG.normal(size=(200, 9)) @ RNG.normal(size=(9, 9))
    differences[0] *= 3
    assert step_down(differences) == pytest.approx(slow_step_down(differences))


def test_the_correction_does_not_multiply_the_smallest_p():
    differences = RNG.normal(size=(1001, 500))
    differences[0] = 20
    assert (step_down(differences) == 1 / 1001).all()


def test_a_column_far_beyond_chance_costs_the_others_nothing():
    differences = RNG.normal(size=(1001, 20))
    differences[0] = np.linspace(0, 4, 20)
    beyond = RNG.normal(size=(1001, 5))
    beyond[0] = 50
    assert np.array_equal(step_down(np.concatenate([differences, beyond], axis=1))[:20], step_down(differences))


def test_undefined_and_constant_columns():
    differences = RNG.normal(size=(101, 3))
    differences[:, 1] = 0
    differences[0, 2] = np.nan
    found = step_down(differences)
    assert found[1] == 1
    assert np.isnan(found[2])


def test_differences_that_are_rounding_errors_cost_the_others_nothing():
    differences = RNG.normal(size=(1001, 5))
    differences[0] = np.linspace(1, 3, 5)
    rounding = 1e-16 * RNG.normal(size=(1001, 40))
    assert np.array_equal(step_down(np.concatenate([differences, rounding], axis=1))[:5], step_down(differences))


def test_one_sided_looks_at_one_side():
    differences = RNG.normal(size=(1001, 2))
    differences[0] = [-9, 9]
    assert step_down(differences, one_sided=True).tolist() == [1, 1 / 1001]


def test_simultaneous_reach_holds_all_at_once():
    deviations = RNG.normal(size=(20_000, 10))
    assert simultaneous_t(deviations) == pytest.approx(2.80, abs=0.05)  # Šidák: Φ⁻¹((1 + 0.95^(1/10)) / 2)


def test_holm_and_bonferroni():
    assert holm([0.01, 0.03, 0.04]) == pytest.approx([0.03, 0.06, 0.06])
    assert bonferroni([0.01, 0.5, None]) == [0.02, 1.0, None]


def test_ranks_without_any_difference_are_open():
    assert rank_ranges(["a", "b"], set()) == {"a": (1, 2), "b": (1, 2)}
