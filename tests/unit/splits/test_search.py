"""Anytime: interrupted, limited or longer, the search returns its best."""

from __future__ import annotations

import signal
import threading
import time

import numpy as np
import pytest

from nerproof.corpus import Corpus
from nerproof.splits import split
from nerproof.splits.optimiser.problem import Bounds, make_problem
from nerproof.splits.optimiser.search import Budget, Search
from nerproof.splits.units import arrange


@pytest.fixture(scope="module")
def problem(clustered):
    incidence = arrange(clustered(400, seed=2)).incidence
    return make_problem(incidence, np.array([0.8, 0.1, 0.1]), bounds=Bounds(), weight=np.array([0.0, 0.7, 1.0]))


def search(problem, rounds, moves=20_000, **more):
    return Search(problem, seed=0, budget=Budget(rounds, moves, **more)).run()


def test_more_rounds_are_never_worse(problem):
    scores = [search(problem, rounds).score for rounds in (1, 2, 4, 8)]
    assert scores == sorted(scores, reverse=True)


def test_a_time_limit_is_kept(problem):
    search(problem, 1, 1000)  # compiled before the clock starts
    before = time.monotonic()
    found = search(problem, 1, 10_000_000, seconds=0.5)
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


def test_an_interrupted_split_says_so(clustered, interruptible):
    timer = threading.Timer(1.0, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    made = split(clustered(400, seed=2), effort=1000)
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
    easy = make_problem(incidence, np.array([0.8, 0.1, 0.1]), bounds=Bounds(), weight=np.array([0.0, 0.7, 1.0]))
    one, four = (Search(easy, seed=1, budget=Budget(8, 20_000), jobs=jobs).run() for jobs in (1, 4))
    assert one.score == four.score == 0
    assert np.array_equal(one.part, four.part)
