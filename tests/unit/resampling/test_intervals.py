"""Intervals against numpy, scipy and their definitions."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from nerproof.resampling.intervals import interval, spread, studentised, t_quantile, unvaried

RNG = np.random.default_rng(3)


@pytest.mark.parametrize("n", [2, 3, 37, 1000])
def test_intervals_are_those_of_numpy(n):
    for digits in range(9):
        values = np.round(RNG.normal(size=n), digits)
        assert interval(values) == tuple(np.quantile(values, [(1 - 0.95) / 2, (1 + 0.95) / 2]).tolist())


def test_interval_of_few_defined_values_is_undefined():
    assert interval(np.array([1.0, np.nan, np.nan, np.nan])) is None
    assert interval(np.arange(101.0)) == pytest.approx((2.5, 97.5))


def test_the_spread_of_a_mean_is_its_standard_error():
    x = RNG.normal(size=50)
    without = (x - x.mean()) / (50 - 1)  # how far the mean moves without each value
    error, df = spread(without)
    assert error == pytest.approx(x.std(ddof=1) / np.sqrt(50))
    assert 4 <= df <= 49


def test_one_unit_that_decides_has_few_degrees_of_freedom():
    x = RNG.normal(size=(1000, 2))
    x[0, 1] = 300
    _, df = spread(x)
    assert df[0] > 500
    assert df[1] == 4


def test_quantiles_and_shares_without_error_equal_scipy():
    df = np.array([1.0, 2.0, 3.0, 4.0, 4.5, 30.0])
    assert t_quantile(df) == pytest.approx(stats.t.ppf(0.975, df))
    for right in (17, 0):
        assert unvaried(right / 17, 17) == pytest.approx(
            tuple(stats.binomtest(right, 17).proportion_ci(method="exact"))
        )


@pytest.mark.parametrize("n", [2, 3, 4])
def test_few_units_have_few_degrees_of_freedom(n):
    assert spread(RNG.normal(size=n))[1] <= n - 1


def test_bounded_intervals_stay_inside_and_unbounded_ones_are_symmetric():
    value, reach = np.array([0.98, -0.9, 3.0]), np.array([0.2, 0.5, 0.5])
    lowest, highest = np.array([0.0, -1.0, -np.inf]), np.array([1.0, 1.0, np.inf])
    low, high = studentised(value, reach, lowest, highest)
    assert ((low < value) & (value < high)).all()
    assert low[0] > 0 and high[0] < 1 and low[1] > -1
    assert (low[2], high[2]) == (2.5, 3.5)
