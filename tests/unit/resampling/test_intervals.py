"""Intervals against numpy, scipy and their definitions."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from nerproof.resampling.intervals import interval, share_ends, share_spread, spread, studentised, t_quantile

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


def test_quantiles_equal_scipy():
    df = np.array([1.0, 2.0, 3.0, 4.0, 4.5, 30.0])
    assert t_quantile(df) == pytest.approx(stats.t.ppf(0.975, df))


@pytest.mark.parametrize(("right", "n"), [(0, 17), (17, 17), (9, 17), (150, 160)])
def test_shares_of_items_that_stand_alone_have_the_intervals_of_a_share(right, n):
    """One item per unit: nothing is left to estimate but the share, whatever the tails; t stands for the normal."""
    found = np.repeat([1.0, 0.0], [right, n - right])
    moved = (found - right / n) / n / (1 - 1 / n) ** 0.5
    share = share_spread(right / n, moved, float(spread(moved)[0]), n, n)
    kind = "wilson" if 0 < right < n else "exact"
    assert (share.alone, share.df) == pytest.approx((1, n - 1 if kind == "wilson" else 0))
    ends = share_ends(*(np.array(x) for x in share._replace(df=min(share.df * 1e12, 1e12))))
    assert ends == pytest.approx(tuple(stats.binomtest(right, n).proportion_ci(method=kind)), abs=1e-6)


def test_errors_that_come_together_count_as_few():
    """Ten units of ten mentions: ten errors in ten units, or all of them in one."""
    apart, together = np.full(10, 9.0), np.array([0.0, *[10.0] * 9])
    moved = [(found - 9) / 100 for found in (apart, together)]
    spreads = [share_spread(0.9, own, float(spread(own)[0]), 100, 10) for own in moved]
    assert spreads[0].effective == 10  # nothing varies: units count
    assert spreads[1].effective < 15
    assert spreads[1].alone < 0.01
    assert spreads[1].df == 4


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
