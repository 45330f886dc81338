"""Column files in shares that processes read by themselves: no byte of a file passes from one process to another.

Gold is cut where sentences end. In predictions the same places are found by the words that stand
there. Whether they are the right ones shows when the shares are counted: each must have gold's tokens, sentence by
sentence, and together the shares are the file.
"""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any, BinaryIO, ClassVar

import numpy as np

from nerproof.readers import ReadOptions
from nerproof.readers.scan import Dialect, ScanError, Scanner
from nerproof.readers.scan import pieces as blocks
from nerproof.readers.source import Source

SMALLEST = 1 << 22  # bytes of gold that are worth a process
LOOK = 1 << 16
READ = 1 << 18
LINES = 60  # that tell a place: two or three sentences
BLANKS = rb"(?:[ \t]*\r?\n)+"
BLANK = re.compile(rb"\n[ \t]*\r?\n")
MARKS = (b"-DOCSTART-", b"#begin document")


@dataclass(frozen=True)
class Span:
    """Bytes of a column file that begin with a sentence and end with one."""

    name: str  # of the file
    start: int
    stop: int
    whole: ClassVar[bool] = False

    def open(self) -> Slice:
        return Slice(self)

    def lines_before(self) -> int:
        """Lines of the file that come before it."""
        with Slice(Span(self.name, 0, self.start)) as stream:
            return sum(block.count(b"\n") for block in iter(lambda: stream.read(LOOK * 16), b""))


class Unshareable(Exception):
    """Files that one process must cut for all: compressed ones, those with document marks or other line ends."""


def cut(path: str | Path, weights: Sequence[int]) -> list[Span]:
    """Parts of a file of about these sizes, cut where sentences end."""
    size = _size(path)
    ends = accumulate(weights[:-1])
    with Path(path).open("rb") as stream:
        inner = [_blank_after(stream, size * end // sum(weights)) for end in ends]
    return _between(path, sorted({0, size, *(c for c in inner if c is not None)}))


def cut_alike(path: str | Path, gold: Sequence[Span], column: int) -> list[Span]:
    """The parts of a file that begin with the same words as those of gold."""
    size = _size(path)
    scale = size / max(gold[-1].stop, 1)
    with Path(path).open("rb") as stream:
        inner = [_place(stream, _pattern(span, column), round(span.start * scale), size) for span in gold[1:]]
    return _between(path, [0, *inner, size])


def _size(path: str | Path) -> int:
    source = Source(str(path))
    if source.name == "-" or not source.path.is_file() or source.suffix != source.path.suffix.lower():
        raise Unshareable
    with source.path.open("rb") as stream:
        head = stream.read(LOOK)
    if b"\n" not in head or any(m in head for m in MARKS):
        raise Unshareable
    return source.path.stat().st_size


def _between(path: str | Path, cuts: Sequence[int]) -> list[Span]:
    if any(a >= b for a, b in pairwise(cuts)):
        raise Unshareable
    return [Span(str(path), a, b) for a, b in pairwise(cuts)]


def _blank_after(stream: BinaryIO, place: int) -> int | None:
    """Where a line begins that follows an empty one: no sentence goes on there."""
    stream.seek(place)
    found = BLANK.search(stream.read(LOOK))
    return None if found is None else place + found.end()


def _pattern(span: Span, column: int) -> re.Pattern[bytes]:
    """The words that a span begins with, whatever stands beside them."""
    with Slice(span) as stream:
        head = stream.read(LOOK)
    lines = head.split(b"\n")[:-1][:LINES]  # the last may be cut
    patterns = [_line(line, column) for line in lines]
    kept = (p for before, p in pairwise([b"", *patterns]) if (before, p) != (BLANKS, BLANKS))
    return re.compile(BLANK.pattern + b"(" + b"".join(kept) + b")")


def _line(line: bytes, column: int) -> bytes:
    words = (line.split(b"\t") if b"\t" in line else line.split()) if line.strip() else []
    if not words:
        return BLANKS
    if not -len(words) <= column < len(words):
        raise Unshareable
    before = rb"[ \t]*" if column == 0 else rb"(?:[^\n]*[ \t])?"
    return before + re.escape(words[column].strip()) + rb"[ \t][^\n]*\n"


def _place(stream: BinaryIO, pattern: re.Pattern[bytes], guess: int, size: int) -> int:
    """Where the words stand, looked for around a guess."""
    around = LOOK
    while True:
        first = max(guess - around, 0)
        stream.seek(first)
        found = pattern.search(stream.read(2 * around))
        if found is not None:
            return first + found.start(1)
        if around >= min(size, LOOK << 8):
            raise Unshareable
        around *= 8


def n_sentences(span: Span, reading: ReadOptions) -> int:
    """How many sentences a span has; a good guess where its beginning looks as if empty lines would tell."""
    with span.open() as stream:
        head = stream.read(LOOK)
    whole = head[: head.rfind(b"\n\n") + 2] if b"\n\n" in head else b""
    tell = whole and _scanned(io.BytesIO(whole), reading) == _empty_lines(io.BytesIO(whole))
    with span.open() as stream:
        return _empty_lines(stream) if tell else _scanned(stream, reading)


def _scanned(stream: Any, reading: ReadOptions) -> int:
    scanner = Scanner([], Dialect(reading.delimiter, reading.comments))
    try:
        n = sum(len(scanner.feed(block).lines) for block in blocks(stream, READ))
        return n + len(scanner.finish().lines)
    except ScanError:
        raise Unshareable from None  # one process says where


def _empty_lines(stream: Any) -> int:
    """Lines that are empty, and the end of a file whose last line is not."""
    n, last, memory = 0, bytearray(), bytearray(READ + 1)  # the first is the byte before
    while size := stream.readinto(memoryview(memory)[1:]):
        ends = np.frombuffer(memory, np.uint8, size + 1) == ord("\n")
        n += int(np.count_nonzero(ends[1:] & ends[:-1]))
        last = memory[size - 1 : size + 1]
        memory[0] = memory[size]
    return n + (last != b"\n\n")


class Slice(io.RawIOBase):
    """A span as a file of its own."""

    def __init__(self, span: Span) -> None:
        super().__init__()
        self.stream: io.BufferedReader = Path(span.name).open("rb")  # noqa: SIM115 - closed with this
        self.left = span.stop - span.start
        self.stream.seek(span.start)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        view = memoryview(buffer)[: self.left]
        n = self.stream.readinto(view)
        self.left -= n
        return n

    def close(self) -> None:
        self.stream.close()
        super().close()
