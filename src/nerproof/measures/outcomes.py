"""What became of every mention: the fields of the confusion matrix, mention by mention, for drill-down."""

from __future__ import annotations

from nerproof.measures.metrics.confusion import confusion
from nerproof.measures.metrics.matching import assignment_of
from nerproof.measures.metrics.semeval import tallies
from nerproof.measures.pairing import Pair
from nerproof.record import record


@record(eq=True)
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
    found = confusion(pair)
    rows: dict[str, dict[str, int]] = {}
    for i, name in enumerate(found.types):
        own = dict(zip(found.types, found.matrix[i].tolist(), strict=True))
        own |= {"boundary": int(found.boundary[i]), "both": int(found.both[i].sum()), "missed": int(found.missed[i])}
        rows[name] = {key: count for key, count in own.items() if count}
    spurious = dict(zip(found.types, found.spurious.tolist(), strict=True))
    rows["spurious"] = {key: count for key, count in spurious.items() if count}
    return {name: row for name, row in rows.items() if row}


def semeval(pair: Pair) -> dict[str, dict[str, int]]:
    """SemEval-2013's five counts by schema, over all types."""
    return {schema: by_label["ALL"]._asdict() for schema, by_label in tallies(pair).items()}
