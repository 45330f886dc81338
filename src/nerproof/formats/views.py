"""A corpus seen as texts with tokens and character spans: what the text formats write from.

A corpus without raw text gets one: tokens joined by a blank, sentences by a line end.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from nerproof.corpus.tokenize import Offsets

if TYPE_CHECKING:
    from nerproof.corpus import Corpus


class TextSpan(NamedTuple):
    """A mention in characters and in tokens of its document, both half-open."""

    start: int
    end: int
    type: str
    first: int
    last: int


@dataclass(frozen=True)
class View:
    """One document; ``spans`` is None where no sentence of it was annotated."""

    id: str | None
    text: str
    tokens: Offsets
    sentences: list[int]  # first token of each
    spans: list[TextSpan] | None
    fields: dict[str, Any] = field(default_factory=dict)

    def sentence_bounds(self) -> Offsets:
        """Characters of every sentence: from its first token's start to its last one's end."""
        edges = [*self.sentences, len(self.tokens)]
        return [(self.tokens[a][0], self.tokens[b - 1][1]) for a, b in pairwise(edges)]


def views(corpus: Corpus) -> Iterator[View]:
    """The documents of a corpus in order; those without tokens are passed over."""
    texts, starts, ends = _text_of(corpus)
    m = corpus.mentions
    rows = zip(m.start.tolist(), m.end.tolist(), m.type.tolist(), strict=True)
    spans: list[list[tuple[int, int, str]]] = [[] for _ in range(corpus.n_documents)]
    owners = corpus.document_of_sentence[corpus.sentence_of_mention] if len(m) else np.zeros(0, dtype=np.int64)
    for owner, (start, end, type_) in zip(owners.tolist(), rows, strict=True):
        if end > start:  # a span that fits no token has no characters of its own
            spans[owner].append((start, end, corpus.types[type_]))
    for i in range(corpus.n_documents):
        first, last = (int(corpus.sentences[corpus.documents[i + j]]) for j in (0, 1))
        if last > first:
            places = list(zip(starts[first:last], ends[first:last], strict=True))
            yield _view(corpus, i, texts[i], places, spans[i])


def _view(corpus: Corpus, i: int, text: str, places: Offsets, spans: list[tuple[int, int, str]]) -> View:
    a, b = int(corpus.documents[i]), int(corpus.documents[i + 1])
    first = int(corpus.sentences[a])
    lengths = np.diff(corpus.sentences[a : b + 1])
    found = [
        TextSpan(places[s - first][0], places[e - first - 1][1], type_, s - first, e - first) for s, e, type_ in spans
    ]
    known = corpus.annotated is None or bool(corpus.annotated[a:b].any())
    return View(
        corpus.document_ids[i] if corpus.document_ids is not None else None,
        text,
        places,
        (corpus.sentences[a:b] - first)[lengths > 0].tolist(),
        found if known else None,
        {k: v[a] for k, v in corpus.fields.items() if v[a] is not None},
    )


def _text_of(corpus: Corpus) -> tuple[tuple[str, ...], list[int], list[int]]:
    if corpus.text is not None:
        return corpus.text.documents, corpus.text.start.tolist(), corpus.text.end.tolist()
    texts, starts, ends = [], [], []
    for i in range(corpus.n_documents):
        lines, at = [], 0
        for s in range(int(corpus.documents[i]), int(corpus.documents[i + 1])):
            words = corpus.sentence(s)
            if words:
                lines.append(" ".join(words))
            for word in words:
                starts.append(at)
                ends.append(at + len(word))
                at += len(word) + 1
        texts.append("\n".join(lines))
    return tuple(texts), starts, ends
