"""Known truth: intervals cover it, tests err no more often than they may, and find what is there.

Fast versions of ``python -m bench.simulation``; the bounds leave room for the chance of so few runs (three standard
errors), so that a method which is really off fails and one that holds does not.
"""

from __future__ import annotations

import numpy as np
import pytest
from bench.simulation import World, bucket_alarm, bucket_p, covered, decisions, false_alarm, finds, strict

from nerproof.scoring.estimate import estimate


def within(share, runs, low, high):
    """The share, give or take three standard errors, meets the interval that is asked for."""
    error = 3 * np.sqrt(0.05 * 0.95 / runs)
    return low - error <= share <= high + error


@pytest.mark.parametrize(
    ("world", "recall", "runs"),
    [
        (World(30), 0.85, 250),
        (World(300), 0.85, 200),
        (World(5000), 0.93, 60),
        (World(30, 12, clustered=0.5), 0.85, 250),
        (World(300, 12, clustered=0.5), 0.6, 80),
    ],
    ids=["30 sentences", "300 sentences", "5000 sentences", "30 documents", "300 documents"],
)
def test_intervals_cover_the_truth(world, recall, runs):
    rng = np.random.default_rng(world.units)
    for score, share in covered(world, recall, rng, runs).items():
        assert within(share, runs, 0.93, 0.97), score


def test_sentences_as_units_of_correlated_documents_do_not_cover():
    """The control: the same documents, taken as sentences that know nothing of each other, have narrow intervals."""
    rng, world = np.random.default_rng(1), World(60, 12, clustered=0.5)
    held = {"documents": [], "sentences": []}
    for _ in range(150):
        unit, (sentences,) = world.sentences_of(rng, [0.85])
        documents = np.zeros((60, 3), dtype=np.int64)
        np.add.at(documents, unit, sentences)
        for name, counts in (("documents", documents), ("sentences", sentences)):
            low, high = estimate(strict(), counts, resamples=60, seed=0)["standard"]["ALL", "ALL", "recall"].bounds
            held[name].append(low <= 0.85 <= high)
    assert np.mean(held["documents"]) > 0.88
    assert np.mean(held["sentences"]) < 0.8


@pytest.mark.parametrize(("systems", "runs"), [(2, 200), (8, 100), (20, 40)])
def test_equal_systems_are_rarely_told_apart(systems, runs):
    rng = np.random.default_rng(systems)
    assert within(np.mean([false_alarm(systems, 150, rng, draws=300) for _ in range(runs)]), runs, 0.0, 0.06)


def test_a_lead_of_three_points_is_found_among_twenty_systems():
    rng = np.random.default_rng(5)
    assert np.mean([finds(20, 3000, rng, draws=300) for _ in range(4)]) >= 0.9


def test_a_far_worse_system_changes_no_other_conclusion():
    world = World(400)
    recalls = [0.85, 0.86, 0.87, 0.9, 0.8, 0.84]
    for seed in range(5):
        before = decisions(world, recalls, np.random.default_rng(seed), draws=300)
        after = decisions(world, [*recalls, 0.2], np.random.default_rng(seed), draws=300)
        assert {pair for pair in after if "6" not in pair} == before


@pytest.mark.parametrize(("sizes", "recall"), [([30] * 4, 0.9), ([10, 40, 200, 400], 0.7), ([15] * 4, 0.97)])
def test_buckets_that_do_not_differ_are_rarely_said_to(sizes, recall):
    rng = np.random.default_rng(sum(sizes))
    assert np.mean([bucket_alarm(sizes, recall, rng, resamples=100) for _ in range(150)]) <= 0.05 + 3 * 0.018


def test_buckets_that_differ_are_found():
    rng = np.random.default_rng(2)
    worlds = [World(200, alike=0.0) for _ in range(4)]
    found = [bucket_p(worlds, [0.9, 0.9, 0.9, 0.75], rng, 100) < 0.05 for _ in range(30)]
    assert np.mean(found) > 0.9
