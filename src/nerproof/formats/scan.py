"""Column files to sentences and coded columns in one pass: in C where it was built, in Python otherwise.

Rules (both scanners, held equal by ``tests/property/test_scan.py``):

- A UTF-8 BOM at the beginning of the file is skipped. Lines end with LF or CR LF; with CR only in a file that has no
  LF. The last line needs no end.
- A line that is empty or only ASCII blanks and tabs ends the sentence. Every other character, U+00A0 and
  U+200B included, belongs to a token.
- A line with a tab is split at each tab and its fields are stripped of blanks, any other line at runs of
  blanks; ``delimiter`` ("tab" or "blank") forces one. Empty fields at the end of a line are missing ones.
- ``-DOCSTART-``, ``#begin document`` and ``#end document`` end the sentence; the next one begins a document.
- A line that begins with ``#`` is a token when it has as many columns as the first other line and is not
  ``# key = value``, and a comment otherwise; ``comments`` (True: all, False: none) decides for the user.
  With "sentences" or "documents" a comment ends the sentence, too, and with the latter it begins a document; there,
  a line without a tag (O, B-PER …) in the second wanted column is a comment, however many columns it has.
- Every token line has as many columns as the first.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol

import numpy as np

from nerproof.corpus.kernels import extension
from nerproof.corpus.vocabulary import Coded, Ids, Ints, Vocabulary, new_seed

CHUNK = 1 << 20
BOM = b"\xef\xbb\xbf"

DELIMITERS = {None: 0, "tab": 1, "blank": 2}
COMMENTS: dict[bool | str | None, int] = {None: -1, False: 0, True: 1, "sentences": 2, "documents": 3}

Buffer = bytes | bytearray
Raw = tuple[Sequence[Buffer], Buffer, Buffer, Buffer, Buffer, Buffer]


class ScanError(ValueError):
    """What is wrong with a column file; the reader makes an InputError of it.

    ``kind`` is "missing-column" (``found`` columns, and a wanted one is not among them), "column-count"
    (``found`` columns where the first token line has ``width``) or "line-too-long" (``found`` bytes).
    """

    def __init__(self, kind: str, line: int, found: int, width: int) -> None:
        super().__init__(kind, line, found, width)
        self.kind, self.line, self.found, self.width = kind, line, found, width

    def __str__(self) -> str:
        if self.kind == "missing-column":
            return f"has only {self.found} column{'s' * (self.found != 1)}"
        if self.kind == "line-too-long":
            return f"line of more than {self.found >> 20} MB"
        return f"has {self.found} column{'s' * (self.found != 1)}, the first token line has {self.width}"


class Dialect(NamedTuple):
    """How a column file is written; None: found in the file."""

    delimiter: str | None = None
    comments: bool | str | None = None
    docstart: bool = True


AUTO = Dialect()


class Engine(Protocol):
    """What the C and the Python scanner have in common."""

    @property
    def width(self) -> int: ...
    @property
    def line(self) -> int: ...
    @property
    def marked(self) -> bool: ...
    def feed(self, data: bytes | memoryview, /) -> Raw: ...
    def finish(self) -> Raw: ...
    def vocabulary(self, column: int, first: int = 0, /) -> tuple[bytes, bytes]: ...


@dataclass(frozen=True, eq=False)
class Strings:
    """A column: ids, and the distinct strings as UTF-8 bytes (not checked) with their offsets."""

    ids: Ids
    blob: bytes
    offsets: Ints

    def coded(self) -> Coded:
        """Raises UnicodeDecodeError unless the bytes are UTF-8."""
        return Coded(self.ids, Vocabulary.from_blob(self.blob, self.offsets))


@dataclass(frozen=True, eq=False)
class Chunk:
    """The sentences completed by one piece of a file; ids are those of the entire file."""

    ids: list[Ids]
    sentences: Ints  # token offsets in this chunk, n + 1
    lines: Ints  # line of each sentence's first token
    starts: Ints  # sentences (counted from the start of the file) that begin a marked document
    cuts: Ints  # where in the file the last line of each sentence ends
    prints: Ints  # fingerprint of each sentence's first column, where asked for


@dataclass(frozen=True, eq=False)
class Scan:
    """A column file: sentences, documents and the wanted columns."""

    columns: list[Strings]
    sentences: Ints
    lines: Ints
    documents: Ints
    marked_documents: bool
    width: int
    dialect: Dialect
    wanted: tuple[int, ...] = ()  # which columns these are

    def line_of(self, data: bytes, token: int) -> int:
        """The line of one token, found by reading its sentence again: for error messages."""
        from nerproof.formats.scan_loop import token_lines

        sentence = int(np.searchsorted(self.sentences, token, side="right")) - 1
        inside = token - int(self.sentences[sentence])
        lines = token_lines(data, int(self.lines[sentence]), self.width, self.dialect, self.wanted)
        return next(line for i, line in enumerate(lines) if i == inside)


class Scanner:
    r"""Reads a column file piece by piece with one numbering of strings.

    >>> s = Scanner([0])
    >>> s.feed(b"EU\n\nPet").ids, s.feed(b"er\n").ids, s.finish().ids
    ([array([0], dtype=int32)], [array([], dtype=int32)], [array([1], dtype=int32)])
    """

    def __init__(
        self,
        columns: Sequence[int],
        dialect: Dialect = AUTO,
        *,
        lone_return: bool = False,
        fingerprint: bool = False,  # the first column is not coded; each sentence gets a hash of it
        width: int = 0,  # known from an earlier part of the file
        seed: int | None = None,
    ) -> None:
        self.columns = tuple(columns)
        self.engine: Engine = _engine()(
            self.columns,
            DELIMITERS[dialect.delimiter],
            COMMENTS[dialect.comments],
            dialect.docstart,
            lone_return,
            new_seed() if seed is None else seed,
            fingerprint,
            width,
        )

    def feed(self, data: bytes | memoryview) -> Chunk:
        try:
            return _chunk(self.engine.feed(data))
        except ValueError as error:
            raise _named(error) from None

    def finish(self) -> Chunk:
        try:
            return _chunk(self.engine.finish())
        except ValueError as error:
            raise _named(error) from None

    def vocabulary(self, column: int, first: int = 0) -> tuple[bytes, Ints]:
        """The strings of a column from id ``first`` on, as bytes and offsets into them."""
        blob, offsets = self.engine.vocabulary(column, first)
        cuts = np.frombuffer(offsets, dtype=np.int64)
        return blob, cuts - cuts[0]


def scan(
    data: bytes | memoryview,
    columns: Sequence[int],
    *,
    delimiter: str | None = None,
    comments: bool | str | None = None,
    docstart: bool = True,
) -> Scan:
    r"""All of a column file at once; columns may count from the end (-1: the last).

    >>> s = scan(b"EU B-ORG\nrejects O\n", [0, -1])
    >>> s.columns[0].coded().strings(), s.columns[1].ids.tolist(), s.sentences.tolist()
    (['EU', 'rejects'], [0, 1], [0, 2])
    """
    dialect = Dialect(delimiter, comments, docstart)
    scanner = Scanner(columns, dialect, lone_return=has_lone_returns(data))
    if data[:3] == BOM:
        data = memoryview(data)[3:]
    parts = [scanner.feed(data), scanner.finish()]
    sentences = _offsets([p.sentences for p in parts])
    starts = np.concatenate([p.starts for p in parts])
    return Scan(
        [Strings(_joined([p.ids[k] for p in parts]), *scanner.vocabulary(k)) for k in range(len(scanner.columns))],
        sentences,
        _joined([p.lines for p in parts]),
        document_offsets(starts, len(sentences) - 1, marked=scanner.engine.marked),
        scanner.engine.marked,
        scanner.engine.width,
        dialect,
        scanner.columns,
    )


def has_lone_returns(data: bytes | memoryview) -> bool:
    """Whether CR ends the lines of this file: it has CR and no LF."""
    head = bytes(data[:CHUNK])
    if b"\n" in head:
        return False
    whole = head if len(data) <= CHUNK else bytes(data)
    return b"\n" not in whole and b"\r" in whole


def document_offsets(starts: Ints, n_sentences: int, *, marked: bool) -> Ints:
    """Sentence offsets of documents; without marks every sentence is one."""
    if not marked:
        return np.arange(n_sentences + 1, dtype=np.int64)
    inner = starts[(starts > 0) & (starts < n_sentences)]
    first = [0] if n_sentences else []
    return np.concatenate([first, inner, [n_sentences]]).astype(np.int64)


def _engine() -> Any:
    scanning = extension()
    if scanning is not None:
        return scanning.Scanner
    from nerproof.formats.scan_loop import LoopScanner

    return LoopScanner


def _named(error: ValueError) -> ValueError:
    return ScanError(*error.args) if len(error.args) == 4 else error


def _chunk(raw: Raw) -> Chunk:
    ids, sentences, *others = raw
    lines, starts, cuts, prints = (np.frombuffer(x, dtype=np.int64) for x in others)
    offsets = np.frombuffer(sentences, dtype=np.int64)
    return Chunk(
        [np.frombuffer(i, dtype=np.int32) for i in ids],
        offsets if len(offsets) else np.zeros(1, dtype=np.int64),
        lines,
        starts,
        cuts,
        prints,
    )


def _offsets(parts: Sequence[Ints]) -> Ints:
    first, last = parts
    return first if len(last) == 1 else np.concatenate([first, last[1:] + first[-1]])


def _joined(parts: Sequence[Any]) -> Any:
    # Almost always all is in the first part: then nothing is copied.
    filled = [p for p in parts if len(p)]
    return filled[0] if len(filled) == 1 else np.concatenate(parts)
