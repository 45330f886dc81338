"""What the training set has of the names in the kept sentences: their types, three places, or the nearest look-alike.

A function of the kept sentences and the training index alone, so that every engine gives the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np

from nerproof.corpus import Corpus, Ints
from nerproof.corpus.ngrams import Ngrams
from nerproof.index.lexicon import Lexicon
from nerproof.index.lookalikes import LookAlikes

MOST_NAMES = 1000  # names with evidence in one result
PLACES = 3  # sentences shown per name
AROUND = 12  # tokens on each side of the name
Item = Mapping[str, Any]
Name = tuple[str, ...]


def evidence(items: Sequence[Item], lexicon: Lexicon) -> dict[str, Any]:
    """By name: how often train has it as what, how often otherwise (unmarked or inside longer names), and where.

    For a new name: what it looks like there.
    """
    names = list(islice(_distinct(_names(items)), MOST_NAMES))
    asked = Corpus.from_sentences(names, [[(0, len(name), "")] for name in names])
    surface, occurrences = lexicon.surface(asked), _occurrences(asked, lexicon)
    seen = _Seen(lexicon, surface[surface >= 0])
    alike = LookAlikes(lexicon, [name for name, s in zip(names, surface.tolist(), strict=True) if s < 0])
    found: dict[str, Any] = {}
    for name, s, n in zip(names, surface.tolist(), occurrences.tolist(), strict=True):
        types = lexicon.types_of(s)
        one: dict[str, Any] = {"types": types, "otherwise": n - sum(types.values())}
        one |= {"sentences": seen.sentences(s)} if s >= 0 else {"like": alike.of(name)}
        found[" ".join(name)] = one
    return found


def _distinct(names: Iterator[Name]) -> Iterator[Name]:
    seen: set[Name] = set()
    return (name for name in names if name not in seen and not seen.add(name))  # type: ignore[func-returns-value]


def _occurrences(asked: Corpus, lexicon: Lexicon) -> Ints:
    """How often each sentence stands in train: one walk over it, since they are few."""
    text, words, cuts = lexicon.corpus, lexicon.ids(asked), asked.sentences
    grams, node = Ngrams.build(words, cuts[:-1], cuts[1:], size=len(lexicon.book))
    return np.append(grams.occurrences(text.tokens.ids, text.sentences), 0)[node]


def _names(items: Sequence[Item]) -> Iterator[Name]:
    """Names that a system got wrong come first: they are what a reader looks for."""
    yield from (name for item in items for name in _wrong(item))
    yield from (_words(item, mention) for item in items for mention in item["gold"])


def _wrong(item: Item) -> Iterator[Name]:
    for at, mention in enumerate(item["gold"]):
        if any(fates[at] != mention[2] for fates in item["fate"].values()):
            yield _words(item, mention)
    yield from (_words(item, m) for mentions in item["pred"].values() for m in mentions if not m[4])


def _words(item: Item, mention: Sequence[Any]) -> Name:
    return tuple(item["tokens"][mention[0] : mention[1]])


class _Seen:
    """The mentions in train of the surfaces that were asked for."""

    def __init__(self, lexicon: Lexicon, surfaces: Ints) -> None:
        self.corpus = lexicon.corpus
        wanted = np.zeros(lexicon.book.n_surfaces, dtype=np.bool_)
        wanted[surfaces] = True
        of_mention = lexicon.surface_of_mention
        mentions = np.flatnonzero(wanted[of_mention])
        order = np.argsort(of_mention[mentions], kind="stable")
        self.mentions, self.surface = mentions[order], of_mention[mentions][order]

    def sentences(self, surface: int) -> list[dict[str, Any]]:
        """The first mention of each type, then the first ones of all."""
        own = self.mentions[slice(*np.searchsorted(self.surface, [surface, surface + 1]))]
        _, first = np.unique(self.corpus.mentions.type[own], return_index=True)
        chosen = dict.fromkeys([*sorted(first.tolist()), *range(min(PLACES, len(own)))])
        return [self._drawn(int(own[i])) for i in sorted(list(chosen)[:PLACES])]

    def _drawn(self, mention: int) -> dict[str, Any]:
        """The words around a mention, and the number of its sentence."""
        corpus, m = self.corpus, self.corpus.mentions
        start, end = int(m.start[mention]), int(m.end[mention])
        sentence = int(corpus.sentence_of_mention[mention])
        a = max(int(corpus.sentences[sentence]), start - AROUND)
        b = min(int(corpus.sentences[sentence + 1]), end + AROUND)
        span = [start - a, end - a, corpus.types[int(m.type[mention])]]
        return {"number": sentence + 1, "tokens": corpus.tokens.strings(a, b), "mention": span}
