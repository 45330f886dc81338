"""How long each round of the search is and how hot it begins: short rounds first, then full ones, then longer ones.

The rounds of a small budget are the first rounds of every larger one, so more effort or time only adds candidates and
never gives a worse split; and a search that is cut short has finished at least its short rounds.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import accumulate, count, takewhile

from nerproof.splits.optimiser.compiling import IS_COMPILED
from nerproof.splits.optimiser.kernel import Plan

STEPS = 4  # rounds of a sixteenth, an eighth, a quarter and a half come before the first full one
SAME = 4  # full rounds before their length doubles
LEAST, PER_GROUP = 3e7, 40  # moves of all rounds together at effort 1
SHORTEST, LONGEST, WANTED = 3e6, 2e7, 2000  # moves of a full round; WANTED per group
INTERPRETED = 300  # times slower without numba


@dataclass(frozen=True)
class Budget:
    """How long to search: a number of rounds, or as many as fit in ``seconds``."""

    rounds: int
    full: int  # moves of a full round
    seconds: float | None = None

    @classmethod
    def of(cls, n_groups: int, *, effort: float = 1.0, seconds: float | None = None) -> Budget:
        """At effort 1 a small corpus gets a dozen rounds, a very large one five: four short, one full."""
        full = max(min(max(WANTED * n_groups, SHORTEST), LONGEST), PER_GROUP * n_groups / 2)
        moves = max(LEAST, PER_GROUP * n_groups) * effort
        scale = 1 if IS_COMPILED else INTERPRETED
        budget = cls(1, max(int(full / scale), 1 << STEPS), seconds)
        fitting = takewhile(lambda end: end <= moves / scale, accumulate(budget.moves(r) for r in count()))
        return cls(max(sum(1 for _ in fitting), 1), budget.full, seconds)

    def moves(self, number: int) -> int:
        """The length of a round.

        >>> [Budget(1, 160).moves(r) for r in range(10)]
        [10, 20, 40, 80, 160, 160, 160, 160, 320, 320]
        """
        if number < STEPS:
            return self.full >> (STEPS - number)
        return self.full << ((number - STEPS) // SAME)

    @property
    def total(self) -> int:
        return sum(self.moves(r) for r in range(self.rounds))


def plan(moves: int, n_groups: int) -> Plan:
    """The fewer moves there are for each group, the cooler the start: a short round mends what it is given."""
    hot = 0.08 + 0.05 * math.log10(max(moves / max(n_groups, 1), 1.0))
    return Plan(hot=min(hot, 0.25), cold=0.03, soft=0.2, hard=4.0)
