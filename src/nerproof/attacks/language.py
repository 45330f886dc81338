"""The little an attack must know about a language: its articles, possessives and auxiliaries."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from nerproof.corpus import Corpus

ARTICLES: Mapping[str, frozenset[str]] = {
    "en": frozenset(["the", "a", "an"]),
    "es": frozenset(["el", "la", "los", "las", "un", "una"]),
    "nl": frozenset(["de", "het", "een", "'t"]),
    "de": frozenset(["der", "die", "das", "den", "dem", "des", "ein", "eine"]),
    "fr": frozenset(["le", "la", "les", "l'", "un", "une"]),
    "it": frozenset(["il", "lo", "la", "i", "gli", "le", "l'", "un", "una"]),
    "pt": frozenset(["o", "a", "os", "as", "um", "uma"]),
}
POSSESSIVES = frozenset(["'s", "’s", "'", "’"])


def guess_language(corpus: Corpus) -> str:
    """The language whose articles make up most tokens; English if none does."""
    vocabulary = corpus.tokens.vocabulary
    counts = np.bincount(corpus.tokens.ids, minlength=len(vocabulary))
    index = vocabulary.index

    def share(language: str) -> int:
        return sum(int(counts[index[w]]) for w in ARTICLES[language] if w in index)

    best = max(ARTICLES, key=lambda name: (share(name), name == "en"))
    return best if share(best) else "en"
