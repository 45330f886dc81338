"""Intervals of retention where nothing varies, and of differences that are above 0 in every resample."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from nerproof.engine.evaluate import evaluate

sys.path.insert(0, str(Path(__file__).parents[3] / "reproduce" / "conclusions"))
from worlds import predicted, seen_mask, world


@pytest.fixture(scope="module")
def result():
    rng = np.random.default_rng(4)
    train, gold = world(rng, sentences=200, ambiguous=0.3)
    seen = seen_mask(train, gold)
    ambiguous = np.array([gold.tokens.strings(*gold.mention(i)[:2]) == ["Double"] for i in range(len(seen))])
    systems = {
        "memorizer": predicted(rng, gold, np.where(seen, 0.9, 0.0)),
        "gold": gold,
        "confused": predicted(rng, gold, np.where(ambiguous, 0.5, 0.95)),
    }
    return evaluate(gold, systems, train=train, suites=["tmr"], resamples=200)


def test_no_new_name_found_is_not_sure_to_be_none(result):
    new, kept = (result.row(m, suite="tmr", system="memorizer", slice="ALL") for m in ("recall_if_new", "retention"))
    assert (new.value, new.low, kept.value, kept.low) == (0, 0, 0, 0)
    assert 0.01 < new.high < kept.high < 0.1


def test_every_name_found_is_not_sure_to_be_all(result):
    kept, gap = (result.row(m, suite="tmr", system="gold", slice="ALL") for m in ("retention", "gap"))
    assert 0.9 < kept.low < 1 < kept.high < 1.1
    assert -0.1 < gap.low < 0 < gap.high < 0.1


def test_the_interval_of_a_difference_is_as_wide_to_both_sides(result):
    drop = result.row("recall_drop", suite="tmr", system="confused", slice="TCM-ALL")
    assert drop.low > 0.1
    assert drop.high - drop.value == pytest.approx(drop.value - drop.low, rel=0.2)
