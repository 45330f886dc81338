"""Anytime: interrupted, limited or longer, the search returns its best."""

from __future__ import annotations

import signal
import threading
import time
from itertools import pairwise

import numpy as np
import pytest

from nerproof.corpus import Corpus
from nerproof.splits import split
from nerproof.splits.optimiser.kernel import Plan, anneal
from nerproof.splits.optimiser.ladder import Budget
from nerproof.splits.optimiser.problem import Goal, make_problem, make_state
from nerproof.splits.optimiser.search import Search
from nerproof.splits.optimiser.starts import start
from nerproof.splits.units import arrange


@pytest.fixture(scope="module")
def problem(tangled):
    incidence = arrange(tangled).incidence
    return make_problem(incidence, Goal.parts(np.array([0.8, 0.1, 0.1])))


def search(problem, rounds, moves=20_000, **more):
    return Search(problem, seed=0, budget=Budget(rounds, moves, **more)).run()


def test_more_rounds_are_never_worse(problem):
    scores = [search(problem, rounds).score for rounds in (1, 2, 4, 8)]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize("n_groups", [3, 881, 5_000, 200_000, 1_000_000, 9_000_000])
def test_the_rounds_of_less_effort_come_first_in_more(n_groups):
    budgets = [Budget.of(n_groups, effort=effort) for effort in (0.001, 0.1, 1, 3, 100)]
    rounds = [[b.moves(r) for r in range(b.rounds)] for b in budgets]
    assert len(rounds[0]) < len(rounds[-1])
    for less, more in pairwise(rounds):
        assert more[: len(less)] == less


def test_more_effort_is_never_worse(problem):
    budgets = [Budget.of(400, effort=effort) for effort in (0.01, 0.03, 0.1)]
    scores = [Search(problem, seed=3, budget=budget).run().score for budget in budgets]
    assert scores == sorted(scores, reverse=True)


def test_never_worse_than_the_start_point(problem):
    part, hot = start(problem, 0, 1, np.random.default_rng([0, 0]))
    state = make_state(problem, part, np.random.default_rng(0))
    anneal(problem, state, Plan(hot, 0.1, 0.2, 8.0), 0, 0, 1)
    assert search(problem, 1, 16).score <= state.best_score[0] < np.inf


def test_threads_do_not_matter(problem):
    one, four = (Search(problem, seed=1, budget=Budget(7, 40_000), jobs=jobs).run() for jobs in (1, 4))
    assert one.score == four.score > 0
    assert np.array_equal(one.part, four.part)


def test_a_time_limit_is_kept(problem):
    search(problem, 1, 1000)  # compiled before the clock starts
    before = time.monotonic()
    found = search(problem, 1, 100_000_000, seconds=0.5)
    assert time.monotonic() - before < 30
    assert np.isfinite(found.score)


@pytest.fixture
def interruptible():
    """Ctrl-C as a person's terminal has it: a process started in the background inherits "ignore"."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def test_ctrl_c_keeps_the_best(problem, interruptible):
    timer = threading.Timer(0.5, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    found = search(problem, 8, 1 << 40)
    timer.join()
    assert found.interrupted
    assert np.bincount(found.part, minlength=3).min() > 0


def test_an_interrupted_split_says_so(tangled, interruptible):
    timer = threading.Timer(1.0, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    made = split(tangled, effort=1000)
    timer.join()
    assert any("stopped by the user" in note for note in made.notes)


def test_progress_is_a_share_and_the_best_so_far(problem):
    seen = []
    Search(problem, seed=0, budget=Budget(2, 600_000), progress=lambda share, best: seen.append((share, best))).run()
    assert seen
    assert all(0 <= share <= 1 for share, _ in seen)
    assert [best for _, best in seen] == sorted((best for _, best in seen), reverse=True)


def test_threads_do_not_matter_where_nothing_is_touched():
    corpus = Corpus.from_sentences([[f"e{i // 3}"] for i in range(150)], [[(0, 1, "X")]] * 150)
    incidence = arrange(corpus).incidence
    easy = make_problem(incidence, Goal.parts(np.array([0.8, 0.1, 0.1])))
    one, four = (Search(easy, seed=1, budget=Budget(8, 20_000), jobs=jobs).run() for jobs in (1, 4))
    assert one.score == four.score == 0
    assert np.array_equal(one.part, four.part)
