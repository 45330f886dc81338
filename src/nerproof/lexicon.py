"""The index of a training corpus: what every "seen in training" question is answered from."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import field
from functools import cached_property
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np

from nerproof.corpus import Bools, Corpus, Ids, Ints, Vocabulary
from nerproof.corpus.ngrams import Ngrams
from nerproof.corpus.wordbook import Wordbook
from nerproof.measures.pairing import types_of_tokens
from nerproof.record import record

T = TypeVar("T")


@record()
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

    corpus: Corpus
    _memo: dict[Any, Any] = field(default_factory=dict)
    counted: Mapping[str, int] | None = None  # its statistics, where the corpus is not here as a whole

    @property
    def vocabulary(self) -> Vocabulary:
        return self.corpus.tokens.vocabulary

    # --- this corpus ---------------------------------------------------------------------------------------------

    @cached_property
    def token_types(self) -> Ints:
        """Times each word stands outside (column 0) and inside each type (column 1 + type)."""
        width = len(self.corpus.types) + 1
        code = self.corpus.tokens.ids * np.int64(width) + (types_of_tokens(self.corpus) + 1)
        return np.bincount(code, minlength=len(self.vocabulary) * width).reshape(-1, width)

    @cached_property
    def token_count(self) -> Ints:
        return np.bincount(self.corpus.tokens.ids, minlength=len(self.vocabulary))

    @cached_property
    def surfaces(self) -> tuple[Ngrams, Ints]:
        m = self.corpus.mentions
        return Ngrams.build(self.corpus.tokens.ids, m.start, m.end, size=len(self.vocabulary))

    @cached_property
    def surface_of_mention(self) -> Ints:
        """A number for the surface of each mention of this corpus."""
        return self.surfaces[1]

    @cached_property
    def surface_types(self) -> Ints:
        """Mentions of each surface (row) with each type (column)."""
        n, width = self.surfaces[0].n_nodes, max(len(self.corpus.types), 1)
        code = self.surface_of_mention * width + self.corpus.mentions.type
        return np.bincount(code[self.surface_of_mention >= 0], minlength=n * width).reshape(n, width)

    @cached_property
    def surface_mentions(self) -> Ints:
        """Mentions of each surface, of any type."""
        return np.asarray(self.surface_types).sum(axis=1)

    @cached_property
    def sentence_keys(self) -> frozenset[bytes]:
        """The different sentences."""
        return frozenset(sentence_keys(self.corpus.tokens.ids, self.corpus.sentences))

    # --- questions about another corpus --------------------------------------------------------------------------

    def view(self, key: Any, build: Callable[[], T]) -> T:
        """Any other index an attribute needs, built once per key."""
        if key not in self._memo:
            self._memo[key] = build()
        return self._memo[key]

    def ids(self, corpus: Corpus) -> Ids:
        """This lexicon's id of every token of the other corpus, -1 where it never saw the word."""
        table = self.words(corpus.tokens.vocabulary)
        return table[corpus.tokens.ids] if len(table) else corpus.tokens.ids

    def words(self, words: Vocabulary) -> Ids:
        """This lexicon's id of each word of a vocabulary, -1 where it never saw it."""

        def more(first: int) -> Ids:
            if isinstance(words, Wordbook) and words is self.vocabulary:  # maybe grown since this index was made
                return self._used(np.arange(first, len(words)))
            return self._lookup(words.since(first))

        return self.grown(("words", id(words)), words, len(words), more)

    def learn(self, book: Wordbook) -> None:
        """Adds all words to a book; which of its words are known here need not be looked up then."""
        numbers = book.add(self.vocabulary)
        table = np.full(len(book), -1, dtype=np.int32)
        table[numbers] = self._used(np.arange(len(numbers)))
        self._memo["words", id(book)] = (book, table)

    def grown(self, key: Any, of: Any, n: int, more: Callable[[int], Any]) -> Any:
        """A table that is computed once per entry, however its vocabulary grows."""
        if key not in self._memo:
            self._memo[key] = (of, more(0))
        elif len(self._memo[key][1]) < n:
            known = self._memo[key][1]
            self._memo[key] = (of, np.concatenate([known, more(len(known))]))
        return self._memo[key][1]

    def _lookup(self, words: Vocabulary) -> Ids:
        """Words that a selected corpus has kept in its vocabulary but not in its text are as good as never seen."""
        return self._used(self.vocabulary.lookup(words))

    def _used(self, table: Ints | Ids) -> Ids:
        used = np.append(self.token_count > 0, False)
        return np.where(used[np.minimum(table, len(used) - 1)], table, -1).astype(np.int32)

    def type_ids(self, corpus: Corpus) -> Ints:
        """This lexicon's id of every type of the other corpus, -1 where it has none."""
        own = {t: i for i, t in enumerate(self.corpus.types)}
        return np.array([own.get(t, -1) for t in corpus.types], dtype=np.int64)

    def surface(self, corpus: Corpus) -> Ints:
        """This lexicon's surface number of every mention of the other corpus, -1 where it is no mention here."""
        m = corpus.mentions
        return self.view(("surface", id(m)), lambda: (m, self._surface(corpus)))[1]

    def _surface(self, corpus: Corpus) -> Ints:
        m, book = corpus.mentions, corpus.tokens.vocabulary
        if isinstance(book, Wordbook):
            return self._numbered(corpus, book)
        return self.surfaces[0].find(self.ids(corpus), m.start, m.end)

    def _numbered(self, corpus: Corpus, book: Wordbook) -> Ints:
        """The same from a book, which knows each surface once."""
        numbers = book.surfaces(corpus)
        nodes = self.grown(("surfaces", id(book)), book, book.n_surfaces, lambda first: self._nodes(book, first))
        return np.where(numbers >= 0, nodes[numbers], -1) if len(nodes) else numbers.astype(np.int64)

    def _nodes(self, book: Wordbook, first: int) -> Ints:
        """This lexicon's number of the surfaces of a book."""
        ids, cuts = book.surface_words(first)
        own = self.words(book)[ids] if len(ids) else ids
        return self.surfaces[0].find(own, cuts[:-1], cuts[1:])

    def surface_count(self, corpus: Corpus) -> Ints:
        """Mentions here, of any type, with the surface of each mention of the other corpus."""
        return _rows(self.surface_mentions, self.surface(corpus))

    def entity_count(self, corpus: Corpus) -> Ints:
        """Mentions here with the surface and the type of each mention of the other corpus."""
        m = corpus.mentions
        return self.view(("entities", id(m), corpus.types), lambda: (m, self._entity_count(corpus)))[1]

    def _entity_count(self, corpus: Corpus) -> Ints:
        surface, m = self.surface(corpus), corpus.mentions
        types = self.type_ids(corpus)[m.type] if len(m) else m.type
        unknown = (surface < 0) | (types < 0)
        place = surface * self.surface_types.shape[1] + types
        place[unknown] = 0
        table = self.surface_types.ravel() if self.surface_types.size else np.zeros(1, dtype=np.int64)
        found = table[place]
        found[unknown] = 0
        return found

    def occurrences(self, corpus: Corpus) -> Ints:
        """How often the token sequence of each mention stands here, annotated or not."""
        m = corpus.mentions
        return self.view(("occurrences", id(m)), lambda: (m, self._occurrences(corpus)))[1]

    def _occurrences(self, corpus: Corpus) -> Ints:
        m = corpus.mentions
        grams, node = Ngrams.build(self.ids(corpus), m.start, m.end, size=len(self.vocabulary))
        return _rows(grams.occurrences(self.corpus.tokens.ids, self.corpus.sentences), node)

    @cached_property
    def ambiguous_surfaces(self) -> Bools:
        """Which surfaces have more than one type here."""
        ambiguous: Bools = (self.surface_types > 0).sum(axis=1) > 1
        return ambiguous


