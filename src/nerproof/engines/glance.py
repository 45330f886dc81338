"""What one part of a training set says about the keys that are asked for, and records of everything else in it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from nerproof.corpus import Bools, Corpus, Ids, Ints
from nerproof.corpus.ngrams import Ngrams
from nerproof.corpus.places import places
from nerproof.corpus.typefilter import TypeFilter
from nerproof.corpus.wordbook import Wordbook
from nerproof.engines.cutting import Piece
from nerproof.engines.hashing import Hasher
from nerproof.engines.partials import Reading, reading
from nerproof.engines.spilling import Hashes, Records, none, records
from nerproof.formats import ReadOptions
from nerproof.index.overlap import n_samples, sample_of_mention
from nerproof.measures.pairing import types_of_tokens

NONE: Ints = np.zeros(0, dtype=np.int64)


@dataclass(frozen=True, eq=False)
class Asked:
    """What is asked of every part; the same in all processes."""

    keys: Wordbook  # all words, and all surfaces, that can be asked about
    gold: Bools  # surfaces x types: the entities of gold
    gold_types: tuple[str, ...]
    reading: ReadOptions
    types: TypeFilter
    unit: str
    hasher: Hasher
    grams: Ngrams | None = None  # the surfaces, where it matters how often they stand in the text


@dataclass(frozen=True, eq=False)
class Rows:
    """Rows of a table of counts: their numbers in the whole table."""

    where: Ints
    counts: Ints

    @classmethod
    def of(cls, where: Ids, counts: Ints, size: int) -> Rows:
        """Each row once: a Parquet file may give one word two numbers."""
        seen = np.zeros(size, dtype=np.bool_)
        seen[where] = True
        if np.count_nonzero(seen) == len(where):
            return cls(where.astype(np.int64), counts)
        own, place = np.unique(where, return_inverse=True)
        total: Ints = np.zeros((len(own), counts.shape[1]), dtype=np.int64)
        np.add.at(total, place, counts)
        return cls(own.astype(np.int64), total)


@dataclass(frozen=True, eq=False)
class Glance:
    """What a part says. Types are numbered by the part's own list."""

    reading: Reading
    types: tuple[str, ...]
    words: Rows  # of the keys: outside, inside each type
    surfaces: Rows  # of the keys: by type
    other_words: Records
    other_surfaces: Records
    samples: Ints  # mentions, and mentions that gold has (rows), of each sentence or document
    occurring: Rows = field(default_factory=lambda: Rows(NONE, NONE))
    documents: tuple[str, ...] | None = None  # names of the first and the last
    annotated: tuple[int, int] = (0, 0)  # sentences that are, and all


def glance(piece: Piece, asked: Asked) -> Glance:
    """A part as it lies in a file."""
    loaded = piece.gold.load(asked.reading, tokens=True, seed=0)
    whole = asked.types.apply(loaded.corpus)
    kept = whole if whole.annotated is None else whole.select(whole.annotated)
    scheme = {whole.scheme} if whole.scheme and len(loaded.corpus.mentions) else set()
    told = replace(reading(loaded, kept), types=set(loaded.corpus.types), schemes=scheme)
    return replace(seen_in(kept, asked), reading=told, annotated=(kept.n_sentences, whole.n_sentences))


def seen_in(corpus: Corpus, asked: Asked) -> Glance:
    """Any corpus."""
    words, surfaces = _Words(corpus, asked), _Surfaces(corpus)
    known = asked.keys.find_surfaces(words.key[surfaces.words], surfaces.cuts)
    ids = corpus.document_ids
    return Glance(
        Reading(),
        corpus.types,
        words.known(),
        Rows.of(known[known >= 0], surfaces.counts[known >= 0], asked.keys.n_surfaces),
        words.others(),
        _other_surfaces(words, surfaces, np.flatnonzero(known < 0)),
        _samples(corpus, _dirty(corpus, surfaces, known, asked), asked.unit),
        _occurring(corpus, words.key, asked.grams),
        (ids[0], ids[-1]) if ids else None,
    )


