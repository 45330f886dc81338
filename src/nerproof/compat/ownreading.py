"""How nerproof itself reads the same tags, under each of its repairs."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nerproof.compat.spans import Reading, Spans
from nerproof.corpus import Coded, Vocabulary
from nerproof.corpus.schemes import decode

if TYPE_CHECKING:
    from nerproof.compat.coding import Ids, Ints, TagPair

OWN_RULES = {
    "begin": "what breaks the scheme is a mention all the same (the default)",
    "discard": "what breaks the scheme is no mention",
    "error": "what breaks the scheme is refused",
}


def own_reading(pair: TagPair, repair: str) -> Reading:
    """Mentions of both sides, each in the scheme found for it."""
    offsets = np.concatenate([[0], np.cumsum(pair.lengths)])
    sides = [_decode(pair, ids[pair.at], offsets, repair) for ids in (pair.gold, pair.pred)]
    names = sorted({name for types, _ in sides for name in types})
    moved = [
        Spans(spans.start, spans.end, np.array([names.index(t) for t in types], dtype=np.int32)[spans.type])
        for types, spans in sides
    ]
    return Reading(names, moved[0], moved[1])


def _decode(pair: TagPair, ids: Ids, offsets: Ints, repair: str) -> tuple[tuple[str, ...], Spans]:
    # Only the side's own tags: a scheme is found by the prefixes that are used.
    used, own = np.unique(ids, return_inverse=True)
    vocabulary = Vocabulary(pair.tags[i] for i in used.tolist())
    found = decode(Coded(own.astype(np.int32), vocabulary), offsets, repair=repair)
    m = found.mentions
    last = pair.at[m.end - 1] if len(m) else m.end
    return found.types, Spans(pair.at[m.start], last + 1, m.type.astype(np.int32))
