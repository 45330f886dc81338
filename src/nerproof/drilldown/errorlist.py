"""The errors themselves, one JSON line each: class, gold, prediction, sentence, file and line.

Classes: ``type`` (right span, wrong type), ``boundary`` (right type, overlapping span), ``both`` (overlap, wrong type),
``missed``, ``spurious``. Mentions are paired as in metrics/matching.py.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.base.atomic import atomic
from nerproof.measures.metrics.matching import assignment_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from nerproof.corpus import Corpus
    from nerproof.measures.pairing import Pair

CLASSES = ("type", "boundary", "both", "missed", "spurious")


def errors(pair: Pair) -> Iterator[dict[str, Any]]:
    """Every gold mention that was not predicted as it is and every wrong prediction, in the order of the text."""
    found = assignment_of(pair)
    wrong_gold = np.flatnonzero(~pair.gold_hit)
    wrong_pred = np.flatnonzero(~pair.pred_hit & (found.pred < 0))
    items = [(int(pair.gold.mentions.start[g]), 0, g, int(found.gold[g])) for g in wrong_gold.tolist()]
    items += [(int(pair.pred.mentions.start[p]), 1, -1, p) for p in wrong_pred.tolist()]
    for _, _, g, p in sorted(items):
        yield _error(pair, g, p)


def _error(pair: Pair, g: int, p: int) -> dict[str, Any]:
    sentence = int(pair.gold_sentence[g] if g >= 0 else pair.pred_sentence[p])
    return {
        "class": _class(pair, g, p),
        "gold": _mention(pair.gold, g, sentence) if g >= 0 else None,
        "pred": _mention(pair.pred, p, sentence) if p >= 0 else None,
        "sentence": " ".join(pair.gold.sentence(sentence)),
        "place": pair.gold.place(sentence),
        "system": pair.name,
    }


def _class(pair: Pair, g: int, p: int) -> str:
    if g < 0 or p < 0:
        return "spurious" if g < 0 else "missed"
    gold, pred = pair.gold.mention(g), pair.pred.mention(p)
    if gold.type == pred.type:
        return "boundary"
    return "type" if (gold.start, gold.end) == (pred.start, pred.end) else "both"


def _mention(corpus: Corpus, i: int, sentence: int) -> dict[str, Any]:
    first = int(corpus.sentences[sentence])
    mention = corpus.mention(i)
    span = {"start": mention.start - first, "end": mention.end - first}
    return {**span, "type": mention.type, "text": corpus.surface(i)}


def count_by_class(items: Iterable[dict[str, Any]]) -> dict[str, int]:
    """How many errors of each class; all five are there."""
    counts = dict.fromkeys(CLASSES, 0)
    for item in items:
        counts[item["class"]] += 1
    return counts


def write_errors(pairs: Iterable[Pair], path: Path) -> int:
    """Writes the errors of all systems as JSONL and returns how many there are."""
    n = 0
    with atomic(path) as temporary, temporary.open("w", encoding="utf-8", newline="\n") as out:
        for pair in pairs:
            for item in errors(pair):
                out.write(json.dumps(item, ensure_ascii=False, sort_keys=True) + "\n")
                n += 1
    return n