class _Words:
    """The words of a part, counted by label."""

    def __init__(self, corpus: Corpus, asked: Asked) -> None:
        self.asked, self.vocabulary = asked, corpus.tokens.vocabulary
        width, n = len(corpus.types) + 1, len(self.vocabulary)
        code = corpus.tokens.ids * np.int64(width) + (types_of_tokens(corpus) + 1)
        self.counts = np.bincount(code, minlength=n * width).reshape(n, width)
        self.total = self.counts.sum(axis=1)
        self.key: Ids = asked.keys.find(self.vocabulary)

    def known(self) -> Rows:
        where = np.flatnonzero((self.key >= 0) & (self.total > 0))
        return Rows.of(self.key[where], self.counts[where], len(self.asked.keys))

    def others(self) -> Records:
        where = np.flatnonzero((self.key < 0) & (self.total > 0))
        return records(self.hashes(where), np.zeros(len(where), dtype=np.int64), self.total[where])

    def hashes(self, where: Ints) -> Hashes:
        blob, offsets = self.vocabulary.packed()
        return self.asked.hasher.words(blob, offsets[where], offsets[where + 1])


class _Surfaces:
    """The distinct surfaces of a part, counted by type."""

    def __init__(self, corpus: Corpus) -> None:
        m, book = corpus.mentions, Wordbook()
        self.of_mention = book.add_surfaces(corpus.tokens.ids, m.start, m.end)
        self.words, self.cuts = book.surface_words()
        n, width = book.n_surfaces, max(len(corpus.types), 1)
        code = self.of_mention * np.int64(width) + m.type
        self.counts = np.bincount(code, minlength=n * width).reshape(n, width)

    def taken(self, where: Ints) -> tuple[Ids, Ints]:
        """Words and cuts of some of them."""
        lengths = np.diff(self.cuts)[where]
        return self.words[places(self.cuts[where], lengths)], np.concatenate([[0], np.cumsum(lengths)])


def _other_surfaces(words: _Words, surfaces: _Surfaces, where: Ints) -> Records:
    """Records of the surfaces that nobody asks about."""
    if not len(where):
        return none()
    ids, cuts = surfaces.taken(where)
    used, place = np.unique(ids, return_inverse=True)
    hashes = words.asked.hasher.sequences(words.hashes(used.astype(np.int64)), place, cuts)
    row, kind = np.nonzero(surfaces.counts[where])
    return records(hashes[:, row], kind, surfaces.counts[where[row], kind])


def _dirty(corpus: Corpus, surfaces: _Surfaces, known: Ids, asked: Asked) -> Bools:
    """Which mentions gold has with their surface and type."""
    column = {t: i for i, t in enumerate(asked.gold_types)}
    types = np.array([column.get(t, -1) for t in corpus.types], dtype=np.int64)
    table = np.pad(asked.gold, ((0, 1), (0, 1)))  # the last row and column: what gold lacks
    surface = known[surfaces.of_mention] if len(known) else surfaces.of_mention
    found: Bools = table[surface, types[corpus.mentions.type]] if len(corpus.mentions) else np.zeros(0, np.bool_)
    return found


def _samples(corpus: Corpus, dirty: Bools, unit: str) -> Ints:
    owner, n = sample_of_mention(corpus, unit), n_samples(corpus, unit)
    return np.stack([np.bincount(owner, minlength=n), np.bincount(owner[dirty], minlength=n)])


def _occurring(corpus: Corpus, key: Ids, grams: Ngrams | None) -> Rows:
    if grams is None or not corpus.n_tokens:
        return Rows(NONE, NONE)
    counts = grams.occurrences(key[corpus.tokens.ids], corpus.sentences)
    where = np.flatnonzero(counts)
    return Rows(where, counts[where])
