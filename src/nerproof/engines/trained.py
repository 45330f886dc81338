"""What is known of a training set that was read part by part: tables for the keys, and numbers about all of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from nerproof.corpus import Coded, Corpus, Ids, Ints, Mentions
from nerproof.corpus.ngrams import Ngrams
from nerproof.corpus.wordbook import Wordbook
from nerproof.engines.glance import Asked, Glance, Rows
from nerproof.engines.spilling import Census
from nerproof.index.overlap import Rate
from nerproof.lexicon import KeyLexicon


class Tables:
    """Counts of the keys; types are numbered as they come."""

    def __init__(self, asked: Asked) -> None:
        n_nodes = 0 if asked.grams is None else asked.grams.n_nodes
        self.names: list[str] = []
        self.words: Ints = np.zeros((len(asked.keys), 1), dtype=np.int64)  # outside, inside each type
        self.surfaces: Ints = np.zeros((asked.keys.n_surfaces, 0), dtype=np.int64)
        self.occurring: Ints = np.zeros(n_nodes, dtype=np.int64)

    def add(self, found: Glance) -> None:
        types = self.numbers(found.types)
        _add(self.words, found.words, np.concatenate([[0], types + 1]))
        _add(self.surfaces, found.surfaces, types)
        self.occurring[found.occurring.where] += found.occurring.counts

    def numbers(self, types: tuple[str, ...]) -> Ints:
        """The columns of some types; new ones get the next columns."""
        new = [t for t in types if t not in self.names]
        if new:
            self.names += new
            self.words, self.surfaces = (np.pad(t, ((0, 0), (0, len(new)))) for t in (self.words, self.surfaces))
        return np.array([self.names.index(t) for t in types], dtype=np.int64)

    def copy(self) -> Tables:
        found = object.__new__(Tables)
        found.names = list(self.names)
        found.words, found.surfaces, found.occurring = (t.copy() for t in (self.words, self.surfaces, self.occurring))
        return found

    @property
    def types(self) -> tuple[str, ...]:
        return tuple(sorted(self.names))

    def census(self) -> Census:
        """Distinct surfaces and entities among the keys."""
        kinds, each = np.count_nonzero(self.surfaces, axis=1), self.surfaces.sum(axis=1)
        several = kinds > 1
        return Census(int((kinds > 0).sum()), int(kinds.sum()), int(several.sum()), int(each[several].sum()))

    def n_words(self) -> int:
        return int(np.count_nonzero(self.words.sum(axis=1)))

    def lexicon(self, keys: Wordbook, counted: Mapping[str, int] | None = None) -> KeyLexicon:
        """The tables as the index of a training set."""
        order = np.array([self.names.index(t) for t in self.types], dtype=np.int64)
        ids, cuts = keys.surface_words()
        grams, node = Ngrams.build(ids, cuts[:-1], cuts[1:], size=len(keys))
        surface_types: Ints = np.zeros((grams.n_nodes, max(len(order), 1)), dtype=np.int64)
        surface_types[node, : len(order)] = self.surfaces[:, order]
        token_types = self.words[:, np.concatenate([[0], order + 1])]
        return KeyLexicon.of(_empty(keys, self.types), grams, token_types, surface_types, self.occurring, counted)


def _add(table: Ints, rows: Rows, columns: Ints) -> None:
    """Adds to entire rows, which are moved as one."""
    if not len(rows.where):
        return
    counts = rows.counts
    if not np.array_equal(columns, np.arange(table.shape[1])):
        counts = np.zeros((len(rows.where), table.shape[1]), dtype=np.int64)
        counts[:, columns] = rows.counts
    table[rows.where] = np.take(table, rows.where, axis=0) + counts  # twice as fast as adding in place


def _empty(words: Wordbook, types: tuple[str, ...]) -> Corpus:
    """A corpus without text: its words and types are what an index is asked about."""
    none: Ids = np.zeros(0, dtype=np.int32)
    nothing: Ints = np.zeros(1, dtype=np.int64)
    return Corpus(Coded(none, words), nothing, Mentions.of([], [], []), types, nothing)


@dataclass(frozen=True, eq=False)
class Trained:
    """What is said about a training set that was never there as a whole."""

    sources: tuple[str, ...]
    file_digest: str
    types: tuple[str, ...]
    notes: tuple[str, ...]
    counted: dict[str, int]  # the table of ``statistics``
    samples: tuple[int, int, int, int]  # all, with an entity of gold, with nothing else, with any mention
    dirty: int  # mentions that gold has
    content_digest: str = field(default="", init=False)  # nobody has read all of it at once

    @property
    def digest(self) -> str:
        return self.file_digest

    @property
    def mentions(self) -> range:
        """Only their number is known."""
        return range(self.counted["mentions"])

    @property
    def n_tokens(self) -> int:
        return self.counted["tokens"]

    @property
    def n_sentences(self) -> int:
        return self.counted["sentences"]

    def rates(self, shared: int) -> dict[str, Rate]:
        """How much of it is in gold, with which it has ``shared`` entities in common."""
        n, partial, full, filled = self.samples
        return {
            "partial_rate": Rate(partial, n),
            "full_rate": Rate(full, n),
            "partial_rate_nonempty": Rate(partial, filled),
            "full_rate_nonempty": Rate(full, filled),
            "mention_rate": Rate(self.dirty, self.counted["mentions"]),
            "entity_rate": Rate(shared, self.counted["unique_tuples"]),
        }
