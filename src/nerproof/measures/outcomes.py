"""What became of every mention: the fields of the confusion matrix, mention by mention, for drill-down."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from nerproof.index.pairs import Pairs
from nerproof.measures.metrics.matching import assignment_of
from nerproof.measures.metrics.semeval import tallies
from nerproof.measures.pairing import Pair


@dataclass(frozen=True)
class Fates:
    """Per gold mention the field of its row: a type where the span is right, ``boundary``, ``both`` or ``missed``.

    Per prediction: ``correct``, ``type``, ``boundary``, ``both`` or ``spurious``.
    """

    gold: list[str]
    pred: list[str]


def fates(pair: Pair) -> Fates:
    """Pairs mentions as confusion() does, so that counting these gives its matrix."""
    found = assignment_of(pair)
    pred, pairs = pair.pred.mentions, found.edges
    of_gold, of_pred = ["missed"] * len(pair.gold.mentions), ["spurious"] * len(pred)
    columns = (x.tolist() for x in (pairs.gold, pairs.pred, pairs.span, pairs.type))
    for i, j, exact, equal in zip(*columns, strict=True):
        of_gold[i] = pair.types[int(pred.type[j])] if exact else "boundary" if equal else "both"
        of_pred[j] = ("correct" if equal else "type") if exact else ("boundary" if equal else "both")
    return Fates(of_gold, of_pred)


def fields(pair: Pair) -> dict[str, dict[str, int]]:
    """The confusion matrix by names, without its zeros: gold type -> field -> count, and a row ``spurious``."""
    found, n = assignment_of(pair), len(pair.types)
    gold, pred, edges = pair.gold.mentions.type, pair.pred.mentions.type, found.edges
    columns = (*pair.types, "boundary", "both", "missed")
    field = np.full(len(gold), n + 2)
    field[edges.gold] = np.where(edges.span, pred[edges.pred], np.where(edges.type, n, n + 1))
    alone = pred[found.pred < 0]
    counts = Pairs()
    counts.add(np.append(gold, np.full(len(alone), n)), np.append(field, alone))
    rows: dict[str, dict[str, int]] = {}
    for row, column, count in zip(*(x.tolist() for x in counts.triples()), strict=True):
        rows.setdefault((*pair.types, "spurious")[row], {})[columns[column]] = count
    return rows


def semeval(pair: Pair) -> dict[str, dict[str, int]]:
    """SemEval-2013's five counts by schema, over all types."""
    return {schema: by_label["ALL"]._asdict() for schema, by_label in tallies(pair).items()}
