"""Mentions, spans and documents as a reader finds them, and the columns made of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from nerproof.corpus import Mentions
from nerproof.corpus.model import Form

if TYPE_CHECKING:
    from nerproof.corpus.tokenize import Offsets
    from nerproof.formats.source import Source


class Found(NamedTuple):
    """A mention in tokens, with what else is known of it: see ``Mentions``."""

    start: int
    end: int
    type: str
    score: float | None = None
    form: Form | None = None

    def moved(self, by: int) -> Found:
        return self._replace(start=self.start + by, end=self.end + by)


class Unplaced(NamedTuple):
    """A mention whose string does not occur in its text."""

    type: str
    string: str
    score: float | None = None


def packed(rows: Sequence[Found]) -> tuple[Mentions, tuple[str, ...]]:
    """Mentions and their types.

    >>> packed([Found(3, 4, "PER", 0.5), Found(0, 2, "LOC")])[0].score.tolist()
    [nan, 0.5]
    """
    types = tuple(sorted({row.type for row in rows}))
    ids = {t: i for i, t in enumerate(types)}
    start, end, names, score, form = zip(*rows, strict=True) if rows else ((), (), (), (), ())
    return Mentions.of(start, end, [ids[t] for t in names], score, form), types


# --- texts -----------------------------------------------------------------------------------------------------------


class Span(NamedTuple):
    """A typed stretch of characters, half-open, and what else the file says of it."""

    start: int
    end: int
    type: str
    line: int | None = None
    score: float | None = None
    parts: tuple[tuple[int, int], ...] = ()  # if it has gaps
    text: str | None = None  # what it covers, as the file says

    def on(self, tokens: Offsets, first: int, last: int) -> Found:
        """The mention of the tokens from ``first`` to ``last``; a part that fits no token leaves the whole span."""
        begin, stop = edges_of(tokens[first:last])
        fits = bool(self.parts) and all(a in begin and b in stop for a, b in self.parts)
        form = tuple((begin[a], stop[b]) for a, b in self.parts) if fits else None
        return Found(first, last, self.type, self.score, form)


@dataclass
class Document:
    """One text as a reader found it; ``spans`` is None where the text was not annotated."""

    text: str
    spans: list[Span] | None
    line: int
    id: str | None = None
    tokens: Offsets | None = None  # the format's own tokens
    sentences: list[int] | None = None  # where the format's own sentences begin, in characters
    fields: dict[str, Any] = field(default_factory=dict)
    unplaced: list[Unplaced] = field(default_factory=list)
    file: str | None = None  # where it stands in a folder


def edges_of(tokens: Offsets) -> tuple[dict[int, int], dict[int, int]]:
    """The token that begins at a character, and the one after the token that ends there."""
    begin = {start: i for i, (start, _) in reversed(list(enumerate(tokens)))}
    return begin, {end: i + 1 for i, (_, end) in enumerate(tokens)}


def places_of(source: Source, documents: Sequence[Document], sizes: Sequence[int]) -> dict[str, Any]:
    """The files that sentences come from: several where the source is a folder."""
    files = [d.file or source.name for d in documents]
    names = tuple(dict.fromkeys(files))
    number = {name: i for i, name in enumerate(names)}
    return {"sources": names, "source": np.repeat([number[f] for f in files], sizes).astype(np.int64)}


def annotated_of(documents: Sequence[Document], sizes: Sequence[int]) -> Any:
    """Which sentences were annotated; None where all were."""
    if all(d.spans is not None for d in documents):
        return None
    return np.repeat([d.spans is not None for d in documents], sizes)
