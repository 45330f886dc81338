"""What the training set has of the names in the kept sentences: their types, three places, or the nearest look-alike.

A function of the kept sentences and the training index alone, so that every engine gives the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from nerproof.corpus import Corpus, Ints
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
    names = list(dict.fromkeys(_names(items)))[:MOST_NAMES]
    asked = Corpus.from_sentences(names, [[(0, len(name), "")] for name in names])
    surface, occurrences = lexicon.surface(asked), lexicon.occurrences(asked)
    seen = _Seen(lexicon, surface[surface >= 0])
    alike = LookAlikes(lexicon, [name for name, s in zip(names, surface.tolist(), strict=True) if s < 0])
    found: dict[str, Any] = {}
    for name, s, n in zip(names, surface.tolist(), occurrences.tolist(), strict=True):
        types = seen.types.get(s, {})
        one: dict[str, Any] = {"types": types, "otherwise": n - sum(types.values())}
        one |= {"sentences": seen.sentences(s)} if s >= 0 else {"like": alike.of(name)}
        found[" ".join(name)] = one
    return found


def _names(items: Iterable[Item]) -> Iterator[Name]:
    """Names that a system got wrong come first: they are what a reader looks for."""
    kept = list(items)
    yield from (name for item in kept for name in _wrong(item))
    yield from (_words(item, mention) for item in kept for mention in item["gold"])


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
        of_mention = lexicon.surface_of_mention
        mentions = np.flatnonzero(np.isin(of_mention, surfaces))
        self.mentions: dict[int, list[int]] = {}
        for surface, mention in zip(of_mention[mentions].tolist(), mentions.tolist(), strict=True):
            self.mentions.setdefault(surface, []).append(mention)
        self.types = {surface: self._types(own) for surface, own in self.mentions.items()}

    def _type(self, mention: int) -> str:
        return str(self.corpus.types[int(self.corpus.mentions.type[mention])])

    def _types(self, mentions: list[int]) -> dict[str, int]:
        return dict(Counter(self._type(m) for m in mentions))

    def sentences(self, surface: int) -> list[dict[str, Any]]:
        """The first mention of each type, then the first ones of all."""
        own = self.mentions[surface]
        first = list({self._type(m): m for m in reversed(own)}.values())
        chosen = dict.fromkeys([*sorted(first), *own])
        return [self._drawn(m) for m in sorted(list(chosen)[:PLACES])]

    def _drawn(self, mention: int) -> dict[str, Any]:
        """The words around a mention, and the number of its sentence."""
        corpus, m = self.corpus, self.corpus.mentions
        start, end = int(m.start[mention]), int(m.end[mention])
        sentence = int(corpus.sentence_of_mention[mention])
        a = max(int(corpus.sentences[sentence]), start - AROUND)
        b = min(int(corpus.sentences[sentence + 1]), end + AROUND)
        span = [start - a, end - a, self._type(mention)]
        return {"number": sentence + 1, "tokens": corpus.tokens.strings(a, b), "mention": span}
