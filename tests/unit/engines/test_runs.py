"""Runs that double as sentences come equal the runs of the whole."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from nerproof.engines.runs import Runs
from nerproof.resampling import bootstrap
from nerproof.resampling.bootstrap import merge_runs, run_length

A, B = (("s", "m", "ALL", "ALL", name) for name in "ab")


@settings(max_examples=200, deadline=None)
@given(st.lists(st.integers(1, 40), min_size=1, max_size=12), st.integers(1, 9), st.integers(0, 5), st.booleans())
def test_pieces_give_the_runs_of_the_whole(sizes, units, late, cut):
    """Column b comes with the piece number ``late``; before it is 0."""
    limits = bootstrap.MAX_UNITS, bootstrap.MAX_RUNS
    bootstrap.MAX_UNITS, bootstrap.MAX_RUNS = 2 * units, units
    try:
        whole = np.random.default_rng(0).integers(0, 5, size=(2, sum(sizes)))
        whole[1, : sum(sizes[:late])] = 0
        runs, at = Runs(), 0
        for i, n in enumerate(sizes):
            piece = whole[:, at : at + n]
            if cut:  # rows that the piece has added up itself
                cuts = bootstrap.run_cuts(at, n, run_length(at + n))
                piece = np.add.reduceat(piece, cuts[:-1], axis=1)
            runs.add([A], piece[:1], n) if i < late else runs.add([B, A], piece[::-1], n)
            at += n
        expected = merge_runs(whole.T, run_length(at)).T
        assert runs.column(A).tolist() == expected[0].tolist()
        assert runs.column(B).tolist() == expected[1].tolist()
    finally:
        bootstrap.MAX_UNITS, bootstrap.MAX_RUNS = limits
