"""Counts of more different things than memory holds: what is many goes to files and is counted part by part.

A thing is known by 112 bits of a random hash, so a wrong count is less likely than a broken machine: among 10^9 things
two share a hash with a probability of 10^-16. Records are (hash and kind, hash, count); those of one thing and kind are
added up whenever they are sorted. Files are cut by the first bits of the hash, so that each can be counted by itself.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np
from numpy.typing import NDArray

from nerproof.base.errors import UsageError
from nerproof.corpus import Bools, Ints

Hashes = NDArray[np.uint64]
Records = NDArray[np.uint64]  # three rows: key, check, count; rows are sorted and moved faster than structures
KEY, CHECK, COUNT = range(3)
ROOM = 1 << 20  # records in memory, 24 bytes each
FILES = 512  # of a spill: each must fit in memory by itself
KINDS = 16  # low bits of a key: the kind (type) of a thing


@dataclass(frozen=True)
class Census:
    """How many different things there are."""

    things: int = 0
    pairs: int = 0  # of thing and kind
    ambiguous: int = 0  # things of more than one kind
    ambiguous_count: int = 0  # and how often these were counted

    def __add__(self, other: Census) -> Census:
        return Census(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))


class Spill:
    """Counts records; its files are gone when it is left, however it is left."""

    def __init__(self, room: int = ROOM) -> None:
        self.room = room
        self.held: list[Records] = []
        self.n_held = 0
        self.folder: tempfile.TemporaryDirectory[str] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.folder is not None:
            self.folder.cleanup()

    def add(self, records: Records) -> None:
        if not records.shape[1]:
            return
        self.held.append(records)
        self.n_held += records.shape[1]
        if self.n_held > self.room:
            self._settle()

    def census(self) -> Census:
        """Of everything; nothing is to be added after it."""
        if self.folder is None:
            return count(merged(_joined(self.held)))
        self._write(merged(_joined(self.held)))
        return sum((count(merged(part)) for part in self._parts()), Census())

    def _settle(self) -> None:
        """Adds up what is held; if that is still much, it goes to the files."""
        found = merged(_joined(self.held))
        if found.shape[1] > self.room // 2:
            self._write(found)
            found = none()
        self.held, self.n_held = [found], found.shape[1]

    def _write(self, records: Records) -> None:
        """Sorted by key, so each file gets one slice."""
        shift = np.uint64(64 - FILES.bit_length() + 1)
        cuts = np.searchsorted(records[KEY] >> shift, np.arange(FILES + 1, dtype=np.uint64))
        try:
            if self.folder is None:
                self.folder = tempfile.TemporaryDirectory(prefix="nerproof-", ignore_cleanup_errors=True)
            for i in np.flatnonzero(np.diff(cuts)).tolist():
                with self._file(i).open("ab") as stream:
                    stream.write(np.ascontiguousarray(records[:, cuts[i] : cuts[i + 1]].T).data)
        except OSError as error:
            raise full(error) from None

    def _file(self, i: int) -> Path:
        assert self.folder is not None
        return Path(self.folder.name) / f"{i:03}"

    def _parts(self) -> Iterator[Records]:
        for i in range(FILES):
            if self._file(i).exists():
                yield np.ascontiguousarray(np.fromfile(self._file(i), dtype=np.uint64).reshape(-1, 3).T)


def full(error: OSError) -> UsageError:
    """What to do about a disk that takes no more."""
    return UsageError(
        f"the temporary folder {tempfile.gettempdir()} cannot be written ({error.strerror or error}). "
        "Make room there, or name a larger one with the environment variable TMPDIR."
    )


def records(hashes: Hashes, kind: Ints, n: Ints) -> Records:
    """Records of hashes (two rows) with their kinds and counts."""
    low = np.uint64((1 << KINDS) - 1)
    return np.stack([(hashes[0] & ~low) | kind.astype(np.uint64), hashes[1], n.astype(np.uint64)])


def none() -> Records:
    return np.empty((3, 0), dtype=np.uint64)


def of_kinds(found: Records, numbers: Ints) -> Records:
    """The same records with other numbers for their kinds."""
    low = np.uint64((1 << KINDS) - 1)
    key = found[KEY]
    kind = numbers.astype(np.uint64)[(key & low).astype(np.int64)] if len(key) else key
    return np.stack([(key & ~low) | kind, found[CHECK], found[COUNT]])


def merged(found: Records) -> Records:
    """Sorted by key, each thing and kind once, with the sum of its counts."""
    own = np.take(found, np.argsort(found[KEY]), axis=1)
    if (_equal(own[KEY]) & ~_equal(own[CHECK])).any():  # two things with one key: rare
        own = np.take(found, np.lexsort((found[CHECK], found[KEY])), axis=1)
    first = _first(own[KEY], own[CHECK])
    if not len(first):
        return none()
    return np.stack([own[KEY][first], own[CHECK][first], np.add.reduceat(own[COUNT], first)])


def count(found: Records) -> Census:
    """Of merged records."""
    thing = found[KEY] >> np.uint64(KINDS)
    if (_equal(thing) & ~_equal(found[CHECK])).any():
        found = np.take(found, np.lexsort((found[KEY], found[CHECK], thing)), axis=1)
        thing = found[KEY] >> np.uint64(KINDS)
    first = _first(thing, found[CHECK])
    if not len(first):
        return Census()
    several = np.diff(np.append(first, len(thing))) > 1
    each = np.add.reduceat(found[COUNT], first)
    return Census(len(first), len(thing), int(several.sum()), int(each[several].sum()))


def _first(key: Hashes, check: Hashes) -> Ints:
    """Where each run of equal pairs begins."""
    return np.flatnonzero(np.append(True, ~(_equal(key) & _equal(check)))[: len(key)])


def _equal(column: Hashes) -> Bools:
    """Which entries equal the one before them, from the second on."""
    same: Bools = column[1:] == column[:-1]
    return same


def _joined(held: list[Records]) -> Records:
    return np.concatenate(held, axis=1) if held else none()
