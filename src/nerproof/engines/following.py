"""Predictions read beside gold: most of a system's sentences have the very bytes of gold's, and are not read again."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import replace
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np

from nerproof.base.errors import InputError
from nerproof.corpus import Bools, Ids, Ints, Vocabulary
from nerproof.corpus.kernels import compiled, marked
from nerproof.corpus.wordbook import Wordbook
from nerproof.engines.cutting import BLOCK, GOLD, READ, Cutter, Opened, ScanningCutter
from nerproof.engines.parts import ColumnPart, Part, ScannedPart, WordsNeeded
from nerproof.formats import ReadOptions
from nerproof.formats.scan import Chunk, Dialect, ScanError, Scanner, has_lone_returns
from nerproof.formats.source import damages

_TAG = re.compile(rb"[^ \t]*\Z")
LONGEST = 1 << 24  # bytes more than gold has for the same sentences: such a file is not cut like gold


class CannotFollow(Exception):
    """The two files differ in more than the last column of some lines: each is read by itself."""


class Window:
    """The bytes of a stream that were read and not yet taken; a piece of a file has room in it."""

    def __init__(self) -> None:
        self.memory = bytearray(BLOCK + 2 * READ)
        self.first = self.filled = 0

    def read(self, stream: Any) -> memoryview:
        """Some more bytes; none at the end."""
        if (self.first and len(self) < READ) or self.filled + READ > len(self.memory):
            self._move()
        n = stream.readinto(memoryview(self.memory)[self.filled : self.filled + READ])
        self.filled += n
        return memoryview(self.memory)[self.filled - n : self.filled]

    def view(self, n: int | None = None) -> memoryview:
        """The first n bytes that were not taken, or all."""
        return memoryview(self.memory)[self.first : self.filled if n is None else self.first + n]

    def drop(self, n: int) -> None:
        self.first += n

    def __len__(self) -> int:
        return self.filled - self.first

    def _move(self) -> None:
        """What is left goes to the front: as soon as that is little, or when there is no room behind it."""
        left = bytes(self.view())
        if len(left) + READ > len(self.memory):
            self.memory = bytearray(2 * len(self.memory))  # views of the old one keep it
        self.memory[: len(left)] = left
        self.first, self.filled = 0, len(left)


def _tags_are_last(reading: ReadOptions, width: int) -> bool:
    """Whether the last column has the tags, and they alone are read from it; a width of 0 is not known yet."""
    if not width:
        return False
    token, tag = (column % width for column in reading.columns)
    return token != tag == width - 1


class Led(NamedTuple):
    """The sentences of gold that were taken last, until the next are read."""

    data: memoryview
    cuts: Ints  # where each of them begins and ends in the data
    part: ScannedPart


class LeadingCutter(ScanningCutter):
    """Gold, which keeps the bytes of the sentences it gives."""

    led: Led

    def __init__(self, source: Opened, reading: ReadOptions, seed: int, book: Wordbook | None) -> None:
        self.window = Window()
        super().__init__(source, reading, seed, book)

    def _read(self) -> memoryview:
        return self.window.read(self.stream)

    def _scanner(self, dialect: Dialect) -> Scanner:
        """No fingerprints: where bytes are compared, tokens need not be."""
        token, tag = self.reading.columns
        columns = [tag] if self.book is None else [token, tag]
        scanner = Scanner(columns, dialect, lone_return=self.lone_return, seed=self.seed)
        self._prime(scanner, 0)
        return scanner

    def _columns(self, found: Chunk) -> list[Ids]:
        if self.book is not None:
            self._learn(self.book, 0)
        return [found.ids[0][:0], *found.ids]

    def _part(self, n: int) -> Part:
        cuts = np.concatenate([[self.kept_at], self.cuts[:n]]) - self.kept_at
        part = super()._part(n)
        assert isinstance(part, ScannedPart)
        self.led = Led(self.window.view(int(cuts[-1])), cuts, part)
        self.window.drop(int(cuts[-1]))
        return part


class FollowingCutter:
    """Predictions: what differs from gold is scanned, the rest is gold's."""

    def __init__(self, source: Opened, reading: ReadOptions, leader: LeadingCutter) -> None:
        self.name, self.reading, self.leader, self.whole = source.name, reading, leader, source.whole
        self.stream = source.open()
        self.hash = hashlib.sha256()
        self.window, self.ended = Window(), False
        self.taken = 0  # sentences
        self.tags: dict[str, int] = {}  # of both files
        self.used: Bools = np.zeros(0, dtype=np.bool_)  # which of them the predictions have
        with ExitStack() as unless_begun:
            unless_begun.callback(self.close)
            self._begin(reading, leader)
            unless_begun.pop_all()

    def _begin(self, reading: ReadOptions, leader: LeadingCutter) -> None:
        self._more()
        width = leader.outline.engine.width
        if leader.lone_return or has_lone_returns(self.window.view()) or not _tags_are_last(reading, width):
            raise CannotFollow
        dialect = Dialect(reading.delimiter, reading.comments)
        self.scanner = Scanner([reading.columns[1]], dialect, width=width)

    def ready(self) -> int:
        """Whether anything but blank lines is left; after gold's last sentence that may be anything."""
        while not (found := bytes(self.window.view()).strip()) and not self.ended:
            self.window.drop(len(self.window))
            self._more()
        if found and self.taken:
            raise CannotFollow
        return len(found)

    def take(self, n: int) -> Part | None:
        led = self.leader.led
        assert len(led.cuts) == n + 1
        if self.leader.outline.engine.marked:
            raise CannotFollow
        differs, changed = self._compared(led)
        found = led.part.chunk
        ids = self._numbered(found.ids[-1], led.part.tags)
        if changed:
            ids = self._spliced(ids.copy(), found, differs, changed)
        own, names = self._own(ids)
        self.taken += n
        return ScannedPart(self._whole(found), replace(found, ids=[found.ids[0][:0], own]), names)

    def digest(self) -> str:
        while not self.ended:
            self.window.drop(len(self.window))
            self._more()
        return self.hash.hexdigest()[:16]

    def close(self) -> None:
        self.stream.close()

    def _more(self) -> None:
        try:
            block = self.window.read(self.stream)
        except damages() as error:
            raise InputError.at(self.name, None, f"cannot be read to its end ({error})") from None
        if self.whole:
            self.hash.update(block)
        self.ended = not block

    def _compared(self, led: Led) -> tuple[Bools, bytearray]:
        """Which sentences differ from gold's, and their bytes."""
        marks: list[Bools] = []
        changed, at = bytearray(), 0
        while (done := sum(len(m) for m in marks)) < len(led.cuts) - 1:
            missing = len(led.data) - int(led.cuts[done]) + at
            while not self.ended and len(self.window) <= missing:
                self._more()
            own = self.window.view()
            stops, differs, more, alike = beside(led.data, led.cuts[done:], own, at, last=self.ended)
            if not alike or (not len(stops) and (self.ended or len(self.window) > missing + LONGEST)):
                raise CannotFollow
            marks.append(differs)
            changed += more
            at = int(stops[-1]) if len(stops) else at
            if done + len(stops) < len(led.cuts) - 1:
                self._more()
        self.window.drop(at)
        return np.concatenate(marks), changed

    def _spliced(self, ids: Ids, gold: Chunk, differs: Bools, changed: bytearray) -> Ids:
        """The tags with those of the sentences that differ."""
        try:
            found = self.scanner.feed(memoryview(changed + b"\n"))  # the blank line ends the last one
            names = Vocabulary.from_blob(*self.scanner.vocabulary(0))
        except ScanError:
            raise CannotFollow from None  # read by itself, the file says where
        except UnicodeDecodeError:
            raise WordsNeeded from None
        same = np.array_equal(np.diff(found.sentences), np.diff(gold.sentences)[differs])
        if not same or self.scanner.engine.marked:
            raise CannotFollow
        splice(ids, gold.sentences, differs, self._numbered(found.ids[0], names))
        return ids

    def _numbered(self, ids: Ids, names: Vocabulary) -> Ids:
        """The same tags by their numbers here."""
        table = np.array([self.tags.setdefault(tag, len(self.tags)) for tag in names.strings], dtype=np.int32)
        return ids if np.array_equal(table, np.arange(len(table))) else table[ids]

    def _own(self, ids: Ids) -> tuple[Ids, Vocabulary]:
        """The tags by the numbers of those that the predictions have: gold's others say nothing about their scheme."""
        seen = marked(ids, len(self.tags))
        seen[: len(self.used)] |= self.used
        self.used = seen
        if seen.all():
            return ids, Vocabulary(list(self.tags))
        table = (np.cumsum(seen) - 1).astype(np.int32)
        return table[ids], Vocabulary([tag for tag, i in self.tags.items() if seen[i]])

    def _whole(self, found: Chunk) -> ColumnPart:
        width, scheme = self.leader.outline.engine.width, self.reading.scheme
        return ColumnPart(self.name, b"", width, False, int(found.lines[0]), False, False, scheme)


