"""How much of a name a text already knows: Bank of Nova Scotia has words of any news text, Hajipur Parisad has none.

New names of several words are drawn so that as many of them have known words as new names of the training text had when
they first came up. That keeps them in the text's language, too.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from nerproof.corpus.edits import surfaces_by_type

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from nerproof.attacks.pools import Entry
    from nerproof.corpus import Corpus

LEAST = 10  # surfaces of a type and length that say something
LONG = 3
LEVELS = 3  # no word, some, all
ENOUGH = 10


@dataclass
class Familiarity:
    """Draws names by how many of their words the training text has besides."""

    train: Corpus
    _parts: dict[object, tuple[list[Entry], ...]] = field(default_factory=dict, repr=False)

    @cached_property
    def counts(self) -> Counter[str]:
        """How often each word occurs, ignoring case."""
        strings, ids = self.train.tokens.vocabulary.strings, self.train.tokens.ids
        found: Counter[str] = Counter()
        for i, n in zip(*(x.tolist() for x in np.unique(ids, return_counts=True)), strict=True):
            found[strings[i].lower()] += n
        return found

    @cached_property
    def shares(self) -> dict[tuple[str, int], tuple[float, ...]]:
        """Per type and length: which part of the training names have no, some, only words that occur elsewhere."""
        seen: dict[tuple[str, int], list[int]] = {}
        for type_, surfaces in surfaces_by_type(self.train).items():
            times = Counter(tuple(w.lower() for w in s) for s in surfaces if len(s) > 1)
            for words, n in times.items():
                own = Counter(words)
                level = _level([self.counts[w] > n * own[w] for w in words])
                seen.setdefault((type_, min(len(words), LONG)), [0] * LEVELS)[level] += 1
        return {key: tuple(x / sum(n) for x in n) for key, n in seen.items() if sum(n) >= LEAST}

    def ordered(
        self, key: object, entries: list[Entry], type_: str, tokens: int, rng: np.random.Generator
    ) -> Iterator[list[Entry]]:
        """The names of a drawn level, if they are enough; then all of them. ``key`` is the name of the list."""
        shares = self.shares.get((type_, min(tokens, LONG)))
        if tokens > 1 and shares is not None and entries:
            drawn = float(rng.random())
            level = 0 if drawn < shares[0] else 1 if drawn < shares[0] + shares[1] else 2
            part = self._split(key, entries)[level]
            if len(part) >= ENOUGH:
                yield part
        yield entries

    def _split(self, key: object, entries: list[Entry]) -> tuple[list[Entry], ...]:
        if key not in self._parts:
            parts: tuple[list[Entry], ...] = ([], [], [])
            is_known = self.counts.__contains__
            for e in entries:
                parts[_level(list(map(is_known, e.name.lower().split())))].append(e)
            self._parts[key] = parts
        return self._parts[key]


def _level(known: Sequence[bool]) -> int:
    return 2 if all(known) else 1 if any(known) else 0
