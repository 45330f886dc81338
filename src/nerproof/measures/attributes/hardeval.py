"""Hard tokens (Bernier-Colborne & Langlais, LREC 2020): unseen in training, or seen mostly with another label."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from nerproof.corpus import Corpus, Ids, Ints
from nerproof.corpus.kernels import compiled
from nerproof.lexicon import Lexicon
from nerproof.measures.attributes import attribute
from nerproof.measures.pairing import types_of_tokens

HARD = ("other", "unseen-I", "unseen-O", "diff-I", "diff-O", "diff-E")
PAPER = "Bernier-Colborne & Langlais, LREC 2020"


@attribute("hard-token", unit="token", kind="category", categories=HARD, citation=PAPER)
def hard_token(corpus: Corpus, lexicon: Lexicon, switches: dict[str, Any] | None = None) -> NDArray[np.uint8]:
    """Subset of hard tokens that a token belongs to, as an index into HARD.

    The majority is two-stage: inside or outside first with all types pooled, then the type; ties are never "diff".
    """
    strict = bool(switches and switches.get("hardeval_strict"))
    key = ("hard-token", id(corpus.tokens), id(corpus.mentions), strict)
    return lexicon.view(key, lambda: (corpus, _looked_up(corpus, lexicon, strict=strict)))[1]


def _looked_up(corpus: Corpus, lexicon: Lexicon, *, strict: bool) -> NDArray[np.uint8]:
    words = corpus.tokens.vocabulary
    # It depends on the word and on its label alone: decided once for each of these, then looked up.
    width, types = len(corpus.types) + 1, lexicon.type_ids(corpus)
    table = lexicon.grown(
        ("hard", id(words), corpus.types, strict),
        words,
        len(words) * width,
        lambda first: subset_of(lexicon, lexicon.words(words)[first // width :], types, strict=strict),
    )
    return pick(table, corpus.tokens.ids, types_of_tokens(corpus), width)


def pick(table: NDArray[np.uint8], words: Ids, labels: Ids, width: int) -> NDArray[np.uint8]:
    """``table[word, label]`` of every token; the first label is O, which is -1."""
    loops = compiled()
    if loops is not None:
        return np.frombuffer(loops.pick(table, np.ascontiguousarray(words), labels, width), dtype=np.uint8)
    return table[words.astype(np.int64) * width + labels + 1]


def subset_of(lexicon: Lexicon, word: Ids, type_ids: Ints, *, strict: bool) -> NDArray[np.uint8]:
    """The subset of every word under every label, word by word; words, and types after O, by training's numbers."""
    counts = lexicon.token_types[np.maximum(word, 0)] if len(lexicon.vocabulary) else np.zeros((len(word), 1), int)
    outside_n, inside_n = counts[:, :1], counts[:, 1:].sum(axis=1, keepdims=True)
    own_n = np.where(type_ids >= 0, counts[:, type_ids + 1], 0)  # 0 for types that training lacks
    if strict:
        diff_o, diff_i, diff_e = outside_n == 0, inside_n == 0, (inside_n >= outside_n) & (own_n == 0)
    else:
        most = counts[:, 1:].max(axis=1, initial=0, keepdims=True)
        diff_o, diff_i = outside_n < inside_n, inside_n < outside_n
        diff_e = (inside_n >= outside_n) & (own_n < most)
    unseen = (word < 0)[:, None]
    table = np.zeros((len(word), 1 + len(type_ids)), dtype=np.uint8)
    for part, rules in (
        (table[:, :1], {4: diff_o, 2: unseen}),
        (table[:, 1:], {5: diff_e, 3: diff_i, 1: unseen}),
    ):
        for number, where in rules.items():  # the last that fits
            np.copyto(part, np.uint8(number), where=where)
    return table.ravel()
