"""Retention: a worked example, strata that merge, and an independent count on random corpora."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest

from nerproof.corpus import Corpus
from nerproof.engine.evaluate import evaluate
from nerproof.measures.metrics.retention import COLUMNS, score, strata


def sums(**cells):
    """Columns of one type: ``seen_1=(found, gold)``; what is not given is 0."""
    found = {name: np.zeros(1) for name in COLUMNS}
    for cell, (hit, gold) in cells.items():
        found[f"found_{cell}"], found[f"gold_{cell}"] = np.array([float(hit)]), np.array([float(gold)])
    return found


def test_worked_example():
    """Lengths 1 and 2 are strata of 60 and 40 mentions: .8 and .5 of the new, .9 and 1 of the seen ones are found."""
    values = score(sums(seen_1=(36, 40), new_1=(16, 20), seen_2=(10, 10), new_2=(15, 30)))
    assert values["recall_if_new"][0] == pytest.approx(0.6 * 0.8 + 0.4 * 0.5)
    assert values["recall_if_seen"][0] == pytest.approx(0.6 * 0.9 + 0.4 * 1.0)
    assert values["retention"][0] == pytest.approx(0.68 / 0.94)
    assert values["gap"][0] == pytest.approx(0.26)


@pytest.mark.parametrize(
    ("cells", "groups"),
    [
        ({"seen_1": (0, 10), "new_1": (0, 10), "seen_2": (0, 10), "new_2": (0, 10)}, [[1, 3], [2]]),
        ({"seen_1": (0, 10), "new_1": (0, 10), "seen_2": (0, 50), "new_2": (0, 9)}, [[1, 2, 3]]),
        ({"seen_1": (0, 10), "new_1": (0, 10), "seen_3": (0, 10), "new_3": (0, 11)}, [[1], [3, 2]]),
        ({"seen_1": (0, 9), "new_1": (0, 90), "seen_2": (0, 9), "new_2": (0, 90)}, []),
    ],
)
def test_small_strata_join_the_largest_usable_one(cells, groups):
    assert strata(sums(**cells)) == groups


def test_a_type_without_a_usable_stratum_is_undefined():
    values = score(sums(seen_1=(5, 9), new_1=(50, 90)))
    assert all(np.isnan(v).all() for v in values.values())


def test_resamples_keep_the_strata_of_the_data():
    """In the second row length 2 has too few mentions, but the first row decides."""
    both = {name: np.array([20.0, 20.0]) for name in COLUMNS}
    both["gold_new_2"][1] = both["found_new_2"][1] = 3.0
    assert strata(both) == [[1], [2], [3]]
    assert score(both)["recall_if_new"].tolist() == [1.0, 1.0]


def random_corpora(rng):
    """Names of one to four tokens; a system that finds most of them."""
    names = [[f"n{i}{'abcd'[k]}" for k in range(1 + i % 4)] for i in range(80)]
    types = ("LOC", "ORG", "PER", "RARE")

    def drawn(n, pool):
        kinds = [types[3] if rng.random() < 0.02 else types[rng.integers(3)] for _ in range(n)]
        return [(names[pool[rng.integers(len(pool))]], kind) for kind in kinds]

    train, test = drawn(300, range(50)), drawn(900, range(20, 80))
    found = rng.random(900) < 0.7

    def corpus(pairs, marked):
        spans = [[(1, 1 + len(name), kind)] if m else [] for (name, kind), m in zip(pairs, marked, strict=True)]
        return Corpus.from_sentences([["the", *name, "said"] for name, _ in pairs], spans)

    return corpus(train, [True] * 300), corpus(test, [True] * 900), corpus(test, found), train, test, found


@pytest.mark.parametrize("seed", range(3))
def test_equals_an_independent_count(seed):
    train, gold, pred, known, test, found = random_corpora(np.random.default_rng(seed))
    entities = {(tuple(name), kind) for name, kind in known}
    cells = defaultdict(lambda: [[0, 0], [0, 0]])
    for (name, kind), hit in zip(test, found, strict=True):
        cell = cells[kind, min(len(name), 3)][(tuple(name), kind) in entities]
        cell[0] += bool(hit)
        cell[1] += 1
    total = new = seen = 0.0
    for kind in {k for k, _ in cells}:
        own = {n: c for (k, n), c in cells.items() if k == kind}
        usable = {n: c for n, c in own.items() if min(c[0][1], c[1][1]) >= 10}
        if not usable:
            continue
        largest = max(sorted(usable), key=lambda n: usable[n][0][1] + usable[n][1][1])
        for n, c in own.items():
            if n not in usable:
                for side in (0, 1):
                    usable[largest][side] = [a + b for a, b in zip(usable[largest][side], c[side], strict=True)]
        for (hit_new, all_new), (hit_seen, all_seen) in usable.values():
            weight = all_new + all_seen
            total, new, seen = total + weight, new + weight * hit_new / all_new, seen + weight * hit_seen / all_seen
    result = evaluate(gold, {"s": pred}, train=train, suites=["tmr"], resamples=100)
    value = lambda metric: result.value(metric, suite="tmr", system="s")
    assert value("recall_if_new") == pytest.approx(new / total, abs=1e-12)
    assert value("recall_if_seen") == pytest.approx(seen / total, abs=1e-12)
    assert value("retention") == pytest.approx(new / seen, abs=1e-12)
    assert value("gap") == pytest.approx((seen - new) / total, abs=1e-12)
    assert value("retention_coverage") == total / 900 < 1
    row = result.row("retention", suite="tmr", system="s")
    assert row.low < row.value < row.high
