"""Token accuracy: the share of tokens with the right IOB2 tag, O included (conlleval's accuracy).

It is high for any system where most tokens are O: a figure to compare with old tables, not to rank systems by.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nerproof.corpus.schemes import flat
from nerproof.measures.metrics import Metric, metric, ratio, tally

if TYPE_CHECKING:
    from nerproof.corpus import Bools, Corpus, Ints
    from nerproof.measures.metrics import Floats, Slice, Sums
    from nerproof.measures.pairing import Pair


def counts(pair: Pair, part: Slice) -> Ints:
    """Right tokens and tokens; the slice's gold mask is over tokens."""
    wrong = pair.gold_types_of_tokens != pair.pred_types_of_tokens
    wrong |= _begins(pair.gold) != _begins(pair.pred)
    right = ~wrong if part.gold is None else ~wrong & part.gold
    return np.stack([tally(pair.token_cuts, right), tally(pair.token_cuts, part.gold)], axis=1)


def _begins(corpus: Corpus) -> Bools:
    """Tokens where a mention of the flat reading begins."""
    begins = np.zeros(corpus.n_tokens, dtype=np.bool_)
    begins[corpus.mentions.start[flat(corpus)]] = True
    return begins


def score(sums: Sums) -> dict[str, Floats]:
    return {"token_accuracy": ratio(sums["right"], sums["tokens"])}


metric(
    Metric(
        "token_accuracy",
        ("right", "tokens"),
        counts,
        score,
        ratios={"token_accuracy": ("right", "tokens")},
        unit="token",
        needs_types=False,
        suites=("more",),
        description="share of tokens with the right IOB2 tag, O included",
    )
)
