"""The bootstrap against its definition."""

from __future__ import annotations

import numpy as np
import pytest

from nerproof.resampling.bootstrap import bootstrap, merge_runs, run_length

RNG = np.random.default_rng(3)


def test_bootstrap_row_0_is_the_data_and_totals_stay():
    counts = np.stack([RNG.integers(0, 5, 400), np.ones(400, dtype=int)], axis=1)
    sums = bootstrap(counts, resamples=200, seed=1)
    assert sums[0].tolist() == counts.sum(axis=0).tolist()
    assert (sums[:, 1] == 400).all()
    spread = counts[:, 0].std() * np.sqrt(400)
    assert sums[1:, 0].std() == pytest.approx(spread, rel=0.2)


def test_bootstrap_is_a_function_of_its_seed():
    counts = RNG.integers(0, 5, (50, 2))
    assert np.array_equal(bootstrap(counts, resamples=20, seed=7), bootstrap(counts, resamples=20, seed=7))
    assert not np.array_equal(bootstrap(counts, resamples=20, seed=7), bootstrap(counts, resamples=20, seed=8))


def test_large_sums_stay_exact():
    counts = np.full((1000, 1), 1 << 40)
    assert bootstrap(counts, resamples=3, seed=0)[:, 0].tolist() == [1000 * (1 << 40)] * 4


def test_runs_of_sentences_bound_the_cost():
    assert run_length(20_000) == 1
    assert run_length(20_001) == 16
    assert run_length(5_000_000) == 2048
    counts = np.arange(10).reshape(5, 2)
    assert merge_runs(counts, 2).tolist() == [[2, 4], [10, 12], [8, 9]]


def test_few_and_many_columns_give_the_same_sums():
    counts = RNG.integers(0, 5, (300, 6))
    many = bootstrap(counts, resamples=50, seed=4)
    assert np.array_equal(bootstrap(counts[:, :3], resamples=50, seed=4), many[:, :3])


@pytest.mark.parametrize(("rows", "count"), [(1, (1 << 24) + 1), (4097, 4097), (1 << 12, (1 << 13) + 1)])
@pytest.mark.parametrize("columns", [1, 9])
def test_sums_that_float32_cannot_hold_stay_exact(rows, count, columns):
    """Both ways of summing, with few and with many columns; every resample of equal rows has the sum of the data."""
    counts = np.full((rows, columns), count)
    counts[0] += (rows * count + 1) % 2  # an odd sum above 2^24 is no float32
    counts[1:] = counts[0]
    assert (bootstrap(counts, resamples=3, seed=0) == rows * int(counts[0, 0])).all()
