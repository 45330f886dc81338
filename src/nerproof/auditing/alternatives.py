"""What could stand at a site instead of gold's answer, and what speaks for it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from nerproof.auditing.reliability import log_odds
from nerproof.corpus import Bools, Floats, Ints
from nerproof.measures.votes import Answer, Votes

KINDS = ("type", "boundary", "both", "missing", "spurious")  # what is wrong with gold if the alternative is right


@dataclass(frozen=True, eq=False)
class Alternatives:
    """One row per site and answer that differs from gold's; ``voter`` is the first that has the answer."""

    votes: Votes
    site: Ints
    voter: Ints
    train: Votes | None = None  # the mentions of training data

    @classmethod
    def of(cls, votes: Votes, train: Votes | None = None) -> Alternatives:
        first = votes.answers == np.arange(len(votes.voters))
        first[:, 0] = False
        site, voter = np.nonzero(first)
        return cls(votes, site.astype(np.int64), voter.astype(np.int64), train)

    def __len__(self) -> int:
        return len(self.site)

    @cached_property
    def weights(self) -> Floats:
        """Per system: log-odds of agreeing with gold at a site, none below 0."""
        answers = self.votes.answers[:, 1:]
        n = len(answers)
        agrees = (answers == 0).sum(axis=0)
        return np.maximum(np.log((agrees + 0.5) / (n - agrees + 0.5)), 0.05)

    @cached_property
    def support(self) -> Floats:
        """Share of the systems' weight that is for the alternative."""
        return self._share(self.votes.answers[self.site, 1:] == self.voter[:, None])

    @cached_property
    def support_of_gold(self) -> Floats:
        return self._share(self.votes.answers[self.site, 1:] == 0)

    def _share(self, agrees: Bools) -> Floats:
        return agrees @ self.weights / self.weights.sum()

    @cached_property
    def reliability(self) -> Floats:
        """Log-odds of the mentions that the alternative adds, less those that it takes away."""
        odds = log_odds(self.votes, self.train)
        total = self._sum_of_changes(odds)
        return total / np.sqrt(np.maximum(self.n_changes, 1))

    @cached_property
    def n_changes(self) -> Floats:
        """Mentions that the alternative adds or takes away."""
        return self._sum_of_changes(None)

    def _sum_of_changes(self, odds: Floats | None) -> Floats:
        """Over the rows of each alternative's site: what it has and gold has not, less the reverse."""
        v, found = self.votes, np.zeros(len(self))
        for k in range(1, len(v.voters)):
            mine = self.voter == k
            change = v.has[:, k].astype(np.float64) - v.has[:, 0]
            each = np.abs(change) if odds is None else change * odds
            found[mine] = np.add.reduceat(each, v.site_rows[:-1])[self.site[mine]] if v.n_sites else 0.0
        return found

    @cached_property
    def kind(self) -> Ints:
        """The number in KINDS."""
        return self._shapes[:, 0]

    @cached_property
    def longer(self) -> Floats:
        """Whether the alternative lengthens or joins gold's mentions (1) or splits them (-1), times the voters' weight.

        Gold that was cut short is often wrong; systems that cut a name in pieces often are.
        """
        found: Floats = self._shapes[:, 1] * self.weights.mean()
        return found

    @cached_property
    def _shapes(self) -> Ints:
        pairs = (self.both(i) for i in range(len(self)))
        return np.array([(kind_of(*pair), lengthens(*pair)) for pair in pairs], dtype=np.int64).reshape(-1, 2)

    def both(self, i: int) -> tuple[Answer, Answer]:
        """Gold's answer and the alternative."""
        site = int(self.site[i])
        return self.votes.answer(site, 0), self.votes.answer(site, int(self.voter[i]))


def kind_of(gold: Answer, other: Answer) -> int:
    """What is wrong with gold if the other answer is right.

    >>> from nerproof.measures.votes import Span
    >>> KINDS[kind_of((Span(0, 1, "LOC"),), (Span(0, 1, "ORG"),))], KINDS[kind_of((), (Span(0, 1, "ORG"),))]
    ('type', 'missing')
    """
    if not gold:
        return KINDS.index("missing")
    if not other:
        return KINDS.index("spurious")
    if {s[:2] for s in gold} == {s[:2] for s in other}:
        return KINDS.index("type")
    return KINDS.index("boundary" if {s.type for s in gold} == {s.type for s in other} else "both")


def lengthens(gold: Answer, other: Answer) -> int:
    """1 where the other answer joins gold's mentions or has more of the tokens, -1 where it splits them, else 0.

    >>> from nerproof.measures.votes import Span
    >>> lengthens((Span(0, 1, "LOC"),), (Span(0, 2, "LOC"),)), lengthens((Span(0, 3, "ORG"),), (Span(0, 1, "ORG"),))
    (1, 0)
    """
    if not gold or not other:
        return 0
    if len(gold) != len(other):
        return 1 if len(other) < len(gold) else -1
    return int(sum(s.end - s.start for s in other) > sum(s.end - s.start for s in gold))
