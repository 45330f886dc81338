"""Ordinary features of a token for a linear model: words, affixes and shapes in a window of two; no POS tags.

Every feature but the shape pairs depends on one word and its offset, so it is made once per distinct word.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from nerproof.models.tagging import sentence_slices

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from nerproof.corpus import Corpus

WINDOW = (-2, -1, 1, 2)
_AFFIXES = (1, 2, 3, 4)
_RUN = re.compile(r"(.)\1+", re.DOTALL)


class _Kinds(dict[int, str]):
    """Kind of a character by code point, found out once per character."""

    def __missing__(self, code: int) -> str:
        character = chr(code)
        kind = "X" if character.isupper() else "0" if character.isdigit() else "x"
        self[code] = kind if character.isalnum() else character
        return self[code]


_KINDS = _Kinds()


def shape(word: str) -> str:
    """Capitals as X, other letters as x, digits as 0, the rest as it is.

    >>> shape("EU-27")
    'XX-00'
    """
    return word.translate(_KINDS)


def short_shape(word: str) -> str:
    """The shape with every run of one kind written once.

    >>> short_shape("McDonald")
    'XxXx'
    """
    return _RUN.sub(r"\1", shape(word))


class Word(NamedTuple):
    """What the features of a word are made of."""

    text: str
    lower: str
    shape: str
    short: str

    @classmethod
    def of(cls, text: str) -> Word:
        return cls(text, text.lower(), shape(text), short_shape(text))


def of_word(word: Word, *, identity: bool = True) -> list[str]:
    """Features of the token itself; without ``identity`` only what it looks like, not which word it is."""
    if not identity:
        return ["bias", "s=" + word.short, "S=" + word.shape]
    lower = word.lower
    features = ["bias", "w=" + word.text, "l=" + lower, "s=" + word.short, "S=" + word.shape]
    features += [f"p{n}={lower[:n]}" for n in _AFFIXES if len(lower) > n]
    features += [f"e{n}={lower[-n:]}" for n in _AFFIXES if len(lower) > n]
    return features


def of_neighbour(word: Word, offset: int) -> list[str]:
    """Features that a word gives to the token ``offset`` places before it."""
    features = [f"{offset}:l={word.lower}", f"{offset}:s={word.short}"]
    if abs(offset) == 1:
        features += [f"{offset}:w={word.text}", f"{offset}:e3={word.lower[-3:]}"]
    return features


@dataclass(frozen=True)
class Table:
    """The features of every distinct word of a corpus, by token id."""

    own: list[list[str]]
    around: dict[int, list[list[str]]]
    shapes: list[str]

    @classmethod
    def of(cls, texts: Sequence[str], known: AbstractSet[str] | None, *, identity: bool = True) -> Table:
        """``known``: the features that a fitted model has weights for; leaving out the others saves time."""
        words = [Word.of(text) for text in texts]
        own = [_keep(of_word(w, identity=identity), known) for w in words]
        around = {d: [_keep(of_neighbour(w, d), known) for w in words] for d in WINDOW}
        return cls(own, around, [w.short for w in words])


def _keep(features: list[str], known: AbstractSet[str] | None) -> list[str]:
    return features if known is None else [f for f in features if f in known]


def by_sentence(
    corpus: Corpus, known: AbstractSet[str] | None = None, *, identity: bool = True
) -> Iterator[list[list[str]]]:
    """Per sentence that has tokens, the features of its tokens."""
    used = np.unique(corpus.tokens.ids)  # a part of a corpus shares the whole's vocabulary
    table = Table.of([corpus.tokens.vocabulary[i] for i in used.tolist()], known, identity=identity)
    ids = np.searchsorted(used, corpus.tokens.ids).tolist()
    for start, end in sentence_slices(corpus):
        yield of_sentence(ids[start:end], table)


def of_sentence(ids: list[int], table: Table) -> list[list[str]]:
    features = [list(table.own[i]) for i in ids]
    features[0].append("BOS")
    features[-1].append("EOS")
    for offset in WINDOW:
        rows = table.around[offset]
        first, last = max(0, -offset), min(len(ids), len(ids) - offset)
        for mine, neighbour in zip(features[first:last], ids[first + offset : last + offset], strict=True):
            mine += rows[neighbour]
    shapes = [table.shapes[i] for i in ids]
    for place, pair in enumerate(map("|".join, pairwise(shapes))):
        features[place].append("s+1=" + pair)
        features[place + 1].append("s-1=" + pair)
    return features
