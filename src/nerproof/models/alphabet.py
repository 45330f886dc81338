"""Words and characters by number for a neural model: 0 is padding, 1 is unknown."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.base.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from nerproof.corpus import Corpus

MAX_CHARACTERS = 40  # of a word that the character CNN sees; the word itself is never cut
_DIGITS = re.compile(r"\d")


def plain_word(word: str) -> str:
    """The form that words are looked up by: small letters, digits as 0.

    >>> plain_word("COVID-19")
    'covid-00'
    """
    return _DIGITS.sub("0", word.lower())


@dataclass(frozen=True)
class Alphabet:
    """What the training data has: word forms, which of them only once, and characters."""

    words: tuple[str, ...]
    rare: frozenset[str]  # seen once: made unknown half of the time, so that "unknown" is learned too
    characters: tuple[str, ...]

    @classmethod
    def of(cls, corpus: Corpus) -> Alphabet:
        counts = Counter(plain_word(w) for w in corpus.tokens.strings())
        characters = sorted({c for i in np.unique(corpus.tokens.ids) for c in corpus.tokens.vocabulary[int(i)]})
        return cls(tuple(sorted(counts)), frozenset(w for w, n in counts.items() if n == 1), tuple(characters))

    def with_words(self, more: dict[str, Any]) -> Alphabet:
        """Words that only pretrained vectors know are added, so that test words find theirs."""
        return Alphabet(tuple(sorted({*self.words, *more})), self.rare, self.characters)

    @cached_property
    def word_number(self) -> dict[str, int]:
        return {w: i for i, w in enumerate(self.words, 2)}

    @cached_property
    def character_number(self) -> dict[str, int]:
        return {c: i for i, c in enumerate(self.characters, 2)}

    def fill(self, table: NDArray[Any], vectors: dict[str, NDArray[Any]]) -> None:
        """Writes given vectors into a table of word vectors, in place."""
        for word, vector in vectors.items():
            table[self.word_number[word]] = vector

    def numbers(
        self, corpus: Corpus, rng: np.random.Generator | None = None
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Word number and character numbers per token; with ``rng``, rare words are hidden at random."""
        strings = corpus.tokens.vocabulary.strings
        forms = [plain_word(w) for w in strings]
        by_id = np.array([self.word_number.get(f, 1) for f in forms], dtype=np.int64)
        spelled = np.zeros((len(strings), MAX_CHARACTERS), dtype=np.int64)
        for i, word in enumerate(strings):
            found = [self.character_number.get(c, 1) for c in word[:MAX_CHARACTERS]]
            spelled[i, : len(found)] = found
        words = by_id[corpus.tokens.ids]
        if rng is not None:
            rare = np.array([f in self.rare for f in forms], dtype=bool)[corpus.tokens.ids]
            words[rare & (rng.random(len(words)) < 0.5)] = 1
        return words, spelled[corpus.tokens.ids]

    def to_dict(self) -> dict[str, Any]:
        return {"words": self.words, "rare": sorted(self.rare), "characters": self.characters}

    @classmethod
    def from_dict(cls, data: dict[str, Any]) -> Alphabet:
        return cls(tuple(data["words"]), frozenset(data["rare"]), tuple(data["characters"]))


def read_vectors(path: Path, size: int) -> dict[str, NDArray[np.float32]]:
    """Word vectors from a text file: a word and its numbers per line; a fastText head line is skipped."""
    vectors: dict[str, NDArray[np.float32]] = {}
    try:
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                word, *values = line.rstrip().split(" ")
                if number == 1 and len(values) == 1:
                    continue
                if len(values) != size:
                    fix = f"Set the option word_dim to {len(values)}."
                    raise InputError.at(path, number, f"has {len(values)} numbers, not {size}", fix=fix)
                vectors.setdefault(plain_word(word), np.array(values, dtype=np.float32))
    except OSError as error:
        raise InputError.at(path, None, f"cannot be read ({error.strerror})") from None
    except (UnicodeDecodeError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError.at(path, None, "is not a text file of word vectors") from None
    return vectors
