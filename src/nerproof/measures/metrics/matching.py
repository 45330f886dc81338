"""Which gold mention each prediction stands for: an optimal one-to-one assignment of overlapping mentions.

Two mentions may be paired if they share a token. Of all one-to-one pairings the best is taken, by a criterion that is
a list of aims, the first one deciding, the next ones breaking ties:

* ``BY_BORDERS``: most pairs with equal span and type; most with equal spans; most pairs; most with equal types; most
  shared tokens. It is optimal for SemEval-2013's strict, exact and partial schemas at once.
* ``BY_TYPE``: most pairs with equal types; most pairs; most with equal spans; most shared tokens. Optimal for the
  type schema, which may pair differently.

The answer depends on the two sets of mentions only, never on the order in which a system wrote them.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.corpus import Ints, Mentions
from nerproof.corpus.model import numbered_parts
from nerproof.corpus.places import overlapping

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nerproof.corpus import Bools
    from nerproof.measures.pairing import Pair

BY_BORDERS = ("strict", "span", "pair", "type", "shared")
BY_TYPE = ("type", "pair", "span", "shared")
SMALL = 4  # up to this many on the shorter side, trying all pairings is faster than loading scipy
EXACT_FLOAT = 2**53


@dataclass(frozen=True, eq=False)
class Edges:
    """All pairs of a gold and a predicted mention that share a token."""

    gold: Ints
    pred: Ints
    shared: Ints  # tokens in both
    span: Bools  # equal borders
    type: Bools  # equal types
    sure: int = 0  # the first so many are equal mentions that touch no other: every criterion pairs them

    def take(self, where: Ints | Bools | slice) -> Edges:
        return Edges(self.gold[where], self.pred[where], self.shared[where], self.span[where], self.type[where])

    def __len__(self) -> int:
        return len(self.gold)

    def aim(self, name: str) -> Ints:
        """How much each pair adds to an aim."""
        if name == "pair":
            return np.ones(len(self), dtype=np.int64)
        values = self.span & self.type if name == "strict" else getattr(self, name)
        return np.asarray(values, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Assignment:
    """The partner of each gold and each predicted mention, -1 without one; ``edges`` are the pairs."""

    gold: Ints
    pred: Ints
    edges: Edges


def edges_of(pair: Pair) -> Edges:
    """The overlaps of a pair of corpora."""
    gold, pred = pair.gold.mentions, pair.pred.mentions
    flat = _is_flat(gold) and _is_flat(pred)
    return _beside_equals(pair, gold, pred) if flat else overlaps(gold, pred)


def assignment_of(pair: Pair, criterion: tuple[str, ...] = BY_BORDERS) -> Assignment:
    """The best assignment of a pair of corpora, found once per criterion."""

    def found(pair: Pair) -> Assignment:
        return assign(pair.gold.mentions, pair.pred.mentions, pair.remember(edges_of), criterion)

    return pair.remember(found, ("assignment", criterion))


def _is_flat(mentions: Mentions) -> bool:
    return bool((mentions.start[1:] >= mentions.end[:-1]).all())


def _beside_equals(pair: Pair, gold: Mentions, pred: Mentions) -> Edges:
    """Without nesting, equal mentions touch nothing else: only the others are searched for overlaps."""
    g, p = np.flatnonzero(pair.gold_hit), np.flatnonzero(pair.pred_hit)
    left, right = np.flatnonzero(~pair.gold_hit), np.flatnonzero(~pair.pred_hit)
    rest = overlaps(gold.take(left), pred.take(right))
    equal = np.ones(len(g), dtype=np.bool_)
    sure = Edges(g, p, gold.end[g] - gold.start[g], equal, equal)
    return _joined(sure, Edges(left[rest.gold], right[rest.pred], rest.shared, rest.span, rest.type))


def _joined(sure: Edges, rest: Edges) -> Edges:
    def column(name: str) -> Any:
        return np.concatenate([getattr(sure, name), getattr(rest, name)])

    return Edges(column("gold"), column("pred"), column("shared"), column("span"), column("type"), len(sure))


def overlaps(gold: Mentions, pred: Mentions) -> Edges:
    """Pairs that share a token; both sides are sorted by start, and ends may be in any order (nesting)."""
    p, g = overlapping(pred.start, pred.end, gold.start, gold.end)
    shared = np.minimum(gold.end[g], pred.end[p]) - np.maximum(gold.start[g], pred.start[p])
    span = (gold.start[g] == pred.start[p]) & (gold.end[g] == pred.end[p])
    parts = numbered_parts((gold, pred))
    if parts is not None:
        span &= parts[0][0][g] == parts[0][1][p]
    return Edges(g, p, shared, span, gold.type[g] == pred.type[p])


def assign(gold: Mentions, pred: Mentions, edges: Edges, criterion: Sequence[str]) -> Assignment:
    """The best one-to-one choice among the edges."""
    chosen = _choose(gold, pred, edges, criterion)
    partner_of_gold = np.full(len(gold), -1, dtype=np.int64)
    partner_of_pred = np.full(len(pred), -1, dtype=np.int64)
    partner_of_gold[chosen.gold], partner_of_pred[chosen.pred] = chosen.pred, chosen.gold
    return Assignment(partner_of_gold, partner_of_pred, chosen)


def _choose(gold: Mentions, pred: Mentions, edges: Edges, criterion: Sequence[str]) -> Edges:
    if edges.sure:
        sure, rest = edges.take(slice(edges.sure)), edges.take(slice(edges.sure, None))
        return _joined(sure, _choose(gold, pred, rest, criterion))
    lonely = (np.bincount(edges.gold, minlength=len(gold))[edges.gold] == 1) & (
        np.bincount(edges.pred, minlength=len(pred))[edges.pred] == 1
    )
    if lonely.all():
        return edges
    # Nearly all mentions have one overlap at most: the rest of the work is about the few others.
    rest = edges.take(~lonely)
    group = _groups(gold, pred, rest)
    picked = _pick_in_groups(rest, group, criterion)
    return edges.take(np.concatenate([np.flatnonzero(lonely), np.flatnonzero(~lonely)[picked]]))


def _groups(gold: Mentions, pred: Mentions, edges: Edges) -> Ints:
    """A group number per edge: edges whose stretches of text touch no other's can be decided on their own."""
    start = np.minimum(gold.start[edges.gold], pred.start[edges.pred])
    end = np.maximum(gold.end[edges.gold], pred.end[edges.pred])
    order = np.argsort(start, kind="stable")
    reach = np.maximum.accumulate(end[order])
    opens = np.concatenate([[True], start[order][1:] >= reach[:-1]])
    group = np.empty(len(edges), dtype=np.int64)
    group[order] = np.cumsum(opens) - 1
    return group


