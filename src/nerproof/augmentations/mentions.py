"""What augmentations of mentions share: ask for new tokens mention by mention, splice, log."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nerproof.corpus.edits import Edit, Transformed, overlapping, splice

if TYPE_CHECKING:
    from collections.abc import Callable

    from nerproof.corpus import Corpus, Ints

Surface = tuple[str, ...]


def replace_mentions(
    corpus: Corpus, sentences: Ints, kind: str, new_for: Callable[[Surface, str], Surface | None]
) -> Transformed:
    """A copy of the sentences with each mention that overlaps no other as ``new_for(tokens, type)`` says."""
    copy = corpus.select(sentences)
    ids = np.flatnonzero(np.isin(corpus.sentence_of_mention, sentences)).tolist()
    nested = overlapping(copy.mentions).tolist()
    where: list[int] = []
    new: list[Surface] = []
    edits = []
    for i, original in enumerate(ids):
        start, end, type_ = copy.mention(i)
        old = tuple(copy.tokens.strings(start, end))
        drawn = None if nested[i] else new_for(old, type_)
        if drawn is not None and drawn != old:
            where.append(i)
            new.append(drawn)
            edits.append(_edit(corpus, kind, original, old, drawn))
    at = np.array(where, dtype=np.int64)
    return Transformed(splice(copy, copy.mentions.start[at], copy.mentions.end[at], new), edits)


def _edit(corpus: Corpus, kind: str, i: int, old: Surface, new: Surface) -> Edit:
    sentence = int(corpus.sentence_of_mention[i])
    start, end, type_ = corpus.mention(i)
    first = int(corpus.sentences[sentence])
    place = (kind, int(corpus.document_of_sentence[sentence]), sentence, start - first, end - first)
    return Edit(*place, " ".join(old), " ".join(new), mention=i, type=type_)
