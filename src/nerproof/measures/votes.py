"""The table of votes: which mentions each of several voters has, and the sites where their mentions overlap.

A voter is a system, or gold. A row is a distinct mention; a site is a group of rows that overlap. What a voter has at a
site (perhaps nothing) is its answer there. Tables of chunks of sentences are joined by ``Votes.joined``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from nerproof.corpus import Bools, Corpus, Ints

GOLD = "gold"

Codes = NDArray[np.uint64]


class Span(NamedTuple):
    """A mention by its tokens in the sentence (half-open) and its type."""

    start: int
    end: int
    type: str


Answer = tuple[Span, ...]


@dataclass(frozen=True, eq=False)
class Votes:
    """Distinct mentions × voters; positions are absolute, rows are sorted by (start, end, type).

    >>> words = [["EU", "rejects", "German", "call"]]
    >>> gold = Corpus.from_sentences(words, [[(0, 1, "ORG"), (2, 4, "MISC")]])
    >>> other = Corpus.from_sentences(words, [[(0, 1, "ORG"), (2, 3, "MISC")]])
    >>> votes = Votes.of({"gold": gold, "a": other})
    >>> votes.n_sites, votes.answers.tolist(), votes.answer(1, 1)
    (2, [[0, 0], [0, 1]], (Span(start=2, end=3, type='MISC'),))
    """

    voters: tuple[str, ...]
    types: tuple[str, ...]
    start: Ints
    end: Ints
    type: Ints
    has: Bools  # rows × voters
    sentences: Ints  # token offset of each sentence, then the number of tokens
    surface: Codes  # a number that is equal where the words are
    dropped: int = 0  # predicted spans that fit no token, or cross a sentence end

    @classmethod
    def of(cls, corpora: Mapping[str, Corpus]) -> Votes:
        """The table of corpora with the same tokens and sentences."""
        first = next(iter(corpora.values()))
        types = tuple(sorted({t for c in corpora.values() for t in c.types}))
        parts = [_mentions(c.with_types(types), first.sentences) for c in corpora.values()]
        rows, index = _distinct(np.concatenate([rows for rows, _ in parts]), first.n_tokens, len(types))
        has = np.zeros((len(rows), len(parts)), dtype=np.bool_)
        has[index, np.repeat(np.arange(len(parts)), [len(rows) for rows, _ in parts])] = True
        start, end, type_ = rows.T
        dropped = sum(n for _, n in parts)
        return cls(
            tuple(corpora), types, start, end, type_, has, first.sentences, _surfaces(first, start, end), dropped
        )

    @classmethod
    def joined(cls, tables: Sequence[Votes]) -> Votes:
        """One table of tables with the same voters, whose sentences follow each other."""
        types = tuple(sorted({t for table in tables for t in table.types}))
        shifts = np.cumsum([0, *(int(t.sentences[-1]) for t in tables)]).tolist()
        tables = [table.renumbered(types) for table in tables]
        moved = list(zip(tables, shifts[:-1], strict=True))
        start, end = (np.concatenate([getattr(t, side) + by for t, by in moved]) for side in ("start", "end"))
        type_ = np.concatenate([t.type for t in tables])
        order = np.lexsort((type_, end, start))
        has, surface = (np.concatenate([getattr(t, name) for t in tables])[order] for name in ("has", "surface"))
        offsets = np.append(np.concatenate([t.sentences[:-1] + by for t, by in moved]), shifts[-1]).astype(np.int64)
        dropped = sum(t.dropped for t in tables)
        return cls(tables[0].voters, types, start[order], end[order], type_[order], has, offsets, surface, dropped)

    def beside(self, other: Votes) -> Votes:
        """One table of two with other voters on the same tokens."""
        types = tuple(sorted({*self.types, *other.types}))
        parts = [t.renumbered(types) for t in (self, other)]
        columns = (np.concatenate([getattr(t, name) for t in parts]) for name in ("start", "end", "type", "surface"))
        start, end, type_, surface = columns
        rows, index = _distinct(np.stack([start, end, type_], axis=1), int(self.sentences[-1]), len(types))
        has = np.zeros((len(rows), len(self.voters) + len(other.voters)), dtype=np.bool_)
        has[index[: len(self.start)], : len(self.voters)] = self.has
        has[index[len(self.start) :], len(self.voters) :] = other.has
        words = np.empty(len(rows), dtype=np.uint64)
        words[index] = surface
        voters, dropped = (*self.voters, *other.voters), self.dropped + other.dropped
        start, end, type_ = rows.T
        return Votes(voters, types, start, end, type_, has, self.sentences, words, dropped)

    def renumbered(self, types: tuple[str, ...]) -> Votes:
        """The same mentions with their types numbered as in ``types``."""
        number = np.array([types.index(t) for t in self.types], dtype=np.int64)
        return replace(self, types=types, type=number[self.type])

    def only(self, voters: Sequence[str]) -> Votes:
        """The table of some of the voters."""
        has = self.has[:, [self.voters.index(name) for name in voters]]
        return replace(self, voters=tuple(voters), has=has).with_rows(has.sum(axis=1) > 0)

    # --- sites -------------------------------------------------------------------------------------------------------

    @cached_property
    def site(self) -> Ints:
        """The site of each row."""
        if not len(self.start):
            return np.zeros(0, dtype=np.int64)
        reach = np.maximum.accumulate(self.end)
        return np.cumsum(np.r_[False, self.start[1:] >= reach[:-1]]).astype(np.int64)

    @property
    def n_sites(self) -> int:
        return int(self.site[-1]) + 1 if len(self.site) else 0

    @cached_property
    def site_rows(self) -> Ints:
        """Where the rows of each site begin, then the number of rows."""
        return np.searchsorted(self.site, np.arange(self.n_sites + 1)).astype(np.int64)

    @cached_property
    def site_start(self) -> Ints:
        return self.start[self.site_rows[:-1]]

    @cached_property
    def site_end(self) -> Ints:
        if not self.n_sites:
            return np.zeros(0, dtype=np.int64)
        return np.maximum.reduceat(self.end, self.site_rows[:-1])

    @cached_property
    def site_sentence(self) -> Ints:
        return np.searchsorted(self.sentences, self.site_start, side="right") - 1

    # --- answers -----------------------------------------------------------------------------------------------------

    @cached_property
    def answers(self) -> Ints:
        """Sites × voters: the first voter that has the same answer there."""
        codes = self._codes
        found = np.zeros(codes.shape, dtype=np.int64)
        for k in range(len(self.voters) - 1, -1, -1):
            found[codes == codes[:, k : k + 1]] = k
        return found

    @cached_property
    def _codes(self) -> Codes:
        """Sites × voters: a number that is equal where answers are (64 random bits for each row, added up)."""
        code = np.random.default_rng(0).integers(1, 1 << 63, size=len(self.start), dtype=np.uint64)
        if not self.n_sites:
            return np.zeros((0, len(self.voters)), dtype=np.uint64)
        return np.add.reduceat(np.where(self.has, code[:, None], np.uint64(0)), self.site_rows[:-1], axis=0)

    def answer(self, site: int, voter: int) -> Answer:
        """The mentions of a voter at a site, relative to the sentence."""
        rows = np.arange(self.site_rows[site], self.site_rows[site + 1])
        first = int(self.sentences[self.site_sentence[site]])
        return tuple(
            Span(int(self.start[i]) - first, int(self.end[i]) - first, self.types[self.type[i]])
            for i in rows[self.has[rows, voter]].tolist()
        )

    # --- counts ------------------------------------------------------------------------------------------------------

    def with_rows(self, kept: Bools) -> Votes:
        """The table of some of the mentions."""
        columns = {name: getattr(self, name)[kept] for name in ("start", "end", "type", "has", "surface")}
        return replace(self, **columns)

    def in_common(self, cuts: Ints) -> Ints:
        """Mentions that two voters have in common (diagonal: mentions of one), per run of sentences: runs × v × v.

        ``cuts`` are sentence offsets, then the number of sentences.
        """
        rows = np.searchsorted(self.start, self.sentences[cuts])
        counts = np.zeros((len(cuts) - 1, len(self.voters), len(self.voters)), dtype=np.int64)
        for k in range(len(self.voters)):
            both = np.cumsum(self.has & self.has[:, k : k + 1], axis=0, dtype=np.int64)
            until = np.concatenate([np.zeros((1, len(self.voters)), dtype=np.int64), both])[rows]
            counts[:, k] = np.diff(until, axis=0)
        return counts


def _mentions(corpus: Corpus, sentences: Ints) -> tuple[Ints, int]:
    """(start, end, type) of the mentions that lie in one sentence, and how many do not."""
    m = corpus.mentions
    last = np.maximum(m.end - 1, m.start)
    first_in, last_in = (np.searchsorted(sentences, at, side="right") for at in (m.start, last))
    fits = (m.end > m.start) & (first_in == last_in)
    return np.stack([m.start, m.end, m.type], axis=1)[fits], int((~fits).sum())


_BASE = 0x9E3779B97F4A7C15  # odd, so that it has an inverse modulo 2^64


def _surfaces(corpus: Corpus, start: Ints, end: Ints) -> Codes:
    """A 64-bit number for the words of each span, the same in every corpus."""
    used = np.unique(corpus.tokens.ids)
    word = np.zeros(len(corpus.tokens.vocabulary), dtype=np.uint64)
    word[used] = [_code(corpus.tokens.vocabulary[i]) for i in used.tolist()]
    steps = np.full(corpus.n_tokens, _BASE, dtype=np.uint64)
    back = np.full(corpus.n_tokens + 1, pow(_BASE, -1, 1 << 64), dtype=np.uint64)
    back[0] = 1
    sums = np.concatenate([[np.uint64(0)], np.cumsum(word[corpus.tokens.ids] * np.cumprod(steps))])
    return (sums[end] - sums[start]) * np.cumprod(back)[start]


def _code(word: str) -> int:
    return int.from_bytes(hashlib.blake2b(word.encode("utf-8", "surrogatepass"), digest_size=8).digest(), "little")


def _distinct(rows: Ints, n_tokens: int, n_types: int) -> tuple[Ints, Ints]:
    """The distinct rows in order, and the number of each given one among them."""
    key = (rows[:, 0] * (n_tokens + 1) + rows[:, 1]) * max(n_types, 1) + rows[:, 2]
    _, first, index = np.unique(key, return_index=True, return_inverse=True)
    return rows[first], index.reshape(-1)
