"""How a mention stands in its place: without article, quotation marks and possessive; and a name written like it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nerproof.attacks.language import ARTICLES, POSSESSIVES, QUOTES

if TYPE_CHECKING:
    from nerproof.corpus import Corpus, Ints


def cores(corpus: Corpus, language: str) -> tuple[Ints, Ints]:
    """The spans without quotation marks, a leading lower-case article and a closing possessive, if a word is left.

    A capitalised article is part of the name ("The Hague").
    """
    m, words, ids = corpus.mentions, corpus.tokens.vocabulary.strings, corpus.tokens.ids
    opening, closing = ARTICLES.get(language, frozenset()) | QUOTES, POSSESSIVES | QUOTES
    first, last = (np.fromiter((w in known for w in words), bool, len(words)) for known in (opening, closing))
    start, end = m.start.copy(), m.end.copy()
    long = end - start > 1
    start[long] += first[ids[m.start[long]]]
    long = end - start > 1
    end[long] -= last[ids[end[long] - 1]]
    return start, end


def entities_of(corpus: Corpus, language: str) -> list[tuple[str, str]]:
    """(type, surface of the core) of every mention."""
    words, ids = corpus.tokens.vocabulary.strings, corpus.tokens.ids.tolist()
    rows = zip(*(x.tolist() for x in (*cores(corpus, language), corpus.mentions.type)), strict=True)
    return [(corpus.types[t], " ".join([words[i] for i in ids[s:e]])) for s, e, t in rows]


def cased(name: str, old: str) -> str:
    """The name written as the old one is.

    >>> cased("Bari", "ROME"), cased("Bari", "rome"), cased("sport film", "Rome"), cased("Bari", "eBay")
    ('BARI', 'bari', 'Sport film', 'Bari')
    """
    if old.isupper() and sum(map(str.isupper, old)) > 1:
        return name.upper()
    if old.islower():
        return name.lower()
    return name[:1].upper() + name[1:] if old[:1].isupper() and name[:1].islower() else name
