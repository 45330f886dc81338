"""How a new name is fitted to the place of a mention: article and possessive, casing, tokens."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from nerproof.attacks.language import ARTICLES, POSSESSIVES, QUOTES

if TYPE_CHECKING:
    from nerproof.corpus import Corpus, Ints

AS_IS, UPPER, LOWER, CAPITAL = range(4)


@dataclass(frozen=True)
class Places:
    """The places of all mentions of a corpus: what stands at their edges, and how they are written."""

    corpus: Corpus
    language: str

    @cached_property
    def articles(self) -> frozenset[str]:
        return ARTICLES.get(self.language, frozenset())

    @cached_property
    def core(self) -> tuple[Ints, Ints]:
        """The spans without quotation marks, a leading lower-case article and a closing possessive, if a word is left.

        A capitalised article is part of the name ("The Hague").
        """
        m, words = self.corpus.mentions, self.corpus.tokens.vocabulary.strings
        ids = self.corpus.tokens.ids
        long = m.end - m.start > 1
        first = np.fromiter((w in self.articles or w in QUOTES for w in words), dtype=bool, count=len(words))
        last = np.fromiter((w in POSSESSIVES or w in QUOTES for w in words), dtype=bool, count=len(words))
        start, end = m.start.copy(), m.end.copy()
        start[long] += first[ids[m.start[long]]]
        long = end - start > 1
        end[long] -= last[ids[end[long] - 1]]
        return start, end

    @cached_property
    def entities(self) -> list[tuple[str, str]]:
        """(type, surface without article and possessive) of every mention."""
        start, end = (x.tolist() for x in self.core)
        words, ids = self.corpus.tokens.vocabulary.strings, self.corpus.tokens.ids.tolist()
        types = self.corpus.mentions.type.tolist()
        return [
            (self.corpus.types[t], " ".join([words[i] for i in ids[s:e]]))
            for s, e, t in zip(start, end, types, strict=True)
        ]


def casing_of(name: str) -> int:
    """UPPER where a name has several capitals and no small letter, LOWER where it has none, CAPITAL, AS_IS.

    >>> casing_of("BARI"), casing_of("bari"), casing_of("Bari"), casing_of("eBay"), casing_of("X")
    (1, 2, 3, 0, 3)
    """
    if name.isupper() and sum(map(str.isupper, name)) > 1:
        return UPPER
    return LOWER if name.islower() else CAPITAL if name[:1].isupper() else AS_IS


def cased(name: str, casing: int) -> str:
    """The name written as the mention was.

    >>> cased("Bari", UPPER), cased("Bari", LOWER), cased("sport film", CAPITAL)
    ('BARI', 'bari', 'Sport film')
    """
    if casing == UPPER:
        return name.upper()
    if casing == LOWER:
        return name.lower()
    return name[:1].upper() + name[1:] if casing == CAPITAL and name[:1].islower() else name
