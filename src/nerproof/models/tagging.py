"""Mentions as one IOB2 label per token, for models that label tokens, and back."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.corpus import Coded, Corpus, Ids, Vocabulary
from nerproof.corpus.schemes import decode, encode

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray


def label_names(types: Sequence[str]) -> list[str]:
    """``O``, then ``B-`` and ``I-`` of each type.

    >>> label_names(["LOC"])
    ['O', 'B-LOC', 'I-LOC']
    """
    return ["O", *(f"{prefix}-{t}" for t in types for prefix in "BI")]


def labels(corpus: Corpus) -> Ids:
    """Each token's number in ``label_names(corpus.types)``; of nested mentions the outermost counts."""
    return encode(corpus, "IOB2").ids


def with_labels(corpus: Corpus, ids: NDArray[Any], names: Sequence[str]) -> Corpus:
    """The corpus with the mentions that label numbers say; an I- that continues nothing begins a mention."""
    tags = Coded(np.asarray(ids, dtype=np.int32), Vocabulary(names))
    found = decode(tags, corpus.sentences, scheme="IOB2", repair="begin")
    return corpus.with_mentions(found.mentions, found.types)


def sentence_slices(corpus: Corpus) -> Iterable[tuple[int, int]]:
    """Token ranges of the sentences that have tokens."""
    cuts = corpus.sentences.tolist()
    return ((a, b) for a, b in itertools.pairwise(cuts) if b > a)


def joined_to_tokens(words: Sequence[str], start: int, end: int) -> tuple[int, int]:
    """Characters of the words joined by blanks as tokens; a span inside a token covers the whole token.

    >>> joined_to_tokens(["New", "York", "City"], 4, 6), joined_to_tokens(["New", "York"], 0, 8)
    ((1, 2), (0, 2))
    """
    ends = np.cumsum([len(word) + 1 for word in words]) - 1
    first = int(np.searchsorted(ends, start, side="right"))
    return first, max(first + 1, int(np.searchsorted(ends - [len(word) for word in words], end)))
