"""A CoNLL file by ranges of bytes: one scan finds the ranges, and the scheme of the whole file.

The scan keeps the mentions, and the words of a file that is not too large; of larger files the words of a range are
read again when they are asked for.
"""

from __future__ import annotations

import codecs
import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray

from nerproof.base.errors import InputError
from nerproof.corpus import Bools, Coded, Corpus, Ints, Mentions, Vocabulary
from nerproof.corpus.checks import mostly_numbers
from nerproof.corpus.outline import Outline
from nerproof.corpus.schemes import BadTag, Chunks, Forms, mentions_of, parse
from nerproof.corpus.schemetable import named
from nerproof.formats import ReadOptions, ranges
from nerproof.formats.columns import LOOK, settled
from nerproof.formats.conll import check_columns, read_conll, scan_error, width_of
from nerproof.formats.ranges import Loaded, Range
from nerproof.formats.scan import BOM, Chunk, Dialect, ScanError, Scanner, document_offsets, has_lone_returns
from nerproof.formats.scan_loop import token_lines
from nerproof.formats.scorecolumn import BadScore, with_scores
from nerproof.formats.source import Source, damages
from nerproof.formats.tagged import repairs_note

BLOCK = 1 << 22  # bytes scanned at once
KEPT = 1 << 28  # bytes of a file whose words are kept
ODD = "\ufffd"  # what decoding puts in place of bytes that are not UTF-8
NO_WORDS = Vocabulary(["_"])


@dataclass(frozen=True, eq=False)
class Kept:
    """What the scan keeps of all sentences."""

    words: Coded | None
    sentences: Ints  # token offsets, n + 1
    lines: Ints  # of each sentence's first token
    starts: Ints  # sentences that begin a marked document
    prints: Ints  # a fingerprint of each sentence's tokens, where asked for


