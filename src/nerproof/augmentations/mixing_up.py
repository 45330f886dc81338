"""mixing-up: a sentence up to one of its mentions, then what follows a mention of that type elsewhere."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from nerproof.augmentations import AUGMENTATIONS
from nerproof.corpus import Mentions
from nerproof.corpus.edits import Edit, Transformed
from nerproof.corpus.places import places

if TYPE_CHECKING:
    from nerproof.corpus import Corpus, Ints


@AUGMENTATIONS.register("mixing-up")
def mixing_up(corpus: Corpus, sentences: Ints, rng: np.random.Generator) -> Transformed:
    """Joins the first half of a sentence and the second half of another at mentions of one type."""
    pairs = _pairs(corpus, sentences, rng)
    left, right = (np.array([p[i] for p in pairs], dtype=np.int64) for i in (0, 1))
    mixed = _mixed(corpus, left, right)
    return Transformed(mixed, [_edit(corpus, a, b) for a, b in pairs if a != b])


def _pairs(corpus: Corpus, sentences: Ints, rng: np.random.Generator) -> list[tuple[int, int]]:
    """Per sentence, one of its mentions and one of its type in another sentence; itself if there is none."""
    owner, types = corpus.sentence_of_mention, corpus.mentions.type
    by_type = {t: np.flatnonzero(types == t) for t in np.unique(types).tolist()}
    pairs = []
    for sentence in sentences.tolist():
        first, last = np.searchsorted(owner, [sentence, sentence + 1])
        if first == last:
            continue
        mine = int(rng.integers(first, last))
        others = by_type[int(types[mine])]
        others = others[owner[others] != sentence]
        pairs.append((mine, int(others[rng.integers(len(others))]) if len(others) else mine))
    return pairs


def _mixed(corpus: Corpus, left: Ints, right: Ints) -> Corpus:
    """The corpus of mixed sentences: tokens are taken, so every column follows."""
    m, owner = corpus.mentions, corpus.sentence_of_mention
    head_start, head_end = corpus.sentences[owner[left]], m.end[left]
    tail_start, tail_end = m.end[right], corpus.sentences[owner[right] + 1]
    sizes = np.stack([head_end - head_start, tail_end - tail_start], axis=1)
    where = places(np.stack([head_start, tail_start], axis=1).ravel(), sizes.ravel())
    offsets = np.concatenate([[0], np.cumsum(sizes.sum(axis=1))]).astype(np.int64)
    rows = [
        row
        for i in range(len(left))
        for row in (
            *_moved(m, int(head_start[i]), int(head_end[i]), int(offsets[i])),
            *_moved(m, int(tail_start[i]), int(tail_end[i]), int(offsets[i] + sizes[i, 0])),
        )
    ]
    columns = [[row[k] for row in rows] for k in range(3)]
    chosen = corpus.select(owner[left])
    return replace(
        chosen,
        tokens=corpus.tokens.take(where),
        sentences=offsets,
        mentions=Mentions.of(*columns),
        columns={k: c.take(where) for k, c in corpus.columns.items()},
        text=None,  # two halves of two texts are no running text
    )


def _moved(m: Mentions, start: int, end: int, to: int) -> list[tuple[int, int, int]]:
    """The mentions that lie wholly in ``[start, end)``; one that is cut through is lost."""
    first, last = np.searchsorted(m.start, [start, end])
    inside = range(int(first), int(last))
    return [
        (int(m.start[i]) - start + to, int(m.end[i]) - start + to, int(m.type[i])) for i in inside if m.end[i] <= end
    ]


def _edit(corpus: Corpus, left: int, right: int) -> Edit:
    owner = corpus.sentence_of_mention
    sentence, other = int(owner[left]), int(owner[right])
    _, end, type_ = corpus.mention(left)
    first, last = int(corpus.sentences[sentence]), int(corpus.sentences[sentence + 1])
    tail = corpus.tokens.strings(int(corpus.mentions.end[right]), int(corpus.sentences[other + 1]))
    place = ("mixing-up", int(corpus.document_of_sentence[sentence]), sentence, end - first, last - first)
    return Edit(*place, " ".join(corpus.tokens.strings(end, last)), " ".join(tail), mention=left, type=type_)
