"""English trigrams: the language model that comes in the wheel of pocketsphinx."""

from __future__ import annotations

import math
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from nerproof.base.errors import MissingExtra

_STEP = math.log(1.0001)  # pocketsphinx counts logarithms to this base
UNKNOWN = -25.0


class Trigrams:
    """Log probabilities of words after up to two others."""

    def __init__(self, model: Any) -> None:
        self._model = model
        self.after = lru_cache(1 << 20)(self._after)

    def _after(self, word: str, *before: str) -> float:
        """The logarithm of P(word | before); ``before`` runs backwards, the nearest word first."""
        return float(self._model.prob([word, *before])) * _STEP

    def knows(self, word: str) -> bool:
        return self.after(word) > UNKNOWN

    def lift(self, first: str, second: str) -> float:
        """How much likelier the second word is behind the first one than anywhere."""
        return self.after(second, first) - self.after(second)

    def fit(self, word: str, far: str | None, near: str | None, right: str | None, right2: str | None) -> float:
        """How well a word stands between two words on each side; None: not known, or beyond the sentence."""
        score = self.after(word, near, far) if near and far else self.after(word, near) if near else self.after(word)
        if right:
            score += self.after(right, word, near) if near else self.after(right, word)
            score += self.after(right2, right, word) if right2 else 0.0
        return score


@cache
def trigrams() -> Trigrams:
    """The model, loaded once."""
    try:
        import pocketsphinx
    except ImportError:
        raise MissingExtra.of("pocketsphinx", "attack") from None
    path = Path(pocketsphinx.__file__).parent / "model" / "en-us" / "en-us.lm.bin"
    return Trigrams(pocketsphinx.NGramModel.readfile(str(path)))
