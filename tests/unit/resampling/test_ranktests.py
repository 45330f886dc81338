"""Rank tests against scipy."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from nerproof.resampling.ranktests import blocks_needed, friedman, pairs_needed, rising, wilcoxon

RNG = np.random.default_rng(3)


def test_spearman_and_friedman_equal_scipy():
    for _ in range(20):
        a = RNG.integers(0, 6, (1, 7)).astype(float)
        assert rising(a)[0] == pytest.approx(stats.spearmanr(np.arange(7), a[0]).statistic)
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


def test_how_many_blocks_and_pairs_can_reach_a_level():
    for treatments in (3, 4, 6):
        n = blocks_needed(treatments, 0.05)
        clear = np.tile(np.arange(treatments, dtype=float), (n, 1))
        assert friedman(clear) < 0.05 <= friedman(clear[1:])
    n = pairs_needed(0.05)
    assert wilcoxon(np.arange(1.0, n + 1).tolist()) < 0.05 <= wilcoxon(np.arange(1.0, n).tolist())
