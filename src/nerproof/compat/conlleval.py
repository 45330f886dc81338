"""conlleval.pl, the CoNLL-2000/2002/2003 shared tasks' scorer (Tjong Kim Sang), as vector operations.

A tag is split at its first hyphen; one without hyphen is a prefix without type. E and S get no full treatment
there: ``E B`` of one type is one chunk, and so are ``S S``. That is kept, it is what the program answers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from nerproof.compat import scorer
from nerproof.compat.coding import TagPair, number
from nerproof.compat.counts import Row, TypeCounts, rows_by_type
from nerproof.compat.spans import Borders, ChunkRule, Reading, Spans

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from nerproof.compat.coding import Tags

RULE = ChunkRule(
    prefixes="OBIE.[]?",
    end="BB BO IB IO EE EI EO [* ]* B*! I*! E*! ?*!",
    start="BB IB OB OI EE EI OE *[ *] *B! *I! *E! *?!",
)


class Chunks(NamedTuple):
    """Both sides' borders and type numbers, place by place."""

    names: list[str]
    gold: Borders
    pred: Borders
    gold_type: NDArray[Any]
    pred_type: NDArray[Any]


def mentions(pair: TagPair) -> Reading:
    """Chunks from each start to the next end."""
    chunks = read(pair)
    sides = ((chunks.gold, chunks.gold_type), (chunks.pred, chunks.pred_type))
    gold, pred = (_spans(borders, types) for borders, types in sides)
    return Reading(chunks.names, gold, pred)


def _spans(borders: Borders, types: NDArray[Any]) -> Spans:
    start, end = np.flatnonzero(borders.start), np.append(np.flatnonzero(borders.end), len(types))
    return Spans(start, end[np.searchsorted(end, start, side="right")], types[start])


@scorer("conlleval", rule="I- opens a mention after O or another type; E- and S- are only half known", read=mentions)
def conlleval(pair: TagPair) -> list[Row]:
    """conlleval.pl of the CoNLL shared tasks: precision, recall, FB1 and token accuracy."""
    pair.refuse(np.array([tag == "" for tag in pair.tags]), "conlleval needs a tag on every line.")
    return [*rows_by_type(count(pair)), pair.accuracy()]


def report(gold: Tags, pred: Tags) -> str:
    """What conlleval.pl prints, to the letter.

    >>> print(report([["B-PER", "O", "B-LOC"]], [["B-PER", "O", "O"]]))
    processed 3 tokens with 2 phrases; found: 1 phrases; correct: 1.
    accuracy:  66.67%; precision: 100.00%; recall:  50.00%; FB1:  66.67
                  LOC: precision:   0.00%; recall:   0.00%; FB1:   0.00  0
                  PER: precision: 100.00%; recall: 100.00%; FB1: 100.00  1
    """
    pair = TagPair.of(gold, pred)
    rows = {(r["label"], r["metric"]): r for r in conlleval(pair)}
    correct, found, phrases = count(pair).total()
    lines = [f"processed {pair.n_tokens} tokens with {phrases} phrases; found: {found} phrases; correct: {correct}."]
    if pair.n_tokens:
        lines.append(f"accuracy: {100 * rows['ALL', 'accuracy']['value']:6.2f}%; {_scores(rows, 'ALL')}")
        labels = sorted({label for label, _ in rows} - {"ALL"})
        lines += [f"{x:>17}: {_scores(rows, x)}  {rows[x, 'precision']['total']}" for x in labels]
    return "\n".join(lines)


def _scores(rows: dict[tuple[str, str], Row], label: str) -> str:
    precision, recall, f1 = (100 * rows[label, metric]["value"] for metric in ("precision", "recall", "f1"))
    return f"precision: {precision:6.2f}%; recall: {recall:6.2f}%; FB1: {f1:6.2f}"


def count(pair: TagPair) -> TypeCounts:
    """Chunks of each side at their starts; correct ones where both sides end together."""
    chunks = read(pair)
    correct = chunks.gold_type[_places_of_correct(chunks)]
    return TypeCounts.tally(
        chunks.names, correct, chunks.pred_type[chunks.pred.start], chunks.gold_type[chunks.gold.start]
    )


def read(pair: TagPair) -> Chunks:
    parts = [tag.split("-", 1) if "-" in tag else [tag, ""] for tag in pair.tags]
    names, types = number(part[1] for part in parts)
    classes = RULE.classes(part[0] for part in parts)
    gold, pred = (RULE.borders(ids, classes, types) for ids in (pair.gold, pair.pred))
    return Chunks(names, gold, pred, types[pair.gold], types[pair.pred])


def _places_of_correct(chunks: Chunks) -> NDArray[np.int64]:
    """The last place of every chunk that the program counts as correct.

    It opens a hope where both sides start a chunk of one type, and drops it at the first place where only
    one side ends or the types part; the chunk counts if both end first. So: the hope lives at i-1 if the last
    opening is not older than the last verdict.
    """
    gold, pred = chunks.gold, chunks.pred
    same_type = chunks.gold_type == chunks.pred_type
    same_before = np.concatenate([[True], same_type[:-1]])
    both_end = gold.end & pred.end & same_before
    verdict = both_end | (gold.end != pred.end) | ~same_type
    opening = gold.start & pred.start & same_type
    place = np.arange(len(opening))
    opened = np.maximum.accumulate(np.where(opening, place, -1))
    judged = np.maximum.accumulate(np.where(verdict, place, -1))
    hopeful = (opened >= judged) & (opened >= 0)
    closing = np.flatnonzero(both_end[1:] & hopeful[:-1])
    return np.append(closing, len(place) - 1) if hopeful[-1] else closing
