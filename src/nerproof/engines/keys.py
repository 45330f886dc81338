"""What a test set can ask about training data: gold's words, and the surfaces of gold's and the systems' mentions."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from nerproof.corpus import Corpus
from nerproof.corpus.ngrams import Ngrams
from nerproof.corpus.vocabulary import new_seed
from nerproof.corpus.wordbook import Wordbook
from nerproof.engines.cutting import Piece
from nerproof.engines.glance import Asked
from nerproof.engines.hashing import Hasher
from nerproof.engines.partials import Context, load
from nerproof.engines.sums import Entities, Survey


@dataclass
class Wanted:
    """The keys of some sentences."""

    seen: Survey = field(default_factory=Survey)
    schemes: dict[str, set[str]] = field(default_factory=dict)  # by input

    def add(self, other: Wanted) -> None:
        self.seen.add(other.seen)
        for name, found in other.schemes.items():
            self.schemes.setdefault(name, set()).update(found)


def wanted(piece: Piece, context: Context) -> Wanted:
    """The keys of a piece; by a book of its own unless the context has one."""
    gold, systems, readings = load(piece, context)
    book = gold.tokens.vocabulary if isinstance(gold.tokens.vocabulary, Wordbook) else Wordbook()
    gold = replace(gold, tokens=book.numbered(gold.tokens))
    found = Survey(gold.n_sentences, Entities.of(gold))
    for pred in systems.values():
        book.add_surfaces(gold.tokens.ids, pred.mentions.start, pred.mentions.end)
    return Wanted(found, {name: set(r.schemes) for name, r in readings.items()})


def asked_of(entities: Entities, dev: Corpus | None, context: Context) -> Asked:
    """The keys of gold and the systems, and those of development data, which is compared with training data, too."""
    keys, options = _copy(entities.book), context.options
    if dev is not None:
        own = keys.numbered(dev.tokens)
        keys.add_surfaces(own.ids, dev.mentions.start, dev.mentions.end)
    gold = np.zeros((keys.n_surfaces, len(entities.types)), dtype=np.bool_)
    gold[: len(entities.seen)] = entities.seen
    unit = options.switches.get("contamination_unit") or "sentence"
    hasher = Hasher(new_seed())
    grams = _grams(keys) if "interpreteval" in context.suites else None
    return Asked(keys, gold, tuple(entities.types), options.reading, options.types, unit, hasher, grams)


def _copy(book: Wordbook) -> Wordbook:
    """A book of the same words and surfaces that may grow on its own."""
    ids, cuts = book.surface_words()
    found = Wordbook()
    found.add(book)
    found.add_surfaces(ids, cuts[:-1], cuts[1:])
    return found


def _grams(keys: Wordbook) -> Ngrams:
    ids, cuts = keys.surface_words()
    return Ngrams.build(ids, cuts[:-1], cuts[1:], size=len(keys))[0]
