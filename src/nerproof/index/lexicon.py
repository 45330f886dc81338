"""The index of a corpus: what every "seen in training" question is answered from.

Words and surfaces are numbered once (a Wordbook); everything else is counted by these numbers. A corpus of any size is
added chunk by chunk, indexes of parts are merged, and an index can be saved and loaded (index/cache.py).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from nerproof.corpus import Bools, Coded, Corpus, Ids, Ints, Mentions, Vocabulary, join
from nerproof.corpus.ngrams import Ngrams
from nerproof.corpus.wordbook import Wordbook
from nerproof.index.pairs import Pairs, Triples, counted
from nerproof.index.sequences import Sequences

SIZES = ("documents", "sentences", "tokens", "mentions")


@dataclass(frozen=True, eq=False)
class Part:
    """What one chunk adds to an index, by the chunk's own numbers: nothing is looked up for it."""

    vocabulary: Vocabulary | None  # None: that of all of gold, which the receiver has
    types: tuple[str, ...]
    labels: Triples  # word, label (0 outside, 1 + type inside), count
    words: Ids  # of all mentions, one after the other
    cuts: Ints  # where each mention begins among them
    of: Ints  # the type of each mention
    sizes: Mapping[str, int]

    @classmethod
    def of_corpus(cls, corpus: Corpus) -> Part:
        m, ids = corpus.mentions, corpus.tokens.ids
        labels = counted(ids.astype(np.int64), corpus.types_of_tokens.astype(np.int64) + 1)
        inside, cuts = corpus.mention_tokens
        return cls(corpus.tokens.vocabulary, corpus.types, labels, ids[inside], cuts, m.type, sizes_of(corpus))

    def __getstate__(self) -> dict[str, Any]:
        """On its way to another process: with no words but its own."""
        if self.vocabulary is None:
            return vars(self)
        used, rows = np.unique(self.labels[0], return_inverse=True)
        if len(used) == len(self.vocabulary):
            return vars(self)
        numbers = np.zeros(len(self.vocabulary), dtype=np.int32)
        numbers[used] = np.arange(len(used))
        labels, words = (rows, *self.labels[1:]), numbers[self.words]
        return {**vars(self), "vocabulary": self.vocabulary.take(used), "labels": labels, "words": words}


