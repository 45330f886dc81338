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
from nerproof.formats.found import Found, Unplaced

if TYPE_CHECKING:
    from nerproof.corpus import Corpus


class TextSpan(NamedTuple):
    """A mention in characters and in tokens of its document, both half-open."""

    start: int
    end: int
    type: str
    first: int
    last: int
    score: float | None = None
    parts: tuple[tuple[int, int], ...] = ()  # in characters, where the mention has gaps


@dataclass(frozen=True)
class View:
    """One document; ``spans`` is None where no sentence of it was annotated."""

    id: str | None
    text: str
    tokens: Offsets
    sentences: list[int]  # first token of each
    spans: list[TextSpan] | None
    fields: dict[str, Any] = field(default_factory=dict)
    unplaced: list[Unplaced] = field(default_factory=list)

    def sentence_bounds(self) -> Offsets:
        """Characters of every sentence: from its first token's start to its last one's end."""
        edges = [*self.sentences, len(self.tokens)]
        return [(self.tokens[a][0], self.tokens[b - 1][1]) for a, b in pairwise(edges)]


def views(corpus: Corpus) -> Iterator[View]:
    """The documents of a corpus in order; those without tokens are passed over."""
    texts, starts, ends = _text_of(corpus)
    rows = found_in(corpus)
    spans: list[list[Found]] = [[] for _ in range(corpus.n_documents)]
    owners = corpus.document_of_sentence[corpus.sentence_of_mention] if rows else np.zeros(0, dtype=np.int64)
    for owner, row in zip(owners.tolist(), rows, strict=True):
        spans[owner].append(row)
    for i in range(corpus.n_documents):
        first, last = (int(corpus.sentences[corpus.documents[i + j]]) for j in (0, 1))
        if last > first:
            places = list(zip(starts[first:last], ends[first:last], strict=True))
            yield _view(corpus, i, texts[i], places, spans[i])


def found_in(corpus: Corpus) -> list[Found]:
    """The mentions of a corpus one by one."""
    m = corpus.mentions
    scores: list[Any] = [None] * len(m) if m.score is None else [None if s != s else s for s in m.score.tolist()]  # noqa: PLR0124
    forms: list[Any] = [None] * len(m) if m.form is None else m.form.tolist()
    types = [corpus.types[t] for t in m.type.tolist()]
    return [Found(*row) for row in zip(m.start.tolist(), m.end.tolist(), types, scores, forms, strict=True)]


def document_name(corpus: Corpus, sentence: int) -> str:
    """The id of a sentence's document, or its number."""
    i = int(corpus.document_of_sentence[sentence])
    return corpus.document_ids[i] if corpus.document_ids is not None else str(i + 1)


def _view(corpus: Corpus, i: int, text: str, places: Offsets, rows: list[Found]) -> View:
    a, b = int(corpus.documents[i]), int(corpus.documents[i + 1])
    first = int(corpus.sentences[a])
    lengths = np.diff(corpus.sentences[a : b + 1])
    known = corpus.annotated is None or bool(corpus.annotated[a:b].any())
    return View(
        corpus.document_ids[i] if corpus.document_ids is not None else None,
        text,
        places,
        (corpus.sentences[a:b] - first)[lengths > 0].tolist(),
        # A span that fits no token has no characters of its own.
        [_text_span(places, row.moved(-first)) for row in rows if row.end > row.start] if known else None,
        {k: v[a] for k, v in corpus.fields.items() if v[a] is not None},
        [Unplaced(r.type, r.form, r.score) for r in rows if r.end == r.start and isinstance(r.form, str)],
    )


def _text_span(places: Offsets, row: Found) -> TextSpan:
    parts = row.form if isinstance(row.form, tuple) else ()
    gaps = tuple((places[row.start + s][0], places[row.start + e - 1][1]) for s, e in parts)
    return TextSpan(places[row.start][0], places[row.end - 1][1], row.type, row.start, row.end, row.score, gaps)


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
