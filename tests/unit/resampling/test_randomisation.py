"""Random swaps against swaps made by hand, and the p-values against all possible swaps."""

from __future__ import annotations

from itertools import product

import numpy as np
import pytest

from nerproof.resampling.randomisation import randomisation_p, sign_sums, smallest_p, swapped

RNG = np.random.default_rng(3)
A, B = RNG.integers(0, 5, (60, 3)), RNG.integers(0, 5, (60, 3))


def test_swaps_keep_the_sum_of_both_systems():
    sums = sign_sums({"a": A, "b": B}, draws=30, seed=0)
    left, right = swapped(sums["a"], sums["b"])
    assert left[0].tolist() == A.sum(axis=0).tolist()
    assert right[0].tolist() == B.sum(axis=0).tolist()
    assert np.array_equal(left + right, np.repeat((A + B).sum(axis=0)[None], 31, axis=0))
    assert len({tuple(row) for row in left.tolist()}) > 20


def test_every_draw_is_a_swap_of_whole_units():
    a, b = A[:6, :1] * 7 ** np.arange(6)[:, None], B[:6, :1] * 7 ** np.arange(6)[:, None]  # sums that tell the swap
    sums = sign_sums({"a": a, "b": b}, draws=50, seed=1)
    left, _ = swapped(sums["a"], sums["b"])
    possible = {int(np.where(np.array(mask), b[:, 0], a[:, 0]).sum()) for mask in product([False, True], repeat=6)}
    assert {int(x) for x in left[:, 0]} <= possible


def test_a_system_has_the_same_signs_whoever_else_is_there():
    alone = sign_sums({"a": A}, draws=20, seed=4)["a"]
    assert np.array_equal(alone, sign_sums({"x": B, "a": A}, draws=20, seed=4)["a"])


def test_p_nears_that_of_all_swaps():
    a, b = RNG.binomial(1, 0.7, (12, 1)), RNG.binomial(1, 0.4, (12, 1))
    gain = (a - b)[:, 0]
    exact = np.mean([abs(np.dot(s, gain)) >= abs(gain.sum()) for s in product([-1, 1], repeat=12)])
    sums = sign_sums({"a": a, "b": b}, draws=20_000, seed=0)
    left, right = swapped(sums["a"], sums["b"])
    assert randomisation_p(left - right)[0] == pytest.approx(exact, abs=0.01)


def test_p_of_no_difference_is_1_and_of_a_sure_one_is_the_smallest():
    assert randomisation_p(np.zeros((100, 1)))[0] == 1
    assert randomisation_p(np.concatenate([[[0.5]], RNG.normal(0, 0.01, (999, 1))]))[0] == smallest_p(999, 500)


def test_undefined_differences_have_no_p():
    assert np.isnan(randomisation_p(np.array([[np.nan], [0.0]]))[0])
    assert np.isnan(randomisation_p(np.array([[0.1], [np.nan]]))[0])


def test_swaps_beyond_float32_stay_exact():
    a = np.zeros((4097, 1), dtype=np.int64)
    sums = sign_sums({"a": a, "b": a + 4097}, draws=20, seed=0)
    left, right = swapped(sums["a"], sums["b"])
    assert (left % 4097 == 0).all()
    assert (left + right == 4097 * 4097).all()
