"""Counts per unit in result files: back as they were, small, and safe against files that lie."""

from __future__ import annotations

import base64
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from nerproof.base.errors import UsageError
from nerproof.resampling import units
from nerproof.resampling.units import pack, unpack

TABLES = st.tuples(st.integers(0, 9), st.integers(0, 5)).flatmap(
    lambda shape: arrays.arrays(np.int64, shape, elements=st.integers(0, 1 << 40))
)


@given(TABLES)
def test_units_come_back_as_they_were(table):
    found = unpack(pack({"a": table, "b": table * 2}))
    assert found["a"].shape == table.shape or not table.size
    assert found["b"].tolist() == (table * 2).tolist() or not table.size


def test_columns_that_systems_share_are_kept_once():
    table = np.random.default_rng(0).integers(0, 200, (3000, 4))
    one, sixteen = pack({"a": table}), pack({str(i): table for i in range(16)})
    assert len(sixteen["data"]) == len(one["data"])


def lie(**changes):
    return {**pack({"a": np.ones((3, 2), dtype=np.int64)}), **changes}


@pytest.mark.parametrize(
    "packed",
    [
        lie(n=10**12),
        lie(n=-1),
        lie(n=2),
        lie(dtype="O"),
        lie(dtype="u2"),
        lie(data="%%%"),
        lie(data=base64.b64encode(b"no zlib").decode()),
        lie(data=base64.b64encode(zlib.compress(b"x" * 100_000)).decode()),
        lie(columns={"a": [10**9]}),
        lie(columns={"a": ["x"]}),
        lie(columns=3),
        {},
    ],
)
def test_files_that_lie_are_refused(packed):
    with pytest.raises(UsageError, match="the units of the result cannot be read"):
        unpack(packed)


def test_a_bomb_is_not_unfolded(monkeypatch):
    monkeypatch.setattr(units, "MAX_BYTES", 1000)
    bomb = base64.b64encode(zlib.compress(bytes(10_000_000))).decode()
    with pytest.raises(UsageError):
        unpack(lie(n=10_000_000, data=bomb))
