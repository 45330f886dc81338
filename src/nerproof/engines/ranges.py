"""Column files in shares that processes read by themselves: no byte of a file passes from one process to another.

The files are outlined first, each process a part of each file: how many sentences and lines it has, and where every
thousandth sentence begins. Then gold is shared out by bytes, and the shares of predictions begin at the same sentences.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO

import numpy as np

from nerproof.corpus import Ints
from nerproof.readers import ReadOptions
from nerproof.readers.scan import Dialect, ScanError, Scanner
from nerproof.readers.source import Source

EVERY = 1 << 10  # sentences between two places that are noted
SMALLEST = 1 << 22  # bytes of gold that are worth a process
LOOK = 1 << 16
BLANK = re.compile(rb"\n[ \t]*\r?\n")
MARKS = (b"-DOCSTART-", b"#begin document")


@dataclass(frozen=True)
class Span:
    """Bytes of a column file that begin with a sentence and end with one."""

    name: str  # of the file
    start: int
    stop: int
    line: int = 0  # lines before it
    width: int = 0  # columns of the file, as its first line has them

    def open(self) -> Slice:
        return Slice(self)


@dataclass(frozen=True, eq=False)
class Outline:
    """What a span holds."""

    span: Span
    sentences: int
    lines: int
    places: Ints  # where each EVERY-th sentence ends, in the file
    width: int


@dataclass(frozen=True)
class Share:
    """The same sentences of all inputs; gold is ""."""

    first: int  # number of the first sentence
    spans: Mapping[str, Span]


class Unshareable(Exception):
    """Files that one process must cut for all: compressed ones, those with document marks or other line ends."""


def cut_evenly(path: str | Path, n: int) -> list[Span]:
    """About equal parts of a file, cut where sentences end."""
    source = Source(str(path))
    if source.name == "-" or not source.path.is_file() or source.suffix != source.path.suffix.lower():
        raise Unshareable
    size = source.path.stat().st_size
    with source.path.open("rb") as stream:
        head = stream.read(LOOK)
        if b"\n" not in head or any(m in head for m in MARKS):
            raise Unshareable
        inner = [_blank_after(stream, size * k // n) for k in range(1, n)]
    cuts = sorted({0, size, *(c for c in inner if c is not None)})
    return [Span(source.name, a, b) for a, b in pairwise(cuts)]


def _blank_after(stream: BinaryIO, place: int) -> int | None:
    """Where a line begins that follows an empty one: no sentence goes on there."""
    stream.seek(place)
    found = BLANK.search(stream.read(LOOK))
    return None if found is None else place + found.end()


def outline(span: Span, reading: ReadOptions) -> Outline:
    scanner = Scanner([], Dialect(reading.delimiter, reading.comments))
    ends, buffer = [], bytearray(4 * LOOK)
    try:
        with Slice(span) as stream:
            while n := stream.readinto(memoryview(buffer)):
                ends.append(scanner.feed(memoryview(buffer)[:n]).cuts)
            ends.append(scanner.finish().cuts)
    except ScanError:
        raise Unshareable from None  # one process finds it again and says where
    if scanner.engine.marked:
        raise Unshareable
    every = np.concatenate(ends)
    return Outline(span, len(every), scanner.engine.line, span.start + every[EVERY - 1 :: EVERY], scanner.engine.width)


def shares(outlines: Mapping[str, Sequence[Outline]], reading: ReadOptions) -> list[Share]:
    """Gold's parts, and of every other input the bytes with the same sentences."""
    gold = outlines[""]
    widths = [{o.width for o in own if o.sentences} for own in outlines.values()]
    totals = {sum(o.sentences for o in own) for own in outlines.values()}
    if any(len(w) != 1 or w == {1} for w in widths) or len(totals) > 1:
        raise Unshareable  # one process says what is wrong
    firsts = np.concatenate([[0], np.cumsum([o.sentences for o in gold])]).tolist()
    places = {name: [_place(own, n, reading) for n in firsts] for name, own in outlines.items()}
    return [
        Share(firsts[k], {name: _between(outlines[name], *places[name][k : k + 2]) for name in outlines})
        for k in range(len(gold))
        if firsts[k + 1] > firsts[k]
    ]


def _between(own: Sequence[Outline], start: tuple[int, int], stop: tuple[int, int]) -> Span:
    width = next(o.width for o in own if o.sentences)
    return Span(own[0].span.name, start[0], stop[0], start[1], width)


def _place(own: Sequence[Outline], n: int, reading: ReadOptions) -> tuple[int, int]:
    """Byte and line where sentence n of a file begins (the end of the file, if it has no more)."""
    line = 0
    for o in own:
        if n < o.sentences or (n == o.sentences and o is own[-1]):
            break
        n, line = n - o.sentences, line + o.lines
    else:
        return own[-1].span.stop, line
    if n == o.sentences:
        return o.span.stop, line + o.lines
    return _inside(o, n, line, reading)


def _inside(o: Outline, n: int, line: int, reading: ReadOptions) -> tuple[int, int]:
    """From the last noted place before it, sentence by sentence."""
    noted = n // EVERY
    start = int(o.places[noted - 1]) if noted else o.span.start
    missing = n - noted * EVERY
    if missing:
        start = _after(Span(o.span.name, start, o.span.stop), missing, reading)
    with Slice(Span(o.span.name, o.span.start, start)) as stream:
        lines = sum(block.count(b"\n") for block in iter(lambda: stream.read(LOOK * 16), b""))
    return start, line + lines


def _after(span: Span, n: int, reading: ReadOptions) -> int:
    """Where the n-th sentence of a span ends."""
    scanner = Scanner([], Dialect(reading.delimiter, reading.comments))
    seen = 0
    with Slice(span) as stream:
        while block := stream.read(LOOK):
            cuts = scanner.feed(block).cuts
            if seen + len(cuts) >= n:
                return span.start + int(cuts[n - seen - 1])
            seen += len(cuts)
    return span.start + int(scanner.finish().cuts[n - seen - 1])


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