class Lexicon:
    """Token, mention and entity counts of a corpus, asked about another corpus.

    >>> train = Corpus.from_sentences([["EU", "and", "EU"]], [[(0, 1, "ORG")]])
    >>> test = Corpus.from_sentences([["EU", "und"]], [[(0, 1, "LOC"), (1, 2, "ORG")]])
    >>> lexicon = Lexicon(train)
    >>> lexicon.surface_count(test).tolist(), lexicon.entity_count(test).tolist()
    ([1, 0], [0, 0])
    >>> lexicon.occurrences(test).tolist()
    [2, 0]
    """

    def __init__(self, corpus: Corpus | None = None, *, text: bool = True) -> None:
        self.book = Wordbook()
        self.types: list[str] = []
        self.labels = Pairs()  # word by label: 0 outside, 1 + type inside
        self.entities = Pairs()  # surface by type
        self.sizes: Counter[str] = Counter(dict.fromkeys(SIZES, 0))
        self.text = text  # whether the text itself is kept: for occurrences of spans, and for rates of its sentences
        self._parts: list[Corpus] = []  # by the book's numbers
        self._goes_on: list[bool] = []
        self._added: WeakKeyDictionary[Vocabulary, Ids] = WeakKeyDictionary()  # numbers here of words added already
        self._forget()
        if corpus is not None:
            self.add(corpus)

    # --- building ----------------------------------------------------------------------------------------------------

    def add(self, corpus: Corpus, *, goes_on: bool = False) -> None:
        """Counts one more chunk; ``goes_on``: its first document is the last one of the chunk before."""
        numbers = self.add_part(Part.of_corpus(corpus))
        self.sizes["documents"] -= int(goes_on)
        if self.text:
            ids = numbers[corpus.tokens.ids] if len(numbers) else corpus.tokens.ids
            self._parts.append(_numbered(corpus, ids, self.book))
            self._goes_on.append(goes_on)

    def add_part(self, part: Part) -> Ids:
        """Adds what was counted of a chunk; gives the numbers of its words here."""
        assert part.vocabulary is not None
        if part.vocabulary not in self._added:
            self._added[part.vocabulary] = self.book.add(part.vocabulary)
        numbers, types = self._added[part.vocabulary], self._type_numbers(part.types)
        words, labels, counts = part.labels
        self.labels.add_counts((numbers[words].astype(np.int64), np.append(-1, types)[labels] + 1, counts))
        spans = numbers[part.words] if len(part.words) else part.words
        surface = self.book.add_surfaces(spans, part.cuts[:-1], part.cuts[1:])
        self.entities.add(surface[surface >= 0], types[part.of[surface >= 0]] if len(types) else part.of)
        self.sizes.update(part.sizes)
        self._forget()
        return numbers

    def keep(self, corpus: Corpus) -> None:
        """Takes a text whose words are numbered by this index's book, and whose counts are here already."""
        self._parts.append(corpus)
        self._goes_on.append(False)

    def merge(self, other: Lexicon) -> None:
        """Adds what another index has counted."""
        words, surfaces = self.book.add(other.book), self._surface_numbers(other)
        types = self._type_numbers(other.types)
        rows, columns, counts = other.labels.triples()
        self.labels.add_counts((words[rows].astype(np.int64), np.append(-1, types)[columns] + 1, counts))
        rows, columns, counts = other.entities.triples()
        self.entities.add_counts((surfaces[rows].astype(np.int64), types[columns], counts))
        self.sizes.update(other.sizes)
        self._parts += [_numbered(c, words[c.tokens.ids], self.book) for c in other._parts]
        self._goes_on += other._goes_on
        self._forget()

    def _surface_numbers(self, other: Lexicon) -> Ids:
        ids, cuts = other.book.surface_words()
        words = self.book.add(other.book)
        return self.book.add_surfaces(words[ids] if len(words) else ids, cuts[:-1], cuts[1:])

    def _type_numbers(self, types: tuple[str, ...] | list[str]) -> Ints:
        self.types += [t for t in types if t not in set(self.types)]
        number = {t: i for i, t in enumerate(self.types)}
        return np.array([number[t] for t in types], dtype=np.int64)

    def _forget(self) -> None:
        """What was derived from the counts before they changed."""
        self._ids: WeakKeyDictionary[Vocabulary, Ids] = WeakKeyDictionary()
        self._answers: WeakKeyDictionary[Mentions, dict[Any, Any]] = WeakKeyDictionary()
        self._views: dict[Any, Any] = {}

    def view(self, key: Any, build: Any) -> Any:
        """Anything that is derived from this index alone, built once per key."""
        if key not in self._views:
            self._views[key] = build()
        return self._views[key]

    def about(self, corpus: Corpus, key: Any, build: Any) -> Any:
        """Anything about another corpus, kept as long as that corpus is: many slices ask the same."""
        known = self._answers.setdefault(corpus.mentions, {})
        if key not in known:
            known[key] = build()
        return known[key]

    def __getstate__(self) -> dict[str, Any]:
        return {k: v for k, v in vars(self).items() if k not in {"_added", "_ids", "_answers", "_views"}}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self._added = WeakKeyDictionary()
        self._forget()

    # --- this corpus -------------------------------------------------------------------------------------------------

    @property
    def corpus(self) -> Corpus:
        """All that was added, as one corpus."""
        if len(self._parts) != 1:
            self._parts = [self._joined() if self._parts else Corpus.from_sentences([])]
            self._goes_on = [False]
        return self._parts[0]

    def _joined(self) -> Corpus:
        whole = join(self._parts)
        starts = np.cumsum([0, *(c.n_sentences for c in self._parts)])[:-1]
        inside = starts[self._goes_on]  # where a chunk begins, and no document does
        return replace(whole, documents=whole.documents[~np.isin(whole.documents, inside)])

    @property
    def vocabulary(self) -> Vocabulary:
        return self.book

    @property
    def token_count(self) -> Ints:
        """How often each word comes."""
        return self.view("tokens", lambda: _padded(self.labels.sums(), len(self.book)))

    @property
    def surface_mentions(self) -> Ints:
        """Mentions of each surface, of any type."""
        return self.view("mentions", lambda: _padded(self.entities.sums(), self.book.n_surfaces))

    @property
    def ambiguous_surfaces(self) -> Bools:
        """Which surfaces have more than one type here."""
        return self.view("ambiguous", lambda: _padded(self.entities.distinct(), self.book.n_surfaces) > 1)

    def types_of(self, surface: int) -> dict[str, int]:
        """The types of a surface with their counts, by name; none for -1."""
        return dict(sorted((self.types[k], n) for k, n in self.entities.row(surface).items()))

    @property
    def surface_of_mention(self) -> Ints:
        """A number for the surface of each mention of this corpus."""
        return self.surface(self.corpus)

    @property
    def trie(self) -> tuple[Ngrams, Ints]:
        """All surfaces as a trie, and the surface of each node (-1: only the beginning of one)."""

        def build() -> tuple[Ngrams, Ints]:
            ids, cuts = self.book.surface_words()
            used = np.flatnonzero(self.surface_mentions > 0)
            grams, node = Ngrams.build(ids, cuts[:-1][used], cuts[1:][used], size=len(self.book))
            surface = np.full(grams.n_nodes, -1, dtype=np.int64)
            surface[node] = used
            return grams, surface

        return self.view("trie", build)

    @property
    def usual_types(self) -> Ints:
        """The most frequent type of each surface; of equally frequent ones the first by name."""

        def build() -> Ints:
            surface, type_, count = self.entities.triples()
            rank = np.argsort(np.argsort(self.types))[type_] if len(type_) else type_
            order = np.lexsort((rank, -count, surface))
            first = order[np.flatnonzero(np.diff(surface[order], prepend=-1))]
            found = np.zeros(self.book.n_surfaces, dtype=np.int64)
            found[surface[first]] = type_[first]
            return found

        return self.view("usual types", build)

    # --- questions about another corpus ------------------------------------------------------------------------------

    def words(self, words: Vocabulary) -> Ids:
        """This index's number of each word of a vocabulary, -1 where it never saw it."""
        if words not in self._ids:
            found = self._added[words] if words in self._added else self.book.find(words)
            used = np.append(self.token_count > 0, False)  # a selected corpus keeps words that its text lacks
            self._ids[words] = np.where(used[found], found, -1).astype(np.int32)
        return self._ids[words]

    def ids(self, corpus: Corpus) -> Ids:
        """This index's number of every token of the other corpus, -1 where it never saw the word."""
        tokens, table = corpus.tokens, self.words(corpus.tokens.vocabulary)
        return self.about(corpus, ("ids", tokens), lambda: table[tokens.ids] if len(table) else tokens.ids)

    def labelled(self, corpus: Corpus) -> tuple[Ints, Ints]:
        """The tokens of the other corpus inside mentions, and how often the word of each has its type here."""

        def build() -> tuple[Ints, Ints]:
            inside = corpus.labelled_tokens
            types = self.type_ids(corpus.types)[corpus.types_of_tokens[inside]]
            return inside, self.labels.get(self.ids(corpus)[inside], np.where(types >= 0, types + 1, -1))

        return self.about(corpus, ("labelled", corpus.types), build)

    def type_ids(self, types: tuple[str, ...]) -> Ints:
        """This index's number of every type, -1 where it has none."""
        own = {t: i for i, t in enumerate(self.types)}
        return np.array([own.get(t, -1) for t in types], dtype=np.int64)

    def surface(self, corpus: Corpus) -> Ints:
        """This index's surface number of every mention of the other corpus, -1 where it is no mention here."""
        return self.about(corpus, "surface", lambda: self.book.find_surfaces(*self._spans(corpus)).astype(np.int64))

    def _spans(self, corpus: Corpus) -> tuple[Ids, Ints]:
        """The words of all mentions by this index's numbers, and where each mention begins among them."""
        table = self.words(corpus.tokens.vocabulary)
        inside, cuts = corpus.mention_tokens
        words = corpus.tokens.ids[inside]
        return table[words] if len(table) else words, cuts

    def surface_count(self, corpus: Corpus) -> Ints:
        """Mentions here, of any type, with the surface of each mention of the other corpus."""
        return _rows(self.surface_mentions, self.surface(corpus))

    def entity_count(self, corpus: Corpus) -> Ints:
        """Mentions here with the surface and the type of each mention of the other corpus."""
        m = corpus.mentions
        types = self.type_ids(corpus.types)[m.type] if len(m) else m.type
        return self.about(corpus, ("entities", corpus.types), lambda: self.entities.get(self.surface(corpus), types))

    def occurrences(self, corpus: Corpus) -> Ints:
        """How often the token sequence of each mention stands here, annotated or not."""
        sequences = self.view("sequences", lambda: Sequences(self.corpus.tokens.ids, self.corpus.sentences))
        return self.about(corpus, "occurrences", lambda: sequences.occurrences(*self._spans(corpus)))

    def sentences_of(self, corpus: Corpus) -> Bools:
        """Which sentences of the other corpus stand here, too, token by token."""

        def build() -> Wordbook:
            book = Wordbook()
            book.add_surfaces(self.corpus.tokens.ids, self.corpus.sentences[:-1], self.corpus.sentences[1:])
            return book

        found = self.view("sentences", build).find_surfaces(self.ids(corpus), corpus.sentences)
        return np.asarray(found >= 0)

    # --- questions about another index -------------------------------------------------------------------------------

    def surfaces_of(self, other: Lexicon) -> Ints:
        """This index's number of every surface of another index, -1 where it has none."""
        ids, cuts = other.book.surface_words()
        table = self.words(other.book)
        return self.book.find_surfaces(table[ids] if len(table) else ids, cuts).astype(np.int64)

    def entities_of(self, other: Lexicon) -> tuple[Ints, Ints]:
        """Mentions here with the surface, and with the surface and the type, of every entity of another index."""
        rows, columns, _ = other.entities.triples()
        surface, types = self.surfaces_of(other)[rows], self.type_ids(tuple(other.types))
        return _rows(self.surface_mentions, surface), self.entities.get(surface, types[columns])

    def equals(self, other: Lexicon) -> bool:
        """Whether another index has counted the same words and entities equally often."""
        if any(self.sizes[name] != other.sizes[name] for name in SIZES[1:]):
            return False
        words = self.words(other.book)
        same_words = bool(len(words)) and np.array_equal(_rows(self.token_count, words), other.token_count)
        return bool(same_words) and np.array_equal(self.entities_of(other)[1], other.entities.triples()[2])


