"""Column files in shares that processes read by themselves: no byte of a file passes from one process to another.

Gold is cut where sentences end. In predictions the same places are found by the words that stand there. Whether they
are the right ones shows when the shares are counted: each must have gold's tokens, sentence by sentence, and together
the shares are the file.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice, pairwise, zip_longest
from pathlib import Path
from typing import Any, BinaryIO, ClassVar

import numpy as np

from nerproof.formats import ReadOptions
from nerproof.formats.scan import Dialect, ScanError, Scanner
from nerproof.formats.scan import pieces as blocks
from nerproof.formats.source import Source

SMALLEST = 1 << 22  # bytes of gold that are worth a process
LOOK = 1 << 16
READ = 1 << 18
LINES = 60  # that tell a place: two or three sentences
BLANKS = re.compile(rb"\n(?:[ \t]*\r?\n)+")
LINE = re.compile(rb"[^\n]*\n")
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
        places = ((_beginning(span, column), round(span.start * scale)) for span in gold[1:])
        inner = [_place(stream, words, column, guess, size) for words, guess in places]
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
    found = BLANKS.search(stream.read(LOOK))
    return None if found is None else place + found.end()


def _beginning(span: Span, column: int) -> list[bytes]:
    """The words that a span begins with."""
    with Slice(span) as stream:
        return list(islice(_words(stream.read(LOOK), 0, column), LINES))


def _words(data: bytes, at: int, column: int) -> Iterator[bytes]:
    """The words of the lines from a place on; an empty one for the empty lines between sentences."""
    before = b""
    for line in LINE.finditer(data, at):
        word = _word(line[0], column)
        if word or before:
            yield word
        before = word


def _word(line: bytes, column: int) -> bytes:
    if not line.strip():
        return b""
    fields = line.split(b"\t") if b"\t" in line else line.split()
    return fields[column].strip() if -len(fields) <= column < len(fields) else line


def _place(stream: BinaryIO, words: Sequence[bytes], column: int, guess: int, size: int) -> int:
    """Where the words stand, looked for around a guess."""
    around = LOOK >> 3
    while True:
        first = max(guess - around, 0)
        stream.seek(first)
        window = stream.read(2 * around)
        for found in BLANKS.finditer(window):
            there = islice(_words(window, found.end(), column), len(words))
            if all(a == b for a, b in zip_longest(words, there)):
                return first + found.end()
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
