"""The kernel keeps its counts exactly, and gives the same split with and without numba."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from nerproof.splits.optimiser.kernel import Plan, anneal
from nerproof.splits.optimiser.problem import Bounds, make_problem, make_state
from nerproof.splits.optimiser.starts import metis, packed_components
from nerproof.splits.units import arrange

SHARES = np.array([0.6, 0.2, 0.2])
PLAN = Plan(0.4, 0.06, 0.4, 4.0)


def problem_of(corpus, group_by=None, cell=0.05):
    incidence = arrange(corpus, group_by=group_by).incidence
    return make_problem(incidence, SHARES, bounds=Bounds(cell=cell), weight=np.array([0.0, 0.7, 1.0]))


@pytest.mark.parametrize("group_by", [None, "doc"])
def test_counts_after_annealing_equal_a_recount(clustered, group_by):
    problem = problem_of(clustered(documents=True), group_by)
    rng = np.random.default_rng(3)
    part = rng.integers(0, 3, len(problem.group_start) - 1).astype(np.int32)
    state = make_state(problem, part, rng)
    anneal(problem, state, PLAN, 0, 20_000, 20_000)
    again = make_state(problem, state.part, rng)
    for name in ("in_train", "hits", "size", "cell", "touched", "excess"):
        assert np.array_equal(getattr(state, name), getattr(again, name)), name


def test_the_best_split_is_never_worse_than_the_start(clustered):
    problem = problem_of(clustered())
    rng = np.random.default_rng(0)
    start = packed_components(problem, rng)
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
    assert state.touched[1:].sum() == 0
    assert state.size.tolist() == [60, 20, 20]


PROGRAM = """
import json, sys
import numpy as np
from nerproof.corpus import Corpus
from nerproof.splits.optimiser.kernel import Plan, anneal
from nerproof.splits.optimiser.problem import Bounds, make_problem, make_state
from nerproof.splits.optimiser.starts import packed_components
from nerproof.splits.units import arrange
rng = np.random.default_rng(1)
names = [[f"e{rng.integers(20)}" for _ in range(rng.integers(0, 3))] for _ in range(60)]
corpus = Corpus.from_sentences([[*n, "x"] for n in names], [[(j, j + 1, n[-1]) for j, n in enumerate(s)] for s in names])
incidence = arrange(corpus).incidence
problem = make_problem(incidence, np.array([0.6, 0.2, 0.2]), bounds=Bounds(), weight=np.array([0.0, 0.7, 1.0]))
state = make_state(problem, packed_components(problem, np.random.default_rng(5)), np.random.default_rng(5))
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
