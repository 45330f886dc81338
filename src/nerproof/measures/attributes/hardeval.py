"""Hard tokens (Bernier-Colborne & Langlais, LREC 2020): unseen in training, or seen mostly with another label."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nerproof.corpus import Bools, Corpus, Ids, Ints
from nerproof.index.lexicon import Lexicon
from nerproof.measures.attributes import attribute

HARD = ("other", "unseen-I", "unseen-O", "diff-I", "diff-O", "diff-E")
PAPER = "Bernier-Colborne & Langlais, LREC 2020"


@attribute("hard-token", unit="token", kind="category", categories=HARD, citation=PAPER)
def hard_token(corpus: Corpus, lexicon: Lexicon, switches: dict[str, Any] | None = None) -> NDArray[np.uint8]:
    """Subset of hard tokens that a token belongs to, as an index into HARD.

    The majority is two-stage: inside or outside first with all types pooled, then the type; ties are never "diff".
    """
    strict = bool(switches and switches.get("hardeval_strict"))
    return lexicon.about(
        corpus, ("hard-token", corpus.types, strict), lambda: _looked_up(corpus, lexicon, strict=strict)
    )


def _looked_up(corpus: Corpus, lexicon: Lexicon, *, strict: bool) -> NDArray[np.uint8]:
    word, (inside, own) = lexicon.ids(corpus), lexicon.labelled(corpus)
    found = _outside(lexicon, strict=strict)[word]
    found[inside] = _inside(lexicon, word[inside], own, strict=strict)
    return found


def subset_of(lexicon: Lexicon, word: Ids | Ints, types: Ints, inside: Bools, *, strict: bool) -> NDArray[np.uint8]:
    """The subset of each pair of a word and a label, both by training's numbers."""
    own = lexicon.labels.get(word, np.where(types >= 0, types + 1, -1))
    found = np.where(inside, _inside(lexicon, word, own, strict=strict), _outside(lexicon, strict=strict)[word])
    return found.astype(np.uint8)


def _sums(lexicon: Lexicon) -> tuple[Ints, Ints, Ints]:
    """How often each word stands outside and inside mentions, and most often under one type; last: an unseen word."""

    def build() -> tuple[Ints, Ints, Ints]:
        word, label, count = lexicon.labels.triples()
        n = len(lexicon.book) + 1
        sums = [np.bincount(word[side], weights=count[side], minlength=n) for side in (label == 0, label > 0)]
        most = np.zeros(n, dtype=np.int64)
        np.maximum.at(most, word[label > 0], count[label > 0])
        return sums[0].astype(np.int64), sums[1].astype(np.int64), most

    return lexicon.view("label sums", build)


def _outside(lexicon: Lexicon, *, strict: bool) -> NDArray[np.uint8]:
    """The subset of each word outside mentions; last: an unseen word."""

    def build() -> NDArray[np.uint8]:
        outside, inside, _ = _sums(lexicon)
        found = np.where(outside == 0 if strict else outside < inside, 4, 0).astype(np.uint8)
        found[-1] = 2
        return found

    return lexicon.view(("hard outside", strict), build)


def _inside(lexicon: Lexicon, word: Ids | Ints, own: Ints, *, strict: bool) -> NDArray[np.uint8]:
    """The subset of words (-1: training lacks it) under a type that training gives each so often."""
    outside, inside, most = (column[word] for column in _sums(lexicon))
    diff_i = inside == 0 if strict else inside < outside
    diff_e = (inside >= outside) & (own == 0 if strict else own < most)
    return np.select([word < 0, diff_i, diff_e], [1, 3, 5], 0).astype(np.uint8)
