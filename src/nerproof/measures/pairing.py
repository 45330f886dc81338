"""Gold and one system's predictions on the same tokens, with everything metrics ask for computed once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import field
from functools import cached_property
from typing import Any, TypeVar

import numpy as np

from nerproof.corpus import Bools, Corpus, Ids, Ints, Mentions
from nerproof.corpus.kernels import compiled
from nerproof.corpus.places import places
from nerproof.record import record

T = TypeVar("T")


@record()
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

    def remember(self, compute: Callable[[Pair], T]) -> T:
        """The value of a function of this pair, computed once: many slices ask for the same column."""
        if compute not in self._memory:
            self._memory[compute] = compute(self)
        return self._memory[compute]

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
        return cuts_of(self.gold.mentions, self.token_cuts)

    @cached_property
    def pred_cuts(self) -> Ints:
        return cuts_of(self.pred.mentions, self.token_cuts)

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

    @cached_property
    def gold_types_of_tokens(self) -> Ids:
        return types_of_tokens(self.gold)

    @cached_property
    def pred_types_of_tokens(self) -> Ids:
        return types_of_tokens(self.pred)


def match(gold: Mentions, pred: Mentions, n_types: int) -> tuple[Bools, Bools]:
    """Which gold and which predicted mentions have an equal in the other set."""
    loops = compiled()
    if loops is not None:
        found = loops.match(gold.start, gold.end, gold.type, pred.start, pred.end, pred.type)
        return np.frombuffer(found[0], dtype=np.bool_), np.frombuffer(found[1], dtype=np.bool_)
    longest = max([0, *(int((m.end - m.start).max()) for m in (gold, pred) if len(m))]) + 1
    keys = [(m.start * longest + (m.end - m.start)) * max(n_types, 1) + m.type for m in (gold, pred)]
    gold_at, pred_at = (_members(keys[0], keys[1]), _members(keys[1], keys[0]))
    return gold_at & (gold.end > gold.start), pred_at & (pred.end > pred.start)


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


def types_of_tokens(corpus: Corpus) -> Ids:
    """Type id of the outermost mention over each token, -1 outside: what token methods look at."""
    m, loops = corpus.mentions, compiled()
    # Where mentions are nested, the longest is written last.
    order = np.lexsort((m.start, m.end - m.start)) if has_overlaps(corpus) else slice(None)
    if loops is not None:
        columns = (np.ascontiguousarray(x[order]) for x in (m.start, m.end, m.type))
        return np.frombuffer(loops.paint(corpus.n_tokens, *columns), dtype=np.int32)
    lengths = (m.end - m.start)[order]
    types = np.full(corpus.n_tokens, -1, dtype=np.int32)
    types[places(m.start[order], lengths)] = np.repeat(m.type[order], lengths)
    return types


def has_overlaps(corpus: Corpus) -> bool:
    """Whether any token is inside two mentions: nested gold."""
    m = corpus.mentions
    return bool((m.start[1:] < m.end[:-1]).any())
