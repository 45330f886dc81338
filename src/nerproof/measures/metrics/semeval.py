"""SemEval-2013 task 9's schemas exact, partial and type (strict is a metric of its own), paired optimally.

Each gold mention is COR, INC, PAR or MIS under a schema, each prediction COR, INC, PAR or SPU, so that always
gold = COR + INC + PAR + MIS and predictions = COR + INC + PAR + SPU. A count of a pair is charged to the type of its
gold mention on the gold side and to that of the prediction on the other. See matching.py for what "optimally" means.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from nerproof.measures.metrics import metric
from nerproof.measures.metrics.matching import BY_BORDERS, BY_TYPE, assignment_of
from nerproof.measures.metrics.sides import Credit, two_sided

if TYPE_CHECKING:
    from nerproof.corpus import Bools, Ints
    from nerproof.measures.metrics.matching import Assignment
    from nerproof.measures.pairing import Pair

SCHEMAS = ("strict", "exact", "partial", "type")


class Tally(NamedTuple):
    """SemEval's five counts of one schema and one type (or all)."""

    correct: int
    incorrect: int
    partial: int
    missed: int
    spurious: int


class Paired(NamedTuple):
    """For every mention of one side: has it a partner, one with its borders, one with its type."""

    paired: Bools
    span: Bools
    type: Bools


def paired(pair: Pair, criterion: tuple[str, ...] = BY_BORDERS) -> tuple[Paired, Paired]:
    """What each gold and each predicted mention shares with its partner, found once for all schemas."""
    return pair.remember(_by_type if criterion == BY_TYPE else _by_borders)


def _by_borders(pair: Pair) -> tuple[Paired, Paired]:
    return _shared(pair, assignment_of(pair, BY_BORDERS))


def _by_type(pair: Pair) -> tuple[Paired, Paired]:
    return _shared(pair, assignment_of(pair, BY_TYPE))


def _shared(pair: Pair, found: Assignment) -> tuple[Paired, Paired]:
    pairs = found.edges
    sides = ((len(pair.gold.mentions), pairs.gold), (len(pair.pred.mentions), pairs.pred))
    gold, pred = (_spread(n, at, pairs.span, pairs.type) for n, at in sides)
    return gold, pred


def _spread(n: int, at: Ints, span: Bools, type_: Bools) -> Paired:
    found = Paired(*(np.zeros(n, dtype=np.bool_) for _ in range(3)))
    found.paired[at], found.span[at], found.type[at] = True, span, type_
    return found


def tallies(pair: Pair) -> dict[str, dict[str, Tally]]:
    """The five counts by schema, then by label (ALL and every type).

    Correct, incorrect, partial and missed are gold's, by gold type; spurious ones are predictions, by their own.
    """
    borders, types = paired(pair), paired(pair, BY_TYPE)
    return {schema: _by_label(pair, schema, *(types if schema == "type" else borders)) for schema in SCHEMAS}


def _by_label(pair: Pair, schema: str, gold: Paired, pred: Paired) -> dict[str, Tally]:
    correct = _correct(schema, gold)
    wrong = gold.paired & ~correct
    nothing = np.zeros(len(wrong), dtype=np.bool_)
    incorrect, partial = (nothing, wrong) if schema == "partial" else (wrong, nothing)
    masks = (correct, incorrect, partial, ~gold.paired)
    n = len(pair.types)
    sums = [np.bincount(pair.gold.mentions.type[mask], minlength=n) for mask in masks]
    sums.append(np.bincount(pair.pred.mentions.type[~pred.paired], minlength=n))
    found = {"ALL": Tally(*(int(column.sum()) for column in sums))}
    return found | {name: Tally(*(int(column[i]) for column in sums)) for i, name in enumerate(pair.types)}


def _correct(schema: str, side: Paired) -> Bools:
    if schema == "strict":
        return side.span & side.type
    return side.type if schema == "type" else side.span


def exact(pair: Pair) -> Credit:
    gold, pred = paired(pair)
    return Credit(gold.span, pred.span)


def partial(pair: Pair) -> Credit:
    gold, pred = paired(pair)
    return Credit(gold.span, pred.span, gold.paired & ~gold.span, pred.paired & ~pred.span)


def type_(pair: Pair) -> Credit:
    gold, pred = paired(pair, BY_TYPE)
    return Credit(gold.type, pred.type)


metric(two_sided("exact", exact, "SemEval-2013 exact: the span is right, whatever the type"))
metric(two_sided("partial", partial, "SemEval-2013 partial: half a point for an overlap, any type", halves=True))
metric(two_sided("type", type_, "SemEval-2013 type: an overlap with the right type"))
