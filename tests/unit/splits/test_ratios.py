from __future__ import annotations

import pytest

from nerproof.base.errors import UsageError
from nerproof.splits.ratios import parse_ratios


def test_percent_shares_and_names_are_read():
    assert parse_ratios("80,10,10") == {"train": 0.8, "dev": 0.1, "test": 0.1}
    assert parse_ratios([0.5, 0.5]) == {"train": 0.5, "test": 0.5}
    assert parse_ratios("train=60, dev=20, test=20") == {"train": 0.6, "dev": 0.2, "test": 0.2}


def test_a_part_of_nothing_is_left_out():
    assert parse_ratios("90,0,10") == {"train": 0.9, "test": 0.1}


@pytest.mark.parametrize(
    ("given", "what"),
    [
        ("80,10,5", "sum to 95, not to 1 or 100"),
        ("80,30,-10", "'test' is -10.0"),
        ("nan,50,50", "'train' is nan"),
        ("eighty,20", "'eighty' is not a ratio"),
        ("40,20,20,20", "4 ratios have no names"),
        ("train=50,train=50", "named twice"),
    ],
)
def test_bad_ratios_are_one_line_that_names_the_fix(given, what):
    with pytest.raises(UsageError, match=what) as error:
        parse_ratios(given)
    assert "--ratios 80,10,10" in str(error.value)
