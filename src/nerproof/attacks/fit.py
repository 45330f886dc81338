"""How a new name is fitted to the place of a mention: article and possessive, casing, tokens."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from nerproof.attacks.language import ARTICLES, POSSESSIVES, QUOTES
from nerproof.attacks.shapes import takes_the

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from nerproof.corpus import Bools, Corpus, Ints

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

    @cached_property
    def casing(self) -> Ints:
        """Per mention: UPPER where all its words are capitals, LOWER, CAPITAL, AS_IS."""
        start, end = self.core
        cased, upper, lower, capitals, titled = self._letters
        n_cased, n_upper = _sum(cased, start, end), _sum(upper, start, end)
        n_lower = _sum(lower, start, end)
        shout = (_sum(capitals, start, end) > 1) & (n_upper == n_cased)
        first = np.zeros(len(start), dtype=bool)
        some = end > start
        first[some] = titled[start[some]]
        found = np.where(first, CAPITAL, AS_IS)
        found = np.where((n_cased > 0) & (n_lower == n_cased), LOWER, found)
        return np.where(shout, UPPER, found).astype(np.int64)

    @cached_property
    def _letters(self) -> tuple[Bools, Bools, Bools, Ints, Bools]:
        """Per token: has letters with case; has capitals only; has none; how many it has; begins with one."""
        words, ids = self.corpus.tokens.vocabulary.strings, self.corpus.tokens.ids
        n = len(words)
        lower = np.fromiter((w.islower() for w in words), dtype=bool, count=n)
        upper = np.fromiter((w.isupper() for w in words), dtype=bool, count=n)
        cased = np.fromiter((w.lower() != w.upper() for w in words), dtype=bool, count=n)
        # Counted where it matters: in words that are capitals throughout.
        capitals = np.fromiter((sum(map(str.isupper, w)) if w.isupper() else 0 for w in words), dtype=np.int64, count=n)
        titled = np.fromiter((w[:1].isupper() for w in words), dtype=bool, count=n)
        return cased[ids], upper[ids], lower[ids], capitals[ids], titled[ids]


def _sum(column: Bools | Ints, start: Ints, end: Ints) -> Ints:
    total = np.concatenate([[0], np.cumsum(column)])
    return np.asarray(total[end] - total[start])


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


def fitted(
    name: str,
    casing: int,
    article: Sequence[str],
    possessive: Sequence[str],
    *,
    cut: Callable[[str], tuple[str, ...]],
    articles: frozenset[str],
) -> tuple[str, ...]:
    """The tokens of a new name in its place, with one article; without any where the name takes none."""
    tokens = cut(cased(name, casing))
    if not article and not possessive:
        return tokens
    bare = tokens[0].lower() in articles or (tuple(article) == ("the",) and not takes_the(name))
    front = tuple(w for w in article if w in QUOTES or not bare)
    back = () if tokens[-1] in POSSESSIVES else tuple(possessive)
    return (*front, *tokens, *back)
