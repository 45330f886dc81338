"""The kernel keeps its counts exactly, and gives the same split with and without numba."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from nerproof.splits.optimiser.kernel import Plan, anneal
from nerproof.splits.optimiser.problem import Goal, make_problem, make_state
from nerproof.splits.optimiser.starts import at_random, metis, packed_components
from nerproof.splits.units import arrange

SHARES = np.array([0.6, 0.2, 0.2])
PLAN = Plan(0.4, 0.06, 0.4, 4.0)


def problem_of(corpus, group_by=None, goal=None):
    incidence = arrange(corpus, group_by=group_by).incidence
    return make_problem(incidence, goal or Goal.parts(SHARES))


@pytest.mark.parametrize("group_by", [None, "doc"])
@pytest.mark.parametrize("goal", [Goal.parts(SHARES), Goal.parts(SHARES, drop=0.1), Goal.folds(4)])
def test_counts_after_annealing_equal_a_recount(clustered, group_by, goal):
    problem = problem_of(clustered(documents=True), group_by, goal)
    rng = np.random.default_rng(3)
    part = rng.integers(0, len(problem.low), len(problem.group_start) - 1).astype(np.int32)
    state = make_state(problem, part, rng)
    anneal(problem, state, PLAN, 0, 20_000, 20_000)
    again = make_state(problem, state.part, rng)
    counted = ("holds", "mentions", "where", "hits", "cell", "excess", "n_members")
    for name in (*counted, "seen_mentions", "seen_samples", "seen_apart"):
        assert np.array_equal(getattr(state, name), getattr(again, name)), name


def test_the_best_split_is_never_worse_than_the_start(clustered):
    problem = problem_of(clustered())
    rng = np.random.default_rng(0)
    start = at_random(problem, rng)
    before = make_state(problem, start, rng)
    anneal(problem, before, PLAN, 0, 0, 1)
    after = make_state(problem, start, rng)
    anneal(problem, after, PLAN, 0, 30_000, 30_000)
    assert after.best_score[0] <= before.best_score[0]


def test_metis_start_fills_every_part(clustered):
    problem = problem_of(clustered())
    part = metis(problem, np.random.default_rng(0))
    assert part is not None
    assert np.bincount(part, minlength=3).min() > 0
    assert set(part.tolist()) == {0, 1, 2}


def test_small_components_give_exactly_nothing_touched(clustered):
    from nerproof.corpus import Corpus

    pairs = [[f"e{i // 2}"] for i in range(100)]
    corpus = Corpus.from_sentences(pairs, [[(0, 1, "X")]] * 100)
    problem = problem_of(corpus)
    state = make_state(problem, packed_components(problem, np.random.default_rng(0)), np.random.default_rng(0))
    assert state.seen_mentions[1:].sum() == 0
    assert state.cell[:, 0].tolist() == [60, 20, 20]


def test_components_that_no_part_can_hold_are_not_packed(tangled):
    assert packed_components(problem_of(tangled), np.random.default_rng(0)) is None


def test_seen_mentions_and_samples_equal_sets_of_names(clustered):
    corpus = clustered(300)
    units = arrange(corpus)
    problem = make_problem(units.incidence, Goal.parts(SHARES))
    part = np.random.default_rng(2).integers(0, 3, units.n_samples).astype(np.int32)
    state = make_state(problem, part, np.random.default_rng(0))
    names = [
        [(" ".join(corpus.sentence(i)[s:e]), t) for s, e, t in m] for i, m in enumerate(corpus.mentions_by_sentence())
    ]
    of_sentence = part[units.sample_of_sentence]
    held = [{e for i, row in enumerate(names) if of_sentence[i] == p for e in row} for p in range(3)]
    for p in (1, 2):
        rows = [row for i, row in enumerate(names) if of_sentence[i] == p]
        assert state.seen_mentions[p] == sum(e in held[0] for row in rows for e in row)
        assert state.seen_samples[p] == sum(any(e in held[0] for e in row) for row in rows)
    assert state.seen_apart[2] == sum(e in held[1] for i, row in enumerate(names) if of_sentence[i] == 2 for e in row)


PROGRAM = """
import json, sys
import numpy as np
from nerproof.corpus import Corpus
from nerproof.splits.optimiser.kernel import Plan, anneal
from nerproof.splits.optimiser.problem import Goal, make_problem, make_state
from nerproof.splits.optimiser.starts import at_random
from nerproof.splits.units import arrange
rng = np.random.default_rng(1)
names = [[f"e{rng.integers(20)}" for _ in range(rng.integers(0, 3))] for _ in range(60)]
corpus = Corpus.from_sentences([[*n, "x"] for n in names], [[(j, j + 1, n[-1]) for j, n in enumerate(s)] for s in names])
incidence = arrange(corpus).incidence
problem = make_problem(incidence, Goal.parts(np.array([0.6, 0.2, 0.2]), drop=0.05))
state = make_state(problem, at_random(problem, np.random.default_rng(5)), np.random.default_rng(5))
anneal(problem, state, Plan(0.4, 0.06, 0.4, 4.0), 0, 3000, 3000)
print(json.dumps([state.best.tolist(), state.part.tolist(), state.random.tolist(), float(state.best_score[0])]))
"""


def test_the_same_split_with_and_without_numba():
    def run(**extra):
        made = subprocess.run(
            [sys.executable, "-W", "error", "-c", PROGRAM],
            env={**os.environ, **extra},
            capture_output=True,
            text=True,
            check=True,
        )
        return json.loads(made.stdout)

    assert run(NUMBA_DISABLE_JIT="1") == run(NUMBA_DISABLE_JIT="0")