def scanning(
    places: Mapping[str, Opened], readings: Mapping[str, ReadOptions], seed: int, book: Wordbook | None, *, follow: bool
) -> Iterator[tuple[str, Cutter]]:
    """The cutters of gold and of all systems in column files; with ``follow`` what is gold's is not read again."""
    kind = LeadingCutter if follow and len(places) > 1 else ScanningCutter
    gold = kind(places[GOLD], readings[GOLD], seed, book)
    seed = gold.seed  # with fingerprints of one seed the tokens of all inputs can be compared
    yield GOLD, gold
    for name in (n for n in places if n != GOLD):
        if isinstance(gold, LeadingCutter):
            yield name, FollowingCutter(places[name], readings[name], gold)
        else:
            yield name, ScanningCutter(places[name], readings[name], seed, None)


# --- loops that are in C where they were built -----------------------------------------------------------------------


def beside(gold: memoryview, cuts: Ints, pred: memoryview, at: int, *, last: bool) -> tuple[Ints, Bools, bytes, bool]:
    """The sentences of gold in the predictions, from ``at`` on, as far as these go.

    Where each ends, whether it differs from gold's, the bytes of those that do, and whether these differ in the last
    column only. ``last``: nothing comes after the predictions.

    >>> gold, pred = memoryview(b"a O\\n\\nb O\\n"), memoryview(b"a O\\n\\nb B-X\\n")
    >>> beside(gold, np.array([0, 4, 9]), pred, 0, last=True)[1].tolist()
    [False, True]
    """
    loops = compiled()
    if loops is None:
        return _beside(bytes(gold), cuts.tolist(), bytes(pred), at, last=last)
    stops, differs, changed, alike = loops.beside(gold, np.ascontiguousarray(cuts), pred, at, last)
    return np.frombuffer(stops, dtype=np.int64), np.frombuffer(differs, dtype=np.bool_), changed, bool(alike)


