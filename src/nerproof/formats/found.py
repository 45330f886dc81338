"""Mentions as a reader finds them, and the columns made of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nerproof.corpus import Mentions
from nerproof.corpus.model import Form


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