@dataclass(eq=False)
class ColumnFile:
    """A file of columns and what one scan found out about it."""

    source: Source
    reading: ReadOptions
    width: int
    lone_return: bool
    seed: int | None  # of fingerprints
    ranges: list[Range] = field(default_factory=list)
    annotated: Bools | None = None
    tags: Vocabulary = field(default_factory=lambda: Vocabulary([]))
    scheme: str = ""
    repairs: int = 0
    numeric: bool = False  # most tokens at its beginning are numbers
    said: tuple[str, ...] = ()  # about its columns
    notes: tuple[str, ...] = ()  # about its tags
    n_sentences: int = 0
    n_documents: int = 0
    marked: bool = False
    digest: str = ""
    size: int = 0
    origin: int = 0  # bytes of a BOM
    odd: bool = False  # some of it may not be UTF-8
    _kept: Kept | None = None
    _chunks: list[Chunks] = field(default_factory=list)  # by range
    _stream: IO[bytes] | None = None
    _owner: int = 0  # the process that opened the stream

    @classmethod
    def open(cls, source: Source, reading: ReadOptions, *, words: bool, seed: int | None) -> ColumnFile:
        """``words``: whether they will be asked for; ``seed``: of fingerprints, None for none."""
        head = source.head(LOOK)
        reading, said = settled(source, head, reading)
        # Lines that begin late or end otherwise are rare: then all of the file says how it is written.
        lone_return = b"\n" not in head and has_lone_returns(source.data)
        dialect = Dialect(reading.delimiter, reading.comments)
        try:
            start = Scanner([0], dialect, lone_return=lone_return)
            start.feed(head.removeprefix(BOM))
            width = start.engine.width or width_of(source.data, dialect)
        except ScanError as error:
            raise scan_error(source, error) from None
        check_columns(source, width, reading)
        found = cls(source, reading, width, lone_return, seed, said=tuple(said))
        found.numeric = found._is_numeric(head)
        found._survey(words=words or found.numeric)
        return found

    @property
    def name(self) -> str:
        return self.source.name

    @property
    def outline(self) -> Outline:
        token, tag = self.reading.columns
        return Outline(
            (self.name,),
            self.digest,
            self._types,
            self.n_sentences,
            self.n_documents,
            self.marked,
            self.scheme,
            self.repairs,
            (*self.said, *self.notes),
            scored=self.reading.score_column is not None,
            layout=(token % self.width, tag % self.width, self.width),
        )

    @property
    def vocabulary(self) -> Vocabulary | None:
        return None if self._all.words is None else self._all.words.vocabulary

    def fields(self) -> dict[str, Any]:
        """Columns hold no metadata of sentences."""
        return {}

    # --- the scan of the whole file ----------------------------------------------------------------------------------

    def _is_numeric(self, head: bytes) -> bool:
        scanner = self._scanner([self.reading.columns[0]])
        try:
            found = scanner.feed(head.removeprefix(BOM))
            words = Coded(found.ids[0], Vocabulary.from_blob(*scanner.vocabulary(0)))
        except (ScanError, UnicodeDecodeError):
            return False  # the scan of the whole file says what is wrong
        return not len(words) or mostly_numbers(words)

    def _survey(self, *, words: bool) -> None:
        token, tag = self.reading.columns
        kept = words and self.source.path.stat().st_size <= KEPT
        columns = [*([token] if self.seed is not None else []), *([token] if kept else []), tag]
        scanner = self._scanner(columns, self.seed)
        try:
            parts = list(self._fed(scanner))
        except ScanError as error:
            raise scan_error(self.source, error) from None
        except damages() as error:
            what, fix = f"cannot be read to its end ({error})", "It is damaged or cut off: copy or make it again."
            raise InputError.at(self.name, None, what.replace("\n", " "), fix=fix) from None
        self.n_sentences = sum(len(p.lines) for p in parts)
        if not self.n_sentences:
            raise InputError.at(self.name, None, "has no token", fix="Give a file with at least one sentence.")
        if self.odd:
            read_conll(self.source, self.reading)  # refuses a column that is not UTF-8, and says where
        self.tags, self.marked = Vocabulary.from_blob(*scanner.vocabulary(len(columns) - 1)), scanner.engine.marked
        self._cut(parts)
        tags, self._kept = _kept(parts, scanner, words=kept)
        self._settle(tags)

    def _fed(self, scanner: Scanner) -> Iterator[Chunk]:
        digest, text = hashlib.sha256(), codecs.getincrementaldecoder("utf-8")("replace")
        with self.source.open() as stream:
            while data := stream.read(BLOCK):
                digest.update(data)
                if not data.isascii() or text.getstate()[0]:
                    self.odd |= ODD in text.decode(data)
                own = data.removeprefix(BOM) if not self.size else data
                self.origin = len(data) - len(own) if not self.size else self.origin
                self.size += len(data)
                yield _small(scanner.feed(own), scanner)
        self.odd |= ODD in text.decode(b"", final=True)
        yield _small(scanner.finish(), scanner)
        self.digest = digest.hexdigest()[:16]

    def _cut(self, parts: list[Chunk]) -> None:
        """The ranges: all files are cut after the same sentences."""
        starts, cuts, lines = (np.concatenate([getattr(p, k) for p in parts]) for k in ("starts", "cuts", "lines"))
        documents = document_offsets(starts, self.n_sentences, marked=self.marked)
        self.n_documents = len(documents) - 1
        firsts = np.arange(0, self.n_sentences, ranges.ROWS)
        begins = [self.origin, *(cuts[firsts[1:] - 1] + self.origin).tolist()]
        owners = np.searchsorted(documents, firsts, side="right") - 1
        columns = (begins, [*begins[1:], self.size], lines[firsts].tolist(), firsts.tolist(), owners.tolist())
        self.ranges = [Range(*numbers) for numbers in zip(*columns, strict=True)]

    def _settle(self, tags: NDArray[Any]) -> None:
        """The mentions of all ranges, the scheme of the whole file, and what breaks it."""
        forms = Forms()
        try:
            for number in range(len(self.ranges)):
                cuts = self._cuts_of(number)
                own = Coded(tags[cuts[0] : cuts[-1]], self.tags)
                found = forms.add(own, cuts - cuts[0], int(cuts[0]), bare=self.reading.scheme == "bare")
                self._chunks.append(found.as_type(np.int32, np.uint8))
            self.scheme, self.repairs, token = forms.settle(self.tags, self.reading.scheme)
        except BadTag as error:
            read_conll(self.source, self.reading)  # says in which line
            raise InputError.at(self.name, None, error.what, fix=error.fix) from None
        if self.repairs:
            self._note(token, self.tags[int(tags[token])])

    def _note(self, token: int, tag: str) -> None:
        """Where the first mention is that breaks the scheme; an error where that is not to be repaired."""
        if self.reading.repair == "error":
            read_conll(self.source, self.reading)
        sentence = int(np.searchsorted(self._all.sentences, token, side="right")) - 1
        number = sentence // ranges.ROWS
        line = self._line(token - int(self._cuts_of(number)[0]), number)
        self.notes = repairs_note(self.name, line, self.repairs, self.scheme, tag, self.reading.repair)

    # --- one range ---------------------------------------------------------------------------------------------------

    @property
    def _all(self) -> Kept:
        assert self._kept is not None
        return self._kept

    def _sentences_of(self, number: int) -> tuple[int, int]:
        own = self.ranges[number].sentence
        return own, self.ranges[number + 1].sentence if number + 1 < len(self.ranges) else self.n_sentences

    def _cuts_of(self, number: int) -> Ints:
        """Where the sentences of a range begin among all tokens, and where the last ends."""
        first, last = self._sentences_of(number)
        return self._all.sentences[first : last + 1]

    def load(self, number: int, *, words: bool, repair: str | None = None) -> Loaded:
        first, last = self._sentences_of(number)
        n, starts, cuts = last - first, self._all.starts, self._cuts_of(number)
        chunks = self._chunks[number].as_type(np.int64, np.int64)
        mentions = mentions_of(chunks, named(self.scheme), repair or self.reading.repair, cuts - cuts[0])
        corpus = Corpus(
            tokens=self._words_of(number) if words else _dummy(int(cuts[-1] - cuts[0])),
            sentences=cuts - cuts[0],
            mentions=self._scored(mentions, number),
            types=self._types,
            documents=document_offsets(starts[(starts >= first) & (starts < last)] - first, n, marked=self.marked),
            marked_documents=self.marked,
            sources=(self.name,),
            source=np.zeros(n, dtype=np.int64),
            lines=self._all.lines[first:last],
            scheme=self.scheme,
        )
        return Loaded(corpus, self._all.prints[first:last])

    @cached_property
    def _types(self) -> tuple[str, ...]:
        return parse(self.tags.strings, bare=self.reading.scheme == "bare").types

    def _words_of(self, number: int) -> Coded:
        first, last = self._sentences_of(number)
        if self._all.words is not None:
            return self._all.words.take(slice(*self._all.sentences[[first, last]].tolist()))
        return self._column_of(number, self.reading.columns[0])

    def _column_of(self, number: int, column: int) -> Coded:
        """One column of a range, read again."""
        scanner = self._scanner([column])
        parts = [scanner.feed(self._bytes(number)), scanner.finish()]
        return Coded(np.concatenate([p.ids[0] for p in parts]), Vocabulary.from_blob(*scanner.vocabulary(0)))

    def _scored(self, mentions: Mentions, number: int) -> Mentions:
        if self.reading.score_column is None:
            return mentions
        try:
            return with_scores(mentions, self._column_of(number, self.reading.score_column))
        except BadScore as error:
            raise InputError.at(self.name, self._line(error.token, number), error.what, fix=error.fix) from None

    def _scanner(self, columns: list[int], seed: int | None = None) -> Scanner:
        dialect = Dialect(self.reading.delimiter, self.reading.comments)
        fingerprint = seed is not None
        return Scanner(
            columns, dialect, lone_return=self.lone_return, fingerprint=fingerprint, width=self.width, seed=seed
        )

    def _bytes(self, number: int) -> bytes:
        """The bytes of a range; the stream stays open, since compressed files cannot be entered in the middle."""
        if self._stream is None or self._owner != os.getpid():
            self._stream, self._owner = self.source.open(), os.getpid()
        own = self.ranges[number]
        self._stream.seek(own.start)
        return self._stream.read(own.stop - own.start)

    def _line(self, token: int, number: int) -> int:
        """The line in the file of a token of a range."""
        dialect = Dialect(self.reading.delimiter, self.reading.comments)
        lines = list(token_lines(self._bytes(number), 1, self.width, dialect))
        return self.ranges[number].line + lines[token] - lines[0]

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_stream": None}

    def __del__(self) -> None:
        if self._stream is not None:
            self._stream.close()


def _small(found: Chunk, scanner: Scanner) -> Chunk:
    """The chunk with its tags in as few bytes as they need."""
    n_tags = len(scanner.vocabulary(len(scanner.columns) - 1)[1])
    *others, tags = found.ids
    return replace(found, ids=[*others, tags.astype(np.min_scalar_type(n_tags))])


def _kept(parts: list[Chunk], scanner: Scanner, *, words: bool) -> tuple[NDArray[Any], Kept]:
    """The tags of all tokens, and what is kept."""
    ids = [np.concatenate([p.ids[k] for p in parts]) for k in range(len(scanner.columns))]
    lengths = np.concatenate([np.diff(p.sentences) for p in parts])
    lines, starts, prints = (np.concatenate([getattr(p, k) for p in parts]) for k in ("lines", "starts", "prints"))
    known = Coded(ids[-2], Vocabulary.from_blob(*scanner.vocabulary(len(ids) - 2))) if words else None
    return ids[-1], Kept(known, np.concatenate([[0], np.cumsum(lengths)]), lines, starts, prints)


def _dummy(n: int) -> Coded:
    """Tokens that are all alike: enough for scores that look at spans only."""
    return Coded(np.zeros(n, dtype=np.int32), NO_WORDS)
