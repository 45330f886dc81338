"""The index of gold's distinct entities, by the numbers that a book gave to their words and surfaces."""

from __future__ import annotations

from typing import Self

import numpy as np

from nerproof.corpus import Bools, Corpus, Ids, Ints
from nerproof.corpus.places import places
from nerproof.corpus.wordbook import Wordbook
from nerproof.engines.sums import Entities
from nerproof.lexicon import Lexicon


class EntityIndex(Lexicon):
    """A lexicon that needs no trie: the book has numbered all surfaces already."""

    book: Wordbook
    known: Bools  # surfaces that are an entity; the book may have those of systems, too

    @classmethod
    def of(cls, entities: Entities) -> Self:
        corpus = entities.corpus()
        found = cls(corpus)
        order = [entities.types.index(t) for t in corpus.types]
        table = entities.seen[:, order].astype(np.int64)
        # What a lexicon computes once it keeps in its dictionary; here it finds it computed.
        found.__dict__.update(
            book=entities.book,
            known=entities.seen.any(axis=1),
            surface_types=table if table.size else np.zeros((len(table), 1), dtype=np.int64),
            surface_of_mention=np.nonzero(table)[0],
        )
        return found

    def _surface(self, corpus: Corpus) -> Ints:
        book, m = corpus.tokens.vocabulary, corpus.mentions
        if book is self.book:
            return self._entities(self.book.surfaces(corpus))
        lengths = m.end - m.start
        ids = self.words(book)[corpus.tokens.ids[places(m.start, lengths)]]
        return self._entities(self.book.find_surfaces(ids, np.concatenate([[0], np.cumsum(lengths)])))

    def _entities(self, surface: Ids) -> Ints:
        """-1 for surfaces that are none."""
        known = np.append(self.known, False)
        return np.where(known[np.minimum(surface, len(known) - 1)], surface, -1).astype(np.int64)