def sizes_of(corpus: Corpus) -> dict[str, int]:
    """How many documents (0 without marks), sentences, tokens and mentions a corpus has."""
    documents = corpus.n_documents if corpus.marked_documents else 0
    return dict(zip(SIZES, (documents, corpus.n_sentences, corpus.n_tokens, len(corpus.mentions)), strict=True))


def n_distinct(keys: Ints) -> int:
    """How many different numbers there are, of numbers that are not much larger than their count.

    >>> n_distinct(np.array([-1, 5, 5]))
    2
    """
    return int(np.count_nonzero(np.bincount(keys - keys.min()))) if len(keys) else 0


def _numbered(corpus: Corpus, ids: Ids, book: Wordbook) -> Corpus:
    """The corpus by the book's numbers, without what no index is asked for."""
    return replace(corpus, tokens=Coded(ids, book), text=None, columns={}, notes=(), file_digest=corpus.file_digest)


def _padded(values: Ints, n: int) -> Ints:
    return np.append(values, np.zeros(n - len(values), dtype=np.int64)) if len(values) < n else values


def _rows(table: Ints, where: Ints | Ids) -> Ints:
    """``table[where]`` with 0 where the place is -1."""
    return np.append(table, 0)[where] if len(where) else np.zeros(0, dtype=np.int64)
