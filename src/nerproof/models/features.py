"""Ordinary features of a token for a linear model: words, affixes and shapes in a window of two; no POS tags.

Every feature but the shape pairs depends on one word and its offset, so it is made once per distinct word.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from nerproof.models.tagging import sentence_slices

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
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


Features = list[Any]  # texts, or bytes where asked for


@dataclass(frozen=True)
class Table:
    """The features of every distinct word of a corpus, by token id."""

    own: list[Features]
    around: dict[int, list[Features]]
    shapes: list[str]
    ends: tuple[Features, Features]
    keep: Callable[[list[str]], Features]
    pairs: dict[tuple[str, str], tuple[Features, Features]] = field(default_factory=dict)

    @classmethod
    def of(cls, texts: Sequence[str], keep: Callable[[list[str]], Features], *, identity: bool) -> Table:
        words = [Word.of(text) for text in texts]
        own = [keep(of_word(w, identity=identity)) for w in words]
        around = {d: [keep(of_neighbour(w, d)) for w in words] for d in WINDOW}
        return cls(own, around, [w.short for w in words], (keep(["BOS"]), keep(["EOS"])), keep)

    def pair(self, shapes: tuple[str, str]) -> tuple[Features, Features]:
        """Features of two neighbours' shapes, for the left and for the right one."""
        if shapes not in self.pairs:
            both = "|".join(shapes)
            self.pairs[shapes] = self.keep(["s+1=" + both]), self.keep(["s-1=" + both])
        return self.pairs[shapes]


def by_sentence(
    corpus: Corpus, known: AbstractSet[str] | None = None, *, identity: bool = True, encoded: bool = False
) -> Iterator[list[Features]]:
    """Per sentence that has tokens, the features of its tokens.

    ``known``: the features that a fitted model has weights for; leaving out the others saves time. ``encoded``: as
    bytes, for crfsuite: encoding once per word is cheaper than once per token.
    """

    def keep(found: list[str]) -> Features:
        kept = found if known is None else [f for f in found if f in known]
        return [f.encode("utf-8", "surrogatepass") for f in kept] if encoded else kept

    used = np.unique(corpus.tokens.ids)  # a part of a corpus shares the whole's vocabulary
    table = Table.of([corpus.tokens.vocabulary[i] for i in used.tolist()], keep, identity=identity)
    ids = np.searchsorted(used, corpus.tokens.ids).tolist()
    for start, end in sentence_slices(corpus):
        yield of_sentence(ids[start:end], table)


def of_sentence(ids: list[int], table: Table) -> list[Features]:
    features = [list(table.own[i]) for i in ids]
    features[0] += table.ends[0]
    features[-1] += table.ends[1]
    for offset in WINDOW:
        rows = table.around[offset]
        first, last = max(0, -offset), min(len(ids), len(ids) - offset)
        for mine, neighbour in zip(features[first:last], ids[first + offset : last + offset], strict=True):
            mine += rows[neighbour]
    for place, shapes in enumerate(pairwise([table.shapes[i] for i in ids])):
        left, right = table.pair(shapes)
        features[place] += left
        features[place + 1] += right
    return features
