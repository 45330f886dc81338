"""How long each round of the search is: short rounds first, then full ones, then longer ones.

The rounds of a small budget are the first rounds of every larger one, so more effort or time only adds candidates and
never gives a worse split; and a search that is cut short has finished at least its short rounds.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, count, takewhile

from nerproof.splits.optimiser.compiling import IS_COMPILED

STEPS = 2  # rounds of a sixteenth and a quarter come before the first full one
SAME = 2  # full rounds before their length doubles
PER_GROUP = 1500  # moves of a full round for each group
SHORTEST, LONGEST = 8e6, 3e7  # moves of a full round
ALWAYS = 100  # moves for each group of a full round, however large the corpus
INTERPRETED = 300  # times slower without numba


@dataclass(frozen=True)
class Budget:
    """How long to search: a number of rounds, or as many as fit in ``seconds``."""

    rounds: int
    full: int  # moves of a full round
    seconds: float | None = None

    @classmethod
    def of(cls, n_groups: int, *, effort: float = 1.0, seconds: float | None = None) -> Budget:
        """At effort 1 two short rounds and a full one."""
        scale = 1 if IS_COMPILED else INTERPRETED
        wanted = max(min(max(PER_GROUP * n_groups, SHORTEST), LONGEST), ALWAYS * n_groups)
        budget = cls(1, max(int(wanted / scale), 1 << 2 * STEPS), seconds)
        moves = effort * sum(budget.moves(r) for r in range(STEPS + 1))
        fitting = takewhile(lambda end: end <= moves, accumulate(budget.moves(r) for r in count()))
        return cls(max(sum(1 for _ in fitting), 1), budget.full, seconds)

    def moves(self, number: int) -> int:
        """The length of a round.

        >>> [Budget(1, 160).moves(r) for r in range(7)]
        [10, 40, 160, 160, 320, 320, 640]
        """
        if number < STEPS:
            return self.full >> 2 * (STEPS - number)
        return self.full << ((number - STEPS) // SAME)

    @property
    def total(self) -> int:
        return sum(self.moves(r) for r in range(self.rounds))
