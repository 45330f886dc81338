"""spaCy's ``Scorer.score_spans(examples, "ents")`` on Docs made from tags, one Doc per sentence.

An empty tag is "not annotated", read as outside. With no mention on either side all scores are None.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nerproof.base.errors import InputError
from nerproof.compat import scorer
from nerproof.compat.coding import number
from nerproof.compat.counts import Row, rows_by_type, rows_of
from nerproof.compat.spans import REPAIRED, Reading, prefix_classes, read_spans

if TYPE_CHECKING:
    from nerproof.compat.coding import TagPair


def mentions(pair: TagPair) -> Reading:
    """The ents of the Docs that spaCy would make of the tags."""
    unwanted = np.array([not _is_legal(tag) for tag in pair.tags])
    pair.refuse(unwanted, "spaCy knows O, B-TYPE and I-TYPE [E177].")
    prefixes = [tag[:1] or "O" for tag in pair.tags]
    names, types = number(tag[2:] for tag in pair.tags)
    classes = prefix_classes(prefixes)
    _refuse_first_inside(pair, np.array([prefix == "I" for prefix in prefixes]))
    return read_spans(pair, names, types, classes, REPAIRED)


@scorer("spacy", rule="I- opens a mention inside a sentence, but one at its start is refused; BIO only", read=mentions)
def spacy(pair: TagPair) -> list[Row]:
    """The Scorer of spaCy on Docs built from the tags."""
    counts = mentions(pair).tally(len(pair.gold))
    return rows_by_type(counts) if counts.types else rows_of("ALL", 0, 0, 0, empty=None)


def _is_legal(tag: str) -> bool:
    return tag in ("", "O") or (len(tag) > 2 and tag[1] == "-" and tag[0] in "BIO")


def _refuse_first_inside(pair: TagPair, is_inside: np.ndarray[tuple[int], np.dtype[np.bool_]]) -> None:
    first = (np.cumsum(pair.lengths + 1) - pair.lengths)[pair.lengths > 0]
    for side, ids in (("gold", pair.gold), ("predictions", pair.pred)):
        wrong = first[is_inside[ids[first]]]
        if len(wrong):
            sentence, tag = int(pair.sentence_of(wrong[:1])[0]) + 1, pair.tags[int(ids[wrong[0]])]
            raise InputError(f"{side}, sentence {sentence}, token 1: tag {tag!r}: spaCy refuses I- without B- [E093].")