def _beside(gold: bytes, cuts: list[int], pred: bytes, at: int, *, last: bool) -> tuple[Ints, Bools, bytes, bool]:
    stops, differs, changed, alike = [], [], [], True
    for a, b in pairwise(cuts):
        stop = at + b - a
        ends = _is_end(pred, stop, last=last) if pred[at:stop] == gold[a:b] else False
        if ends is False:
            stop = _sentence_end(pred, at, last=last)
        if ends is None or stop < 0:
            break
        if not ends:
            changed.append(pred[at:stop])
            alike = alike and _without_tags(changed[-1], gold[a:b])
        stops.append(stop)
        differs.append(not ends)
        at = stop
    return np.array(stops, dtype=np.int64), np.array(differs, dtype=np.bool_), b"".join(changed), alike


def _without_tags(a: bytes, b: bytes) -> bool:
    """Whether all lines are alike but for their last columns."""
    ours, theirs = a.split(b"\n"), b.split(b"\n")
    return len(ours) == len(theirs) and all(
        x == y or (_TAG.sub(b"", x) == _TAG.sub(b"", y) != b"") for x, y in zip(ours, theirs, strict=True)
    )


def _is_end(data: bytes, at: int, *, last: bool) -> bool | None:
    """Whether a blank line, or nothing more, follows what ends before ``at``; None: that comes later."""
    following = data[at : at + 2]
    if following in (b"", b"\r") and not last:
        return None
    return following == b"" or following[:1] == b"\n" or following == b"\r\n"


def _sentence_end(data: bytes, at: int, *, last: bool) -> int:
    """Where the sentence from ``at`` on ends, blank lines before it included; -1: that comes later."""
    while data[at : at + 1] in (b"\n", b"\r"):
        at += 1
    while (stop := data.find(b"\n", at)) >= 0:
        at = stop + 1
        ends = _is_end(data, at, last=last)
        if ends is None:
            break
        if ends:
            return at
    return len(data) if last else -1


def splice(out: Ids, sentences: Ints, marks: Bools, ids: Ids) -> None:
    """Writes the ids of the marked sentences over those that stand there."""
    loops = compiled()
    if loops is None:
        out[np.repeat(marks, np.diff(sentences))] = ids
    else:
        loops.splice(out, np.ascontiguousarray(sentences), marks, np.ascontiguousarray(ids))
