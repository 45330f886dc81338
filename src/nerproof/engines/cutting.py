"""Cuts inputs into pieces: the same sentences of gold and of every system, whatever the files' formats."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from nerproof.base.errors import InputError, UsageError
from nerproof.corpus import Ids, Ints, Vocabulary
from nerproof.corpus.wordbook import Wordbook
from nerproof.engines.parts import ColumnPart, Part, ScannedPart, WordsNeeded
from nerproof.formats import ReadOptions
from nerproof.formats.scan import Chunk, Dialect, ScanError, Scanner, has_lone_returns
from nerproof.formats.source import Source, damages
from nerproof.record import record
from nerproof.resampling.bootstrap import run_length

BLOCK = 1 << 22  # bytes of a column file per piece
READ = 1 << 18  # bytes read at once where they need not be kept: still in the cache when they are signed and scanned
SURE = 0.8
GOLD = ""  # gold among the inputs


class NotStreamable(UsageError):
    """What can be evaluated, but not piece by piece."""


class Cutter(Protocol):
    """Gives the sentences of one input in runs of any length."""

    def ready(self) -> int:
        """Sentences that can be taken together now; 0 at the end."""

    def take(self, n: int) -> Part | None:
        """The next n sentences; None if there are not so many."""

    def digest(self) -> str: ...

    def close(self) -> None: ...


@record(eq=True)
class Piece:
    """The parts of all inputs that hold the same sentences."""

    gold: Part
    systems: Mapping[str, Part]
    first: int = 0  # number of its first sentence
    length: int = 1  # sentences that are resampled together, as far as can be known here


def pieces(gold: Cutter, systems: Mapping[str, Cutter], first: int = 0, total: int = 0) -> Iterator[Piece]:
    """All pieces in order; an input that is too short or too long is an error. ``total``: sentences, where known."""
    while n := gold.ready():
        part = gold.take(n)
        others = {name: cutter.take(n) for name, cutter in systems.items()}
        short = [name for name, other in others.items() if other is None]
        if part is None or short:
            raise NotStreamable(f"{', '.join(short)}: fewer sentences than gold")
        found = {name: other for name, other in others.items() if other is not None}
        yield Piece(part, found, first, run_length(max(first + n, total)))
        first += n
    long = [name for name, cutter in systems.items() if cutter.ready()]
    if long:
        raise NotStreamable(f"{', '.join(long)}: more sentences than gold")


def cutter(
    path: str | Path,
    reading: ReadOptions,
    seed: int | None = None,
    book: Wordbook | None = None,
    *,
    inside: bool = False,
) -> Cutter:
    """The cutter for a file; formats that cannot be read in parts are NotStreamable.

    ``seed``: this process reads the parts, so a column file is scanned once for all; its words are numbered by
    ``book``, and without one they do not matter; with ``inside`` only those of mentions do.
    """
    source = Source(str(path))
    if format_of(source, reading) == "parquet":
        from nerproof.engines.rowcutting import RowCutter

        return RowCutter(source)
    if seed is None:
        return ColumnCutter(source, reading)
    return (SurveyingCutter if inside else ScanningCutter)(source, reading, seed, book)


def format_of(source: Source, reading: ReadOptions) -> str:
    """Columns or Parquet; anything else is not read in pieces."""
    if source.name != "-" and not source.path.exists():
        raise InputError.at(source.name, None, "does not exist")
    name = reading.format or _sniff(source)
    if name == "parquet":
        return name
    if name != "conll" or reading.encoding.lower() not in {"utf-8", "utf8"}:
        raise NotStreamable(f"{source.name}: only CoNLL columns in UTF-8 and Parquet are read piece by piece")
    _check_layout(source, reading)
    return name


def _check_layout(source: Source, reading: ReadOptions) -> None:
    """Columns that must be detected are read as a whole, unless they are the usual ones."""
    from nerproof.formats.columns import LOOK, settled
    from nerproof.formats.conll import HEADER

    if source.name != "-" and source.head(len(HEADER)) == HEADER:
        raise NotStreamable(f"{source.name}: has strings that do not occur in its text, so it is read as a whole")
    if source.name == "-" or (reading.token_column is not None and reading.tag_column is not None):
        return
    head = source.head(LOOK)
    found, notes = settled(source, head, reading)
    _refuse_nonsense(source, head, found)
    if notes or found.comments != reading.comments:
        token, tag = found.columns
        hint = f"name its columns: --token-column {token} --tag-column {tag}"
        raise NotStreamable(f"{source.name}: to read it piece by piece, {hint}")


def _sniff(source: Source) -> str:
    """The format from the beginning of the file alone: large files are not read for it."""
    from nerproof.formats import FORMATS, HEAD

    if source.name == "-":
        raise NotStreamable("standard input is read at once")
    head = b""
    if not source.is_folder:
        with source.open() as stream:
            head = stream.read(HEAD)
        if not head.strip():
            raise InputError.at(source.name, None, "is empty", fix="Give a file with at least one sentence.")
    from nerproof.formats.conll import looks_like_conll

    if looks_like_conll(source, head) > SURE:  # and no other reader needs to be loaded
        return "conll"
    best, name = max((r.sniff(source, head), name) for name, r in FORMATS.items())
    return name if best > 0 else ""


def _refuse_nonsense(source: Source, head: bytes, reading: ReadOptions) -> None:
    """Refuses what cannot be meant, by the beginning of the file."""
    from nerproof.corpus.checks import checked
    from nerproof.formats import FORMATS

    alone = Source(source.name)
    alone.__dict__["data"] = head if len(head) < 1 << 20 else head[: head.rfind(b"\n\n") + 1] or head
    checked(FORMATS["conll"].read(alone, reading), anyway=reading.anyway)


class Opened(Protocol):
    """A column file, or a span of one."""

    @property
    def name(self) -> str: ...
    @property
    def whole(self) -> bool: ...
    def open(self) -> Any: ...


class ColumnCutter:
    """Reads a column file in blocks, notes where sentences end, and keeps what has not been taken."""

    def __init__(self, source: Opened, reading: ReadOptions) -> None:
        self.name, self.reading, self.place = source.name, reading, source
        self.stream = source.open()
        self.hash = hashlib.sha256()
        self.kept, self.kept_at = b"", 0
        self.taken = 0  # sentences
        self.cuts: Ints = np.zeros(0, dtype=np.int64)
        self.lines: Ints = self.cuts
        self.starts: Ints = self.cuts  # sentences that begin a document
        self.marked: bool | None = None  # settled with the first part
        self.ended = False
        with ExitStack() as unless_begun:
            unless_begun.callback(self.close)
            self._begin(Dialect(reading.delimiter, reading.comments))
            unless_begun.pop_all()

    def _begin(self, dialect: Dialect) -> None:
        first = self._block()
        self.lone_return = has_lone_returns(first)
        self.outline = self._scanner(dialect)
        self._note(first)

    def _scanner(self, dialect: Dialect) -> Scanner:
        return Scanner([], dialect, lone_return=self.lone_return)

    def ready(self) -> int:
        while not self.ended and self._held() < BLOCK:
            self._note(self._block())
        while not self.ended and not self._whole():
            self._note(self._block())
        return self._whole()

    def take(self, n: int) -> Part | None:
        while not self.ended and len(self.cuts) < n:
            self._note(self._block())
        return self._part(n) if len(self.cuts) >= n else None

    def digest(self) -> str:
        while not self.ended:
            self._note(self._block())
        return self.hash.hexdigest()[:16]

    def close(self) -> None:
        self.stream.close()

    def _held(self) -> int:
        return len(self.kept)

    def _whole(self) -> int:
        """Sentences that are there, cut back to whole documents where documents are marked."""
        n = len(self.cuts)
        if self.ended or not self.outline.engine.marked or not n:
            return n
        inside = self.starts[(self.starts > self.taken) & (self.starts < self.taken + n)]
        return int(inside[-1]) - self.taken if len(inside) else 0

    def _block(self) -> bytes | memoryview:
        try:
            return self._read()
        except damages() as error:
            raise InputError.at(self.name, None, f"cannot be read to its end ({error})") from None

    def _read(self) -> bytes | memoryview:
        return self.stream.read(BLOCK)

    def _note(self, block: bytes | memoryview) -> None:
        self._sign(block)
        self._keep(block)
        try:
            found = self.outline.feed(block) if block else self.outline.finish()
        except ScanError as error:
            fix = "Separate token and tag by a tab or a blank, with the same columns on every line."
            raise InputError.at(self.name, error.line, str(error), fix=fix) from None
        self._add(found)
        if not block:
            self.ended = True
            self.stream.close()
        elif self.outline.engine.width == 1:
            raise NotStreamable(f"{self.name}: has only one column")

    def _sign(self, block: bytes | memoryview) -> None:
        if self.place.whole:
            self.hash.update(block)

    def _keep(self, block: bytes | memoryview) -> None:
        self.kept += block

    def _add(self, found: Chunk) -> None:
        self.cuts = np.concatenate([self.cuts, found.cuts])
        self.lines = np.concatenate([self.lines, found.lines])
        self.starts = np.concatenate([self.starts, found.starts])

    def _part(self, n: int) -> Part:
        part = self._head(n)
        self.taken += n
        self.cuts, self.lines = self.cuts[n:], self.lines[n:]
        self.starts = self.starts[self.starts >= self.taken]
        return part

    def _head(self, n: int) -> ColumnPart:
        """The next n sentences, which leave what is kept."""
        marked = self.outline.engine.marked
        if self.marked is False and marked:
            raise NotStreamable(f"{self.name}: document marks begin in the middle of the file")
        self.marked = marked
        stop = int(self.cuts[n - 1]) if n < len(self.cuts) or not self.ended else self.kept_at + len(self.kept)
        part = ColumnPart(
            self.name,
            self.kept[: stop - self.kept_at],
            self.outline.engine.width,
            self.lone_return,
            int(self.lines[0]),
            marked,
            bool((self.starts == self.taken).any()),
            self.reading.scheme,
        )
        self.kept, self.kept_at = self.kept[stop - self.kept_at :], stop
        return part


class ScanningCutter(ColumnCutter):
    """Codes tags, and words where they matter, while it looks for sentences: for one process."""

    def __init__(self, source: Opened, reading: ReadOptions, seed: int, book: Wordbook | None) -> None:
        self.seed, self.book = seed if book is None else book.seed, book
        self.buffer = bytearray(READ)
        self.size = 0
        self.held: list[tuple[list[Ids], Ints, Ints]] = []  # ids of each column, lengths and fingerprints of sentences
        self.known = 0 if book is None else len(book)
        super().__init__(source, reading)

    def _read(self) -> memoryview:
        stream: Any = self.stream
        return memoryview(self.buffer)[: stream.readinto(self.buffer)]

    def _scanner(self, dialect: Dialect) -> Scanner:
        token, tag = self.reading.columns
        columns = [token, tag] if self.book is None else [token, token, tag]
        scanner = Scanner(columns, dialect, lone_return=self.lone_return, fingerprint=True, seed=self.seed)
        self._prime(scanner, 1)
        return scanner

    def _prime(self, scanner: Scanner, column: int) -> None:
        if self.known and self.book is not None:
            scanner.prime(column, self.book)  # so the scanner's numbers are the book's

    def _held(self) -> int:
        return self.size

    def _keep(self, block: bytes | memoryview) -> None:
        self.size += len(block)

    def _add(self, found: Chunk) -> None:
        super()._add(found)
        self.held.append((self._columns(found), np.diff(found.sentences), found.prints))

    def _columns(self, found: Chunk) -> list[Ids]:
        """Nothing of the fingerprinted column, words where they matter, tags."""
        if self.book is not None:
            self._learn(self.book, 1)
        return found.ids

    def _learn(self, book: Wordbook, column: int) -> None:
        """The book gets the words that are new, in the same order."""
        new = self._strings(column, self.known)
        if len(new):
            book.add(new)
            self.known += len(new)

    def _strings(self, column: int, first: int = 0) -> Vocabulary:
        try:
            return Vocabulary.from_blob(*self.outline.vocabulary(column, first))
        except UnicodeDecodeError:
            raise WordsNeeded from None  # to say where

    def _part(self, n: int) -> Part:
        chunk = self._chunk(n)
        self.size = 0
        whole = super()._part(n)
        assert isinstance(whole, ColumnPart)
        return ScannedPart(whole, chunk, self._strings(len(self.outline.columns) - 1), self.book)

    def _chunk(self, n: int) -> Chunk:
        """What is held of the next n sentences; the rest stays."""
        columns, lengths, prints = zip(*self.held, strict=True)
        ids = [np.concatenate(own) for own in zip(*columns, strict=True)]
        length, mark = np.concatenate(lengths), np.concatenate(prints)
        sentences = np.concatenate([[0], np.cumsum(length[:n])])
        tokens, starts = int(sentences[-1]), self.starts - self.taken
        self.held = [([own[tokens:] for own in ids], length[n:], mark[n:])]
        own = [column[:tokens] for column in ids]
        return Chunk(own, sentences, self.lines[:n], starts[starts < n], self.cuts[:n], mark[:n])


class SurveyingCutter(ScanningCutter):
    """For the look at gold's mentions: other words have no number, and nothing is compared or signed."""

    def _scanner(self, dialect: Dialect) -> Scanner:
        columns = [*self.reading.columns]
        scanner = Scanner(columns, dialect, lone_return=self.lone_return, seed=self.seed, inside=True)
        self._prime(scanner, 0)
        return scanner

    def _sign(self, block: bytes | memoryview) -> None:
        """The pass that counts does that."""

    def _columns(self, found: Chunk) -> list[Ids]:
        assert self.book is not None
        self._learn(self.book, 0)
        return [found.ids[0][:0], *found.ids]
