"""Resampling and rank tests against scipy and against their definitions."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from nerproof.stats.ranks import chi_square_tail, friedman, spearman, wilcoxon
from nerproof.stats.resample import bootstrap, merge_runs, run_length, swaps
from nerproof.stats.summary import bonferroni, bootstrap_p, holm, interval, randomisation_p

RNG = np.random.default_rng(3)


def test_bootstrap_row_0_is_the_data_and_totals_stay():
    counts = np.stack([RNG.integers(0, 5, 400), np.ones(400, dtype=int)], axis=1)
    sums = bootstrap(counts, resamples=200, seed=1)
    assert sums[0].tolist() == counts.sum(axis=0).tolist()
    assert (sums[:, 1] == 400).all()
    spread = counts[:, 0].std() * np.sqrt(400)
    assert sums[1:, 0].std() == pytest.approx(spread, rel=0.2)


@pytest.mark.parametrize("n", [2, 3, 37, 1000])
def test_intervals_are_those_of_numpy(n):
    for digits in range(9):
        values = np.round(RNG.normal(size=n), digits)
        assert interval(values) == tuple(np.quantile(values, [(1 - 0.95) / 2, (1 + 0.95) / 2]).tolist())


def test_bootstrap_is_a_function_of_its_seed():
    counts = RNG.integers(0, 5, (50, 2))
    assert np.array_equal(bootstrap(counts, resamples=20, seed=7), bootstrap(counts, resamples=20, seed=7))
    assert not np.array_equal(bootstrap(counts, resamples=20, seed=7), bootstrap(counts, resamples=20, seed=8))


def test_large_sums_stay_exact():
    counts = np.full((1000, 1), 1 << 40)
    assert bootstrap(counts, resamples=3, seed=0)[:, 0].tolist() == [1000 * (1 << 40)] * 4


def test_swaps_keep_the_sum_of_both_systems():
    a, b = RNG.integers(0, 5, (60, 3)), RNG.integers(0, 5, (60, 3))
    left, right = swaps(a, b, resamples=30, seed=0)
    assert np.array_equal(left + right, np.repeat((a + b).sum(axis=0)[None], 31, axis=0))
    assert len({tuple(row) for row in left.tolist()}) > 20


def test_runs_of_sentences_bound_the_cost():
    assert run_length(20_000) == 1
    assert run_length(20_001) == 16
    assert run_length(5_000_000) == 2048
    counts = np.arange(10).reshape(5, 2)
    assert merge_runs(counts, 2).tolist() == [[2, 4], [10, 12], [8, 9]]


def test_interval_of_few_defined_values_is_undefined():
    assert interval(np.array([1.0, np.nan, np.nan, np.nan])) is None
    assert interval(np.arange(101.0)) == pytest.approx((2.5, 97.5))


def test_p_values_of_no_difference_are_1():
    assert bootstrap_p(np.zeros(100)) == 1
    assert randomisation_p(0.0, np.zeros(100)) == 1


def test_p_values_of_a_sure_difference_are_small():
    assert bootstrap_p(np.full(999, 0.1)) == pytest.approx(2 / 1000)
    assert randomisation_p(0.5, RNG.normal(0, 0.01, 999)) == pytest.approx(1 / 1000)


def test_holm_and_bonferroni():
    assert holm([0.01, 0.03, 0.04]) == pytest.approx([0.03, 0.06, 0.06])
    assert bonferroni([0.01, 0.5, None]) == [0.02, 1.0, None]


def test_spearman_and_friedman_equal_scipy():
    for _ in range(20):
        a, b = RNG.integers(0, 6, 7).astype(float), RNG.integers(0, 6, 7).astype(float)
        if len(set(a)) > 1 and len(set(b)) > 1:
            assert spearman(a, b) == pytest.approx(stats.spearmanr(a, b).statistic)
        table = RNG.integers(0, 4, (5, 4)).astype(float)
        assert friedman(table) == pytest.approx(stats.friedmanchisquare(*table.T).pvalue)


def test_friedman_needs_three_treatments_and_two_blocks():
    assert friedman(np.ones((4, 2))) is None
    assert friedman(np.ones((1, 4))) is None
    assert friedman(np.ones((4, 4))) is None


@pytest.mark.parametrize("n", [4, 9, 15])
def test_wilcoxon_is_exact_for_small_n(n):
    d = RNG.permutation(np.arange(1, n + 1)) * RNG.choice([-1, 1], n)
    expected = stats.wilcoxon(d, mode="exact").pvalue
    assert wilcoxon(d.astype(float).tolist()) == pytest.approx(expected)


def test_wilcoxon_with_ties_equals_scipys_approximation():
    d = [1.0, 1.0, -1.0, 2.0, 3.0, 3.0, -2.0, 4.0, 5.0, 5.0, 6.0, 7.0]
    expected = stats.wilcoxon(d, method="approx", correction=False).pvalue
    assert wilcoxon(d) == pytest.approx(expected, rel=1e-6)


@pytest.mark.parametrize("df", range(1, 9))
def test_chi_square_tail_equals_scipy(df):
    for x in (0.0, 0.3, 2.0, 7.5, 40.0):
        assert chi_square_tail(x, df) == pytest.approx(stats.chi2.sf(x, df), rel=1e-9)


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


def test_swaps_beyond_float32_stay_exact():
    a = np.zeros((4097, 1), dtype=np.int64)
    left, right = swaps(a, a + 4097, resamples=20, seed=0)
    assert (left % 4097 == 0).all()
    assert (left + right == 4097 * 4097).all()
