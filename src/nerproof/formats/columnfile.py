"""A CoNLL file by ranges of bytes: one scan of its tags finds the ranges and the scheme of the whole file."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO, Any

import numpy as np

from nerproof.base.errors import InputError, NerproofError
from nerproof.corpus import Bools, Coded, Corpus, Ints, Vocabulary
from nerproof.corpus.outline import Outline
from nerproof.corpus.schemes import BadTag, Forms, InvalidSequence, decode, parse, writing
from nerproof.formats import ReadOptions, ranges
from nerproof.formats.columns import LOOK, settled
from nerproof.formats.conll import check_columns, read_conll, repairs_note, scan_error, width_of
from nerproof.formats.ranges import Loaded, Range
from nerproof.formats.scan import BOM, Chunk, Dialect, ScanError, Scanner, document_offsets, has_lone_returns
from nerproof.formats.scan_loop import token_lines
from nerproof.formats.source import Source, damages

BLOCK = 1 << 22  # bytes scanned at once
NO_WORDS = Vocabulary(["_"])


@dataclass(eq=False)
class ColumnFile:
    """A file of columns and what one scan found out about it."""

    source: Source
    reading: ReadOptions
    width: int
    lone_return: bool
    ranges: list[Range] = field(default_factory=list)
    annotated: Bools | None = None
    tags: Vocabulary = field(default_factory=lambda: Vocabulary([]))
    scheme: str = ""
    repairs: int = 0
    said: tuple[str, ...] = ()  # about its columns
    notes: tuple[str, ...] = ()  # about its tags
    n_sentences: int = 0
    n_documents: int = 0
    marked: bool = False
    digest: str = ""
    size: int = 0
    origin: int = 0  # bytes of a BOM
    _stream: IO[bytes] | None = None
    _owner: int = 0  # the process that opened the stream

    @classmethod
    def open(cls, source: Source, reading: ReadOptions) -> ColumnFile:
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
        found = cls(source, reading, width, lone_return, said=tuple(said))
        found._survey()
        return found

    @property
    def name(self) -> str:
        return self.source.name

    @property
    def outline(self) -> Outline:
        types = parse(self.tags.strings, bare=self.reading.scheme == "bare").types
        token, tag = self.reading.columns
        return Outline(
            (self.name,),
            self.digest,
            types,
            self.n_sentences,
            self.n_documents,
            self.marked,
            self.scheme,
            self.repairs,
            (*self.said, *self.notes),
            layout=(token % self.width, tag % self.width, self.width),
        )

    def fields(self) -> dict[str, Any]:
        """Columns hold no metadata of sentences."""
        return {}

    # --- the scan of the whole file ----------------------------------------------------------------------------------

    def _survey(self) -> None:
        try:
            self._scan(Forms(), "")
        except ScanError as error:
            raise scan_error(self.source, error) from None
        except damages() as error:
            what, fix = f"cannot be read to its end ({error})", "It is damaged or cut off: copy or make it again."
            raise InputError.at(self.name, None, what.replace("\n", " "), fix=fix) from None

    def _scan(self, forms: Forms, form: str) -> None:
        """Fills in everything; ``form`` is how types are written, where that is known."""
        bare = self.reading.scheme == "bare"
        scanner = self._scanner([self.reading.columns[1]])
        places = _Places()
        written = {form} if form else set()
        bad = False
        for found in self._fed(scanner):
            tags = Coded(found.ids[0], self._vocabulary(*scanner.vocabulary(0)))
            try:
                written.add(writing(tags.vocabulary.strings, bare=bare))
                forms.add(tags, found.sentences, places.tokens, bare=bare)
            except BadTag:
                bad = True  # the whole vocabulary says which tag it is
            places.add(found)
        if not places.sentences:
            raise InputError.at(self.name, None, "has no token", fix="Give a file with at least one sentence.")
        self.tags = self._vocabulary(*scanner.vocabulary(0))
        final = writing(self.tags.strings, bare=bare)
        if not bad and written - {final} and not form:
            self._scan(Forms(), final)  # the first chunks alone looked otherwise: read with what is known now
            return
        self._settle(scanner, places, forms)

    def _settle(self, scanner: Scanner, places: _Places, forms: Forms) -> None:
        self.marked, self.n_sentences = scanner.engine.marked, places.sentences
        starts = document_offsets(np.concatenate(places.starts), self.n_sentences, marked=self.marked)
        self.n_documents = len(starts) - 1
        self.ranges = places.ranges(self.origin, self.size, starts)
        try:
            self.scheme, self.repairs, first = forms.settle(self.tags, self.reading.scheme)
        except BadTag as error:
            read_conll(self.source, self.reading)  # says in which line
            raise InputError.at(self.name, None, error.what, fix=error.fix) from None
        if self.repairs:
            self._note(places, first)

    def _note(self, places: _Places, token: int) -> None:
        """Where the first mention is that breaks the scheme; an error where that is not to be repaired."""
        number = int(np.searchsorted(places.first_tokens, token, side="right")) - 1
        if self.reading.repair == "error":
            self.load(number, words=False, seed=0)
        data, inside = self._bytes(number), token - places.first_tokens[number]
        scanner = self._scanner([self.reading.columns[1]])
        found = _joined(scanner.feed(data), scanner.finish())
        tag = Vocabulary.from_blob(*scanner.vocabulary(0))[int(found.ids[0][inside])]
        line = self._line(data, inside, number)
        self.notes = repairs_note(self.name, line, self.repairs, self.scheme, tag, self.reading.repair)

    def _fed(self, scanner: Scanner) -> Iterator[Chunk]:
        digest, self.size = hashlib.sha256(), 0
        with self.source.open() as stream:
            while data := stream.read(BLOCK):
                digest.update(data)
                own = data.removeprefix(BOM) if not self.size else data
                self.origin = len(data) - len(own) if not self.size else self.origin
                self.size += len(data)
                yield self._moved(scanner.feed(own))
        yield self._moved(scanner.finish())
        self.digest = digest.hexdigest()[:16]

    def _moved(self, found: Chunk) -> Chunk:
        return Chunk(found.ids, found.sentences, found.lines, found.starts, found.cuts + self.origin, found.prints)

    # --- one range ---------------------------------------------------------------------------------------------------

    def load(self, number: int, *, words: bool, seed: int, repair: str | None = None) -> Loaded:
        token, tag = self.reading.columns
        scanner = self._scanner([token, token, tag] if words else [token, tag], seed=seed)
        data = self._bytes(number)
        found = _joined(scanner.feed(data), scanner.finish())
        tokens = self._coded(found, scanner, number) if words else _dummy(int(found.sentences[-1]))
        local = Vocabulary.from_blob(*scanner.vocabulary(len(scanner.columns) - 1))
        tags = Coded(self.tags.lookup(local)[found.ids[-1]], self.tags)
        n, own = len(found.lines), self.ranges[number]
        try:
            decoded = decode(tags, found.sentences, scheme=self.scheme or "auto", repair=repair or self.reading.repair)
        except InvalidSequence as error:
            line = self._line(data, error.token, number)
            raise InputError.at(self.name, line, error.what, fix=error.fix) from None
        corpus = Corpus(
            tokens=tokens,
            sentences=found.sentences,
            mentions=decoded.mentions,
            types=decoded.types,
            documents=document_offsets(found.starts, n, marked=self.marked),
            marked_documents=self.marked,
            sources=(self.name,),
            source=np.zeros(n, dtype=np.int64),
            lines=found.lines + (own.line - int(found.lines[0])),
            scheme=self.scheme,
        )
        return Loaded(corpus, found.prints)

    def _scanner(self, columns: list[int], *, seed: int | None = None) -> Scanner:
        dialect = Dialect(self.reading.delimiter, self.reading.comments)
        return Scanner(
            columns,
            dialect,
            lone_return=self.lone_return,
            fingerprint=seed is not None,
            width=self.width,
            seed=seed,
        )

    def _bytes(self, number: int) -> bytes:
        """The bytes of a range; the stream stays open, since compressed files cannot be entered in the middle."""
        if self._stream is None or self._owner != os.getpid():
            self._stream, self._owner = self.source.open(), os.getpid()
        own = self.ranges[number]
        self._stream.seek(own.start)
        return self._stream.read(own.stop - own.start)

    def _coded(self, found: Chunk, scanner: Scanner, number: int) -> Coded:
        try:
            return Coded(found.ids[1], Vocabulary.from_blob(*scanner.vocabulary(1)))
        except UnicodeDecodeError:
            raise self._not_text(self._bytes(number)) from None

    def _vocabulary(self, blob: bytes, offsets: Ints) -> Vocabulary:
        try:
            return Vocabulary.from_blob(blob, offsets)
        except UnicodeDecodeError:
            raise self._not_text(self.source.data) from None

    def _not_text(self, data: bytes) -> NerproofError:
        try:
            data.decode("utf-8")
        except UnicodeDecodeError:
            with_place = self.source.data
            try:
                with_place.decode("utf-8")
            except UnicodeDecodeError as error:
                return self.source.not_text(error.start, self.reading.encoding)
        return InputError.at(self.name, None, "a token is cut inside a character")

    def _line(self, data: bytes, token: int, number: int) -> int:
        """The line in the file of a token of a range."""
        lines = list(token_lines(data, 1, self.width, Dialect(self.reading.delimiter, self.reading.comments)))
        return self.ranges[number].line + lines[token] - lines[0]

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_stream": None}

    def __del__(self) -> None:
        if self._stream is not None:
            self._stream.close()


class _Places:
    """Where the ranges of a file begin, found while it is scanned."""

    def __init__(self) -> None:
        self.sentences = self.tokens = 0
        self.starts: list[Ints] = []  # sentences that begin a marked document
        self.begins: list[tuple[int, int, int, int]] = []  # of every range: byte, line, sentence, token
        self.last_cut = 0

    def add(self, found: Chunk) -> None:
        n = len(found.lines)
        self.starts.append(found.starts)
        rows = ranges.ROWS
        first = -(-self.sentences // rows) * rows - self.sentences
        for i in range(first, n, rows):
            cut = int(found.cuts[i - 1]) if i else self.last_cut
            self.begins.append((cut, int(found.lines[i]), self.sentences + i, self.tokens + int(found.sentences[i])))
        if n:
            self.last_cut = int(found.cuts[-1])
        self.sentences += n
        self.tokens += int(found.sentences[-1])

    def ranges(self, origin: int, size: int, documents: Ints) -> list[Range]:
        stops = [*(b[0] for b in self.begins[1:]), size]
        documents_of = np.searchsorted(documents, [b[2] for b in self.begins], side="right") - 1
        rows = zip(self.begins, stops, documents_of.tolist(), strict=True)
        return [Range(max(byte, origin), stop, line, number, owner) for (byte, line, number, _), stop, owner in rows]

    @property
    def first_tokens(self) -> list[int]:
        return [b[3] for b in self.begins]


def _joined(a: Chunk, b: Chunk) -> Chunk:
    """One chunk from the two that a scanner gives for a range: almost always one of them is empty."""
    filled = [c for c in (a, b) if len(c.lines)]
    if len(filled) == 1:
        return filled[0]
    ids = [np.concatenate([x, y]) for x, y in zip(a.ids, b.ids, strict=True)]
    sentences = np.concatenate([a.sentences, b.sentences[1:] + a.sentences[-1]])
    others = (np.concatenate([getattr(a, k), getattr(b, k)]) for k in ("lines", "starts", "cuts", "prints"))
    return Chunk(ids, sentences, *others)


def _dummy(n: int) -> Coded:
    """Tokens that are all alike: enough for scores that look at spans only."""
    return Coded(np.zeros(n, dtype=np.int32), NO_WORDS)
