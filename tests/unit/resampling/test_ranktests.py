"""Rank tests against scipy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from nerproof.resampling.ranktests import chi_square_tail, friedman, spearman, wilcoxon

RNG = np.random.default_rng(3)


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
