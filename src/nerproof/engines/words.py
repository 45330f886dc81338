"""Which sets each distinct word of a corpus is in, added up over pieces without decoding a word."""

from __future__ import annotations

import itertools
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from nerproof.corpus import Ints, Vocabulary
from nerproof.corpus.vocabulary import new_table


@dataclass(frozen=True, eq=False)
class WordBits:
    """The words of a piece as bytes and offsets; bit k of a word: it is in set k."""

    blob: bytes
    offsets: Ints
    bits: Ints

    @classmethod
    def of(cls, words: Vocabulary, bits: Ints) -> WordBits:
        return cls(*words.packed(), bits)


@dataclass
class Words:
    """The distinct words of all pieces.

    >>> words = Words()
    >>> for piece in (["EU", "and"], ["EU"]):
    ...     words.add(WordBits.of(Vocabulary(piece), np.array([1, 2])[: len(piece)]))
    >>> len(words), words.count(0), words.count(1)
    (2, 1, 1)
    """

    table: Any = field(default_factory=new_table)
    known: dict[bytes, int] = field(default_factory=dict)  # where there is no table of C
    bits: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))

    def add(self, piece: WordBits) -> None:
        ids = self._ids(piece)
        missing = len(self) - len(self.bits)
        self.bits = np.append(self.bits, np.zeros(missing, dtype=np.int64)) if missing else self.bits
        self.bits[ids] |= piece.bits  # the words of a piece are distinct

    def count(self, k: int) -> int:
        """Words in set k."""
        return int(((self.bits >> k) & 1).sum())

    def __len__(self) -> int:
        return len(self.table) if self.table is not None else len(self.known)

    def _ids(self, piece: WordBits) -> Any:
        if self.table is not None:
            return np.frombuffer(self.table.add(piece.blob, np.ascontiguousarray(piece.offsets)), dtype=np.int32)
        cuts = piece.offsets.tolist()
        strings = (piece.blob[a:b] for a, b in itertools.pairwise(cuts))
        return np.fromiter((self.known.setdefault(s, len(self.known)) for s in strings), dtype=np.int64)
