"""Rounds of annealing, each from its own start point; the best split of all is kept.

Work is measured in moves, so a seed gives the same split on a fast and a slow machine. With a time limit the rounds
go on until it is reached: more time only adds moves, so it never gives a worse split.
"""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from itertools import count, islice

import numpy as np

from nerproof.corpus import Ids
from nerproof.splits.optimiser.compiling import IS_COMPILED
from nerproof.splits.optimiser.kernel import Plan, Problem, State, anneal
from nerproof.splits.optimiser.ladder import Budget
from nerproof.splits.optimiser.problem import make_state
from nerproof.splits.optimiser.starts import n_groups, start

CHUNK = 1 << 18 if IS_COMPILED else 1 << 11

Progress = Callable[[float, float], None]  # share done, best score so far


@dataclass
class Found:
    """The best split so far and how it came about."""

    part: Ids
    score: float
    round: int
    interrupted: bool = False


class Search:
    """One search; ``run`` may be interrupted at any time and returns the best split met until then."""

    def __init__(
        self, problem: Problem, *, seed: int, budget: Budget, jobs: int = 0, progress: Progress | None = None
    ) -> None:
        self.problem = problem
        self.seed = seed
        self.budget = budget
        self.jobs = jobs or min(os.cpu_count() or 1, 4)
        self.progress = progress
        self.stop = threading.Event()
        self.lock = threading.Lock()
        self.best: Found | None = None
        self.perfect = math.inf  # the first round that touches nothing: later ones are not needed, earlier ones go on
        self.moves_done = 0
        self.started = time.monotonic()
        self.until = self.started + (math.inf if budget.seconds is None else budget.seconds)

    def run(self) -> Found:
        if len(self.problem.group_start) < 3 or len(self.problem.against) < 2:
            return Found(np.zeros(n_groups(self.problem), dtype=np.int32), 0.0, 0)
        rounds = count() if self.budget.seconds is not None else iter(range(self.budget.rounds))
        with ThreadPoolExecutor(self.jobs) as pool:
            try:
                interrupted = self._run_all(pool, rounds)
            finally:
                self.stop.set()
        if self.best is None:
            raise KeyboardInterrupt
        self.best.interrupted = interrupted
        return self.best

    def _run_all(self, pool: ThreadPoolExecutor, rounds: Iterator[int]) -> bool:
        """True if the user stopped it."""
        pending: set[Future[None]] = {pool.submit(self._round, r) for r in islice(rounds, self.jobs)}
        try:
            while pending:
                done, pending = wait(pending, timeout=0.1, return_when=FIRST_COMPLETED)
                for future in done:
                    future.result()
                self._check_time()
                pending |= {pool.submit(self._round, r) for r in islice(rounds, len(done)) if not self._over(r)}
                self._show()
        except KeyboardInterrupt:
            self.stop.set()
            wait(pending)
            return True
        return False

    def _round(self, number: int) -> None:
        rng = np.random.default_rng([self.seed, number])
        total = self.budget.moves(number)
        part, hot = start(self.problem, number, total, rng)
        state = make_state(self.problem, part, rng)
        schedule = Plan(hot=hot, cold=0.1, soft=0.2, hard=8.0)
        for first in range(0, total, CHUNK):
            last = min(first + CHUNK, total)
            anneal(self.problem, state, schedule, first, last, total)
            self._offer(state, number, last - first)
            if state.best_score[0] == 0 or self._over(number):
                break

    def _offer(self, state: State, number: int, moves: int) -> None:
        """Keeps the better split; of equal ones that of the earlier round, so that threads do not matter."""
        with self.lock:
            self.moves_done += moves
            key = (float(state.best_score[0]), number)
            if self.best is None or key < (self.best.score, self.best.round):
                self.best = Found(state.best.copy(), *key)
            if key[0] == 0:
                self.perfect = min(self.perfect, number)

    def _over(self, number: int) -> bool:
        return self.stop.is_set() or number > self.perfect

    def _check_time(self) -> None:
        if time.monotonic() > self.until:
            self.stop.set()

    def _show(self) -> None:
        if self.progress is None or self.best is None:
            return
        share = (
            (time.monotonic() - self.started) / self.budget.seconds
            if self.budget.seconds
            else self.moves_done / self.budget.total
        )
        self.progress(min(share, 1.0), self.best.score)
