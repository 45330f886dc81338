"""Wald's test of buckets."""

from __future__ import annotations

import numpy as np

from nerproof.resampling.wald import wald


def test_scores_that_move_as_one_cannot_be_tested():
    """Two buckets of the same items: their difference has no spread of its own."""
    moved = np.random.default_rng(0).normal(0.5, 0.1, 50)
    values = np.stack([moved, moved], axis=1)
    assert wald(values, np.array([9.0, 9.0]), np.array([8.0, 8.0])) is None
