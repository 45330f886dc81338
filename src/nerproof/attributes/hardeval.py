"""Hard tokens (Bernier-Colborne & Langlais, LREC 2020): unseen in training, or seen mostly with another label."""

from __future__ import annotations

from typing import Any

import numpy as np

from nerproof.attributes import attribute
from nerproof.corpus import Corpus, Ints
from nerproof.lexicon import Lexicon
from nerproof.pairing import types_of_tokens

HARD = ("other", "unseen-I", "unseen-O", "diff-I", "diff-O", "diff-E")
PAPER = "Bernier-Colborne & Langlais, LREC 2020"


@attribute("hard-token", unit="token", kind="category", categories=HARD, citation=PAPER)
def hard_token(corpus: Corpus, lexicon: Lexicon, switches: dict[str, Any] | None = None) -> Ints:
    """Subset of hard tokens that a token belongs to, as an index into HARD.

    The majority is two-stage: inside or outside first with all types pooled, then the type; ties are never "diff".
    """
    word = lexicon.ids(corpus)
    own = types_of_tokens(corpus)
    seen, inside = word >= 0, own >= 0
    counts = (
        lexicon.token_types[np.maximum(word, 0)] if len(lexicon.vocabulary) else np.zeros((len(word), 1), int)
    )
    outside_n, inside_n = counts[:, 0], counts[:, 1:].sum(axis=1)
    type_ids = lexicon.type_ids(corpus)
    column = np.append(type_ids, -1)[own] + 1  # 0: a type that training lacks, or O
    own_n = np.where(column > 0, counts[np.arange(len(word)), column], 0)
    if switches and switches.get("hardeval_strict"):
        diff_o, diff_i, diff_e = outside_n == 0, inside_n == 0, (inside_n >= outside_n) & (own_n == 0)
    else:
        most = counts[:, 1:].max(axis=1, initial=0)
        diff_o, diff_i, diff_e = (
            outside_n < inside_n,
            inside_n < outside_n,
            (inside_n >= outside_n) & (own_n < most),
        )
    rules = [~seen & inside, ~seen & ~inside, inside & diff_i, ~inside & diff_o, inside & diff_e]
    return np.select(rules, range(1, 6), default=0)
