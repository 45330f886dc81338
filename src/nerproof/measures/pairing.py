"""Gold and one system's predictions on the same tokens, with everything metrics ask for computed once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

import numpy as np

from nerproof.corpus import Bools, Corpus, Ids, Ints, Mentions
from nerproof.corpus.model import kinds

T = TypeVar("T")
SMALL = 1 << 16  # a table of so many numbers costs nothing


class Groups(NamedTuple):
    """The group of each item, and how many groups there are."""

    of: Ints
    n: int


@dataclass(frozen=True, eq=False)
class Pair:
    """Two corpora with equal tokens, sentences and type numbering.

    >>> gold = Corpus.from_sentences([["EU", "rejects"]], [[(0, 1, "ORG")]])
    >>> pair = Pair.of(gold, gold)
    >>> pair.gold_hit.tolist(), pair.pred_hit.tolist()
    ([True], [True])
    """

    gold: Corpus
    pred: Corpus
    name: str = "pred"
    rows: Ints | None = None  # sentence offsets of the rows that are counted; None: each sentence is one
    _memory: dict[Any, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, gold: Corpus, pred: Corpus, *, name: str = "pred", types: Sequence[str] | None = None) -> Pair:
        """A pair whose types are numbered alike; the corpora must already be aligned."""
        shared = tuple(types) if types is not None else tuple(sorted({*gold.types, *pred.types}))
        return cls(gold.with_types(shared), pred.with_types(shared), name)

    def remember(self, compute: Callable[[Pair], T], key: Any = None) -> T:
        """The value of a function of this pair, computed once: many slices ask for the same column."""
        name = compute if key is None else key
        if name not in self._memory:
            self._memory[name] = compute(self)
        return self._memory[name]

    @property
    def types(self) -> tuple[str, ...]:
        return self.gold.types

    @property
    def n_sentences(self) -> int:
        return self.gold.n_sentences

    @cached_property
    def gold_sentence(self) -> Ints:
        return self.gold.sentence_of_mention

    @cached_property
    def pred_sentence(self) -> Ints:
        return self.pred.sentence_of_mention

    @property
    def n_rows(self) -> int:
        return self.n_sentences if self.rows is None else len(self.rows) - 1

    @property
    def token_cuts(self) -> Ints:
        """Where the rows of counts begin among the tokens; mentions likewise."""
        return self.gold.sentences if self.rows is None else self.gold.sentences[self.rows]

    @cached_property
    def gold_cuts(self) -> Ints:
        """Where rows begin among the gold mentions, as ``tally`` takes it."""
        return cuts_of(self.gold.mentions, self.token_cuts)

    @cached_property
    def pred_cuts(self) -> Ints:
        return cuts_of(self.pred.mentions, self.token_cuts)

    def by_type(self) -> tuple[Pair, Ints, Ints]:
        """The pair whose rows are those of each type, and the type and the row of each; only those that are there."""
        rows = [np.repeat(np.arange(self.n_rows), np.diff(cuts)) for cuts in (self.gold_cuts, self.pred_cuts)]
        sides = (self.gold.mentions, self.pred.mentions)
        keys = [m.type * self.n_rows + row for m, row in zip(sides, rows, strict=True)]
        found, group = _distinct(np.concatenate(keys), len(self.types) * self.n_rows)
        of_gold, of_pred = (Groups(g, len(found)) for g in np.split(group, [len(keys[0])]))
        typed = copy(self)  # it shares what is remembered
        typed.__dict__.update(_hits=self._hits, gold_cuts=of_gold, pred_cuts=of_pred)
        return typed, found // self.n_rows, found % self.n_rows

    @cached_property
    def _hits(self) -> tuple[Bools, Bools]:
        return match(self.gold.mentions, self.pred.mentions, len(self.types))

    @property
    def gold_hit(self) -> Bools:
        """Gold mentions predicted with the same span and type."""
        return self._hits[0]

    @property
    def pred_hit(self) -> Bools:
        return self._hits[1]

    @property
    def gold_types_of_tokens(self) -> Ids:
        return self.gold.types_of_tokens

    @property
    def pred_types_of_tokens(self) -> Ids:
        return self.pred.types_of_tokens


def match(gold: Mentions, pred: Mentions, n_types: int) -> tuple[Bools, Bools]:
    """Which gold and which predicted mentions have an equal in the other set."""
    longest = max([0, *(int((m.end - m.start).max()) for m in (gold, pred) if len(m))]) + 1
    alike, n = kinds((gold, pred), n_types)
    sides = zip((gold, pred), alike, strict=True)
    keys = [(m.start * longest + (m.end - m.start)) * max(n, 1) + kind for m, kind in sides]
    gold_at, pred_at = (_members(keys[0], keys[1]), _members(keys[1], keys[0]))
    return gold_at & (gold.end > gold.start), pred_at & (pred.end > pred.start)


def _distinct(keys: Ints, size: int) -> tuple[Ints, Ints]:
    """The different numbers below ``size``, and the place of each key among them."""
    if size > 4 * len(keys) + SMALL:
        found, place = np.unique(keys, return_inverse=True)
        return found, place
    there = np.zeros(size, dtype=np.bool_)
    there[keys] = True
    found = np.flatnonzero(there)
    place = np.zeros(size, dtype=np.int64)
    place[found] = np.arange(len(found))
    return found, place[keys]


def cuts_of(mentions: Mentions, tokens: Ints) -> Ints:
    """Where each run of tokens begins among the mentions, which are sorted by their first token."""
    cuts = np.searchsorted(mentions.start, tokens)
    cuts[-1] = len(mentions)  # an empty span may stand behind the last token
    return cuts


def _members(keys: Ints, others: Ints) -> Bools:
    """Membership in a sorted array: both are sorted, so the search stays in the cache."""
    if not len(others):
        return np.zeros(len(keys), dtype=np.bool_)
    at = np.searchsorted(others, keys)
    at[at == len(others)] = len(others) - 1
    found: Bools = others[at] == keys
    return found
