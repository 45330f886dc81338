"""Gold as it is and as it shall be: what the editors of files are given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from nerproof.base.errors import InputError
from nerproof.corpus import Corpus, Ints
from nerproof.corpus.schemes import encode
from nerproof.formats import ReadOptions
from nerproof.formats.found import Found, packed

Rows = list[tuple[int, int, str]]


@dataclass(frozen=True, eq=False)
class Change:
    """At one site: gold's mentions and those that take their place, by tokens of the sentence."""

    rank: int
    sentence: int
    old: Rows
    new: Rows

    def to_dict(self) -> dict[str, Any]:
        return {"rank": self.rank, "sentence": self.sentence, "gold": self.old, "corrected": self.new}


def corrected(gold: Corpus, changes: Sequence[Change]) -> Corpus:
    """Gold with the changes made; a change whose old mentions are not there is an error."""
    m, types = gold.mentions, gold.types
    score = [None] * len(m) if m.score is None else m.score.tolist()
    form = [None] * len(m) if m.form is None else m.form
    columns = (m.start.tolist(), m.end.tolist(), [types[t] for t in m.type.tolist()], score, form)
    rows = {row[:3]: Found(*row) for row in zip(*columns, strict=True)}
    for change in changes:
        first = int(gold.sentences[change.sentence]) if change.sentence < gold.n_sentences else -1
        for start, end, type_ in change.old:
            if rows.pop((first + start, first + end, type_), None) is None:
                raise InputError(f"rank {change.rank}: gold is not what was audited. Audit it again.")
        new = (Found(*row).moved(first) for row in change.new)
        rows.update({row[:3]: row for row in new})
    return gold.with_mentions(*packed(list(rows.values())))


class CannotEditError(Exception):
    """The file has a shape that the editor does not know."""


class Edit(NamedTuple):
    """Mentions to take out and to put in, by the characters of a text or by the tokens of a sentence."""

    number: int  # of the text, or of the sentence where there are only tokens
    old: Rows
    new: Rows


@dataclass(frozen=True, eq=False)
class Edits:
    """The file, how it is read, and gold before and after."""

    path: Path
    reading: ReadOptions
    old: Corpus
    new: Corpus
    changes: Sequence[Change]

    @property
    def sentences(self) -> list[int]:
        """The sentences in which something changes."""
        return sorted({c.sentence for c in self.changes})

    @cached_property
    def _tags(self) -> tuple[list[str], list[str]]:
        before, after = (encode(corpus, self.old.scheme or "IOB2") for corpus in (self.old, self.new))
        return before.strings(), after.strings()

    def tags(self, sentence: int) -> tuple[list[str], list[str]]:
        """The tags of a sentence before and after."""
        first, last = self.old.sentences[sentence : sentence + 2].tolist()
        return self._tags[0][first:last], self._tags[1][first:last]

    def __iter__(self) -> Iterator[Edit]:
        """One edit for each text, or for each sentence where there are only tokens."""
        found: dict[int, Edit] = {}
        for change in self.changes:
            number = int(self.old.document_of_sentence[change.sentence]) if self.old.text else change.sentence
            edit = found.setdefault(number, Edit(number, [], []))
            for rows, made in ((change.old, edit.old), (change.new, edit.new)):
                made += [self._placed(change.sentence, *row) for row in rows]
        return iter(found.values())

    def _placed(self, sentence: int, start: int, end: int, type_: str) -> tuple[int, int, str]:
        text, first = self.old.text, int(self.old.sentences[sentence])
        if text is None:
            return start, end, type_
        return int(text.start[first + start]), int(text.end[first + end - 1]), type_


def places(corpus: Corpus) -> set[tuple[int, int, int, str]]:
    """Every mention by its text and characters, or by its tokens: the same however a file is tokenised."""
    m, text = corpus.mentions, corpus.text
    real = m.end > m.start
    start, end, type_ = m.start[real], m.end[real], m.type[real]
    document: Ints = np.zeros(len(start), dtype=np.int64)
    if text is not None:
        document = corpus.document_of_sentence[corpus.sentence_of(start)]
        start, end = text.start[start], text.end[end - 1]
    columns = (column.tolist() for column in (document, start, end))
    return set(zip(*columns, [corpus.types[t] for t in type_.tolist()], strict=True))
