"""Case folding of a whole corpus: one look at each distinct word."""

from __future__ import annotations

from dataclasses import replace

from nerproof.corpus.model import Corpus
from nerproof.corpus.vocabulary import Coded


def lowered(corpus: Corpus) -> Corpus:
    """The corpus with lower-cased tokens; words that become equal share an id.

    >>> lowered(Corpus.from_sentences([["EU", "eu"]])).tokens.ids.tolist()
    [0, 0]
    """
    words = Coded.encode(word.lower() for word in corpus.tokens.vocabulary)
    return replace(corpus, tokens=Coded(words.ids[corpus.tokens.ids], words.vocabulary))