def _pick_in_groups(edges: Edges, group: Ints, criterion: Sequence[str]) -> Ints:
    """Edges chosen in each group: the best one where all share a mention, else the best set of them."""
    keys = [-edges.aim(name) for name in criterion]
    order = np.lexsort((edges.pred, edges.gold, *reversed(keys), group))
    bounds = np.append(np.flatnonzero(np.diff(group[order], prepend=-1)), len(order))
    star = _is_constant(edges.gold[order], bounds) | _is_constant(edges.pred[order], bounds)
    picked = [order[bounds[:-1][star]]]
    for i in np.flatnonzero(~star).tolist():
        members = order[bounds[i] : bounds[i + 1]]
        picked.append(members[_best_set(edges.take(members), criterion)])
    return np.concatenate(picked)


def _is_constant(values: Ints, bounds: Ints) -> Bools:
    return np.asarray(np.maximum.reduceat(values, bounds[:-1]) == np.minimum.reduceat(values, bounds[:-1]))


def _best_set(edges: Edges, criterion: Sequence[str]) -> Ints:
    """Numbers of the chosen edges of one small tangle."""
    golds, g = np.unique(edges.gold, return_inverse=True)
    preds, p = np.unique(edges.pred, return_inverse=True)
    weight = np.zeros((len(golds), len(preds)), dtype=np.int64)
    weight[g, p] = _weights(edges, criterion, min(weight.shape))
    number = np.full(weight.shape, -1, dtype=np.int64)
    number[g, p] = np.arange(len(edges))
    rows, columns = _solve(weight)
    found = number[rows, columns]
    return found[found >= 0]


def _weights(edges: Edges, criterion: Sequence[str], most: int) -> Ints:
    """One integer per edge whose sums order sets of at most ``most`` edges by the criterion."""
    total = np.zeros(len(edges), dtype=np.int64)
    bound = 1
    for name in reversed(criterion):
        value = edges.aim(name)
        top = int(value.max(initial=0)) * most + 1
        if bound * top > EXACT_FLOAT:
            # Hundreds of mentions over one another: the last aims, which only break ties, are let go.
            total, bound = np.zeros(len(edges), dtype=np.int64), 1
        total += value * bound
        bound *= top
    return total


def _solve(weight: Ints) -> tuple[Ints, Ints]:
    """Rows and columns of the heaviest one-to-one choice."""
    if weight.shape[0] > weight.shape[1]:
        columns, rows = _solve(weight.T)
        return rows, columns
    n, m = weight.shape
    if n <= SMALL and m <= SMALL + 1:
        rows = np.arange(n)
        best = max(permutations(range(m), n), key=lambda columns: int(weight[rows, list(columns)].sum()))
        return rows, np.array(best, dtype=np.int64)
    from scipy.optimize import linear_sum_assignment

    found = linear_sum_assignment(weight, maximize=True)
    return np.asarray(found[0], dtype=np.int64), np.asarray(found[1], dtype=np.int64)
