"""nervaluate 1.2: the four SemEval-2013 schemas with its own first-come matching of overlapping mentions.

Each prediction, from left to right, takes the first free gold mention it overlaps (``ent_type``: the nearest
of its type first). The result depends on that order; nerproof's own ``semeval`` metric does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nerproof.compat import scorer
from nerproof.compat.coding import number
from nerproof.compat.counts import Row, harmonic, ratio, row
from nerproof.compat.spans import REPAIRED, Reading, Spans, prefix_classes, read_spans, same_span
from nerproof.measures.metrics.semeval import Tally

if TYPE_CHECKING:
    from collections.abc import Callable

    from nerproof.compat.coding import TagPair

SCHEMAS = ("strict", "ent_type", "partial", "exact")
LEAST_SHARE = 0.01  # of the gold mention's tokens, nervaluate's min_overlap_percentage


def read(pair: TagPair) -> Reading:
    """Type names, and the mentions of both sides as places in the guarded columns."""
    names, types = number(tag[2:] for tag in pair.tags)
    classes = prefix_classes("O" if tag == "O" else "B" if tag[:1] == "B" else "I" for tag in pair.tags)
    found = read_spans(pair, names, types, classes, REPAIRED)
    opening = np.zeros(len(pair.tags), dtype=np.bool_)
    opening[pair.gold[found.gold.start]] = opening[pair.pred[found.pred.start]] = True
    legal = np.array([tag.startswith(("B-", "I-")) for tag in pair.tags])
    pair.refuse(opening & ~legal, "nervaluate reads B-TYPE and I-TYPE only.")
    return found


@scorer(
    "nervaluate", rule="I- opens a mention after O or another type; a tag that opens one must be B- or I-", read=read
)
def nervaluate(pair: TagPair) -> list[Row]:
    """The four schemas of nervaluate; f1 without prefix is strict."""
    names, gold, pred = read(pair)
    found = [r for schema, tally in count(gold, pred).items() for r in _rows("ALL", schema, tally)]
    used = sorted({*np.unique(gold.type).tolist(), *np.unique(pred.type).tolist()}, key=lambda i: names[i])
    for i in used:
        of_type = count(gold.take(gold.type == i), pred.take(pred.type == i))
        found += [r for schema, tally in of_type.items() for r in _rows(names[i], schema, tally)]
    return found


def count(gold: Spans, pred: Spans) -> dict[str, Tally]:
    """All four schemas of two flat lists of mentions.

    A mention predicted with gold's borders overlaps nothing else, so only the others need nervaluate's loop.
    """
    n_places = int(max(gold.start.max(initial=0), pred.start.max(initial=0))) + 1
    exact = same_span(gold, pred, n_places)
    type_at = np.full(n_places, -1, dtype=np.int64)
    type_at[gold.start] = gold.type
    typed = int((type_at[pred.start[exact]] == pred.type[exact]).sum())
    same, others = int(exact.sum()), pred.take(~exact)
    first, right, wrong = _match(gold, others)
    return {
        "strict": _tally(gold, pred, correct=typed, incorrect=same - typed + first),
        "ent_type": _tally(gold, pred, correct=typed + right, incorrect=same - typed + wrong),
        "partial": _tally(gold, pred, correct=same, partial=first),
        "exact": _tally(gold, pred, correct=same, incorrect=first),
    }


def _tally(gold: Spans, pred: Spans, *, correct: int, incorrect: int = 0, partial: int = 0) -> Tally:
    matched = correct + incorrect + partial
    return Tally(correct, incorrect, partial, len(gold.start) - matched, len(pred.start) - matched)


def _match(gold: Spans, others: Spans) -> tuple[int, int, int]:
    """Matches by first overlap, and by type: with the right type and with a wrong one."""
    first = np.searchsorted(gold.end, others.start, side="right")
    last = np.searchsorted(gold.start, others.end, side="left")
    taken, taken_by_type = set[int](), set[int]()
    right = 0
    for i in np.flatnonzero(last > first).tolist():
        near = [g for g in range(int(first[i]), int(last[i])) if _share(gold, others, g, i) >= LEAST_SHARE]
        free = [g for g in near if g not in taken]
        taken.update(free[:1])
        free = [g for g in near if g not in taken_by_type]
        alike = [g for g in free if gold.type[g] == others.type[i]]
        right += bool(alike)
        taken_by_type.update([min(alike, key=_distance(gold, others, i))] if alike else free[:1])
    return len(taken), right, len(taken_by_type) - right


def _share(gold: Spans, pred: Spans, g: int, p: int) -> float:
    shared = min(gold.end[g], pred.end[p]) - max(gold.start[g], pred.start[p])
    return float(shared / (gold.end[g] - gold.start[g]))


def _distance(gold: Spans, pred: Spans, p: int) -> Callable[[int], int]:
    return lambda g: int(abs(gold.start[g] - pred.start[p]) + abs(gold.end[g] - pred.end[p]))


def _rows(label: str, schema: str, tally: Tally) -> list[Row]:
    prefix = "" if schema == "strict" else f"{schema}_"
    weight = tally.correct + (0.5 * tally.partial if schema in ("partial", "ent_type") else 0)
    actual = tally.correct + tally.incorrect + tally.partial + tally.spurious
    possible = tally.correct + tally.incorrect + tally.partial + tally.missed
    precision, recall = ratio(weight, actual), ratio(weight, possible)
    scores = [
        row(label, f"{prefix}precision", precision, *_counts(weight, actual)),
        row(label, f"{prefix}recall", recall, *_counts(weight, possible)),
        row(label, f"{prefix}f1", harmonic(precision, recall), *_counts(2 * weight, actual + possible)),
    ]
    facts = {"n_correct": tally.correct, "n_gold": possible, "n_pred": actual}
    return [item | facts for item in scores] + [
        row(label, f"{prefix}{name}", value) for name, value in tally._asdict().items()
    ]


def _counts(part: float, whole: int) -> tuple[int | None, int]:
    """Half points are no count."""
    return (int(part) if part == int(part) else None), whole
