"""How many mentions a model gets wrong in each sentence."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from nerproof.corpus import Corpus, Ints


def errors_by_sentence(gold: Corpus, predicted: Corpus) -> Ints:
    """Missed plus spurious mentions, exact span and type, per sentence."""
    found = zip(gold.mentions_by_sentence(), predicted.mentions_by_sentence(), strict=True)
    return np.array([len(set(g) ^ set(p)) for g, p in found], dtype=np.int64)
