"""The surfaces of a corpus's mentions."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nerproof.corpus import Corpus


def lowered_surfaces(corpus: Corpus) -> frozenset[str]:
    """Every mention's tokens joined by one space, lowered."""
    words, ids = corpus.tokens.vocabulary.strings, corpus.tokens.ids.tolist()
    spans = zip(corpus.mentions.start.tolist(), corpus.mentions.end.tolist(), strict=True)
    return frozenset(" ".join([words[i] for i in ids[s:e]]).lower() for s, e in spans)


def pool(corpus: Corpus) -> dict[str, list[tuple[str, ...]]]:
    """The surfaces (as tokens) of each type, one per mention: drawing from it keeps their frequencies."""
    words, ids = corpus.tokens.vocabulary.strings, corpus.tokens.ids.tolist()
    m = corpus.mentions
    found: dict[str, list[tuple[str, ...]]] = {}
    for s, e, t in zip(m.start.tolist(), m.end.tolist(), m.type.tolist(), strict=True):
        if e > s:
            found.setdefault(corpus.types[t], []).append(tuple(words[i] for i in ids[s:e]))
    return found
