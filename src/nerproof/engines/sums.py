"""What pieces say about the data: things that add up, and the distinct entities and words of all of gold."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

import numpy as np

from nerproof.corpus import Bools, Coded, Corpus, Mentions
from nerproof.corpus.places import places
from nerproof.corpus.wordbook import Wordbook

LABELS = 8  # a word's hard subsets are bits of a byte


@dataclass
class Entities:
    """Distinct pairs of surface and type; surfaces by the numbers of a book."""

    book: Wordbook = field(default_factory=Wordbook)
    types: list[str] = field(default_factory=list)
    seen: Bools = field(default_factory=lambda: np.zeros((0, 0), dtype=np.bool_))  # surfaces x types

    @classmethod
    def of(cls, gold: Corpus) -> Entities:
        """Those of one piece, by its own book where its words are not numbered yet."""
        book = gold.tokens.vocabulary
        if not isinstance(book, Wordbook):
            book = Wordbook()
            gold = Corpus(book.numbered(gold.tokens), gold.sentences, gold.mentions, gold.types, gold.documents)
        surface, m = book.surfaces(gold), gold.mentions
        seen = np.zeros((book.n_surfaces, len(gold.types)), dtype=np.bool_)
        seen[surface[surface >= 0], m.type[surface >= 0]] = True
        return cls(book, list(gold.types), seen)

    def add(self, other: Entities) -> None:
        surface, type_ = np.nonzero(other.seen)
        if other.book is not self.book:
            ids, cuts = other.book.surface_words()
            words = self.book.add(other.book)
            surface = self.book.add_surfaces(words[ids], cuts[:-1], cuts[1:])[surface].astype(np.int64)
        self.types += [t for t in other.types if t not in self.types]
        number = np.array([self.types.index(t) for t in other.types], dtype=np.int64)
        more = (self.book.n_surfaces - self.seen.shape[0], len(self.types) - self.seen.shape[1])
        if any(more):
            self.seen = np.pad(self.seen, ((0, more[0]), (0, more[1])))
        self.seen[surface, number[type_]] = True

    def corpus(self) -> Corpus:
        """One sentence for each entity; how often it came is not kept, and nobody asks."""
        ids, cuts = self.book.surface_words()
        surface, type_ = np.nonzero(self.seen)
        names = tuple(sorted(self.types))
        lengths = np.diff(cuts)[surface]
        ends = np.cumsum(lengths)
        sentences = np.concatenate([[0], ends]).astype(np.int64)
        number = np.array([names.index(t) for t in self.types], dtype=np.int64)
        mentions = Mentions(sentences[:-1], sentences[1:], number[type_])
        tokens = Coded(ids[places(cuts[surface], lengths)], self.book)
        return Corpus(tokens, sentences, mentions, names, np.arange(len(sentences)))


@dataclass
class Survey:
    """The distinct entities of gold, and how often each attribute has each value."""

    sentences: int = 0
    entities: Entities = field(default_factory=Entities)
    values: dict[str, Counter[float]] = field(default_factory=dict)

    def add(self, other: Survey) -> None:
        self.sentences += other.sentences
        self.entities.add(other.entities)
        for name, counter in other.values.items():
            self.values.setdefault(name, Counter()).update(counter)


@dataclass
class Facts:
    """Sums over sentences, and which words (rows) are in which of hardeval's subsets."""

    sums: Counter[tuple[str, ...]] = field(default_factory=Counter)
    words: Bools = field(default_factory=lambda: np.zeros((0, LABELS), dtype=np.bool_))


@dataclass
class FactSums:
    """The facts of all pieces."""

    sums: Counter[tuple[str, ...]] = field(default_factory=Counter)
    words: Bools = field(default_factory=lambda: np.zeros((0, LABELS), dtype=np.bool_))

    def add(self, other: Facts | FactSums) -> None:
        self.sums.update(other.sums)
        if len(other.words) > len(self.words):
            self.words = np.pad(self.words, ((0, len(other.words) - len(self.words)), (0, 0)))
        self.words[: len(other.words)] |= other.words

    def count(self, *subsets: int) -> int:
        """Words that are in any of the subsets."""
        return int(self.words[:, list(subsets)].any(axis=1).sum())