class KeyLexicon(Lexicon):
    """The index of a corpus that was read part by part, for the words and surfaces that can be asked about."""

    occurring: Ints

    @classmethod
    def of(
        cls,
        corpus: Corpus,
        grams: Ngrams,
        token_types: Ints,
        surface_types: Ints,
        occurring: Ints,
        counted: Mapping[str, int] | None = None,
    ) -> KeyLexicon:
        """``corpus`` has the words and the types, and no text; surfaces and occurrences are by node of ``grams``."""
        found = cls(corpus, counted=counted)
        # What a lexicon computes once it keeps in its dictionary; here it finds it computed.
        found.__dict__.update(
            token_types=token_types,
            token_count=token_types.sum(axis=1),
            surfaces=(grams, np.zeros(0, dtype=np.int64)),
            surface_types=surface_types,
            occurring=occurring,
        )
        return found

    def _occurrences(self, corpus: Corpus) -> Ints:
        return _rows(self.occurring, self.surface(corpus))


def sentence_keys(ids: Ids, sentences: Ints) -> Iterator[bytes]:
    """Each sentence as the bytes of its word numbers: equal bytes, equal sentences."""
    cuts, numbers = (4 * sentences).tolist(), ids.astype(np.int32).tobytes()
    return (numbers[a:b] for a, b in pairwise(cuts))


def n_distinct(keys: Ints) -> int:
    """How many different numbers there are, of numbers that are not much larger than their count.

    >>> n_distinct(np.array([-1, 5, 5]))
    2
    """
    return int(np.count_nonzero(np.bincount(keys - keys.min()))) if len(keys) else 0


def _rows(table: Ints, where: Ints) -> Ints:
    """``table[where]`` with 0 where the place is -1."""
    return np.append(table, 0)[where] if len(where) else np.zeros(0, dtype=np.int64)
