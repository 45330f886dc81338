"""Strings live here once; everything else works on their ids."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nerproof.corpus.kernels import new_table
from nerproof.corpus.places import places

Ids = NDArray[np.int32]
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]


MANY = 256  # fewer strings are looked up in a dict


def new_seed() -> int:
    """A seed of hashes that nobody can know: no file can be made to collide. Ids do not depend on it."""
    return int.from_bytes(os.urandom(8), "little")


class Vocabulary:
    """Distinct strings by id, in order of first appearance.

    Made from a sequence of strings, or from UTF-8 bytes and offsets, which are decoded only when asked for.

    >>> v = Vocabulary(["EU", "rejects"])
    >>> v[1], len(v), v.index["EU"]
    ('rejects', 2, 0)
    """

    def __init__(self, strings: Iterable[str]) -> None:
        self.strings = tuple(strings)
        self._packed: tuple[bytes, Ints] | None = None

    @classmethod
    def from_blob(cls, blob: bytes, offsets: Ints) -> Vocabulary:
        """Strings ``blob[offsets[i]:offsets[i+1]]``; raises UnicodeDecodeError unless it is UTF-8."""
        if not blob.isascii():
            blob.decode("utf-8")
            inner = np.frombuffer(blob, dtype=np.uint8)[offsets[offsets < len(blob)]]
            if ((inner & 0xC0) == 0x80).any():
                raise UnicodeDecodeError("utf-8", blob, 0, 1, "a string is cut inside a character")
        found = cls.__new__(cls)
        found._packed = (blob, offsets)  # noqa: SLF001
        return found

    @cached_property
    def strings(self) -> tuple[str, ...]:
        """All strings; those of a file are decoded when someone first asks."""
        assert self._packed is not None
        blob, offsets = self._packed
        # One decode of the whole blob, then slices by character: per-item decoding costs three times as much.
        if blob.isascii():
            text = blob.decode("ascii")
            cuts = offsets.tolist()
        else:
            text = blob.decode("utf-8")
            raw = np.frombuffer(blob, dtype=np.uint8)
            starts = np.concatenate([[0], np.cumsum((raw & 0xC0) != 0x80)])
            cuts = starts[offsets].tolist()
        return tuple([text[a:b] for a, b in pairwise(cuts)])

    def packed(self) -> tuple[bytes, Ints]:
        """The strings as UTF-8 bytes and offsets."""
        if self._packed is None:
            pieces = [s.encode("utf-8", "surrogatepass") for s in self.strings]
            lengths = np.fromiter(map(len, pieces), dtype=np.int64, count=len(pieces))
            self._packed = b"".join(pieces), np.concatenate([[0], np.cumsum(lengths)])
        return self._packed

    def take(self, numbers: NDArray[Any]) -> Vocabulary:
        """Some of the strings.

        >>> Vocabulary(["EU", "rejects", "call"]).take(np.array([0, 2])).strings
        ('EU', 'call')
        """
        blob, offsets = self.packed()
        lengths = np.diff(offsets)[numbers]
        chosen = np.frombuffer(blob, dtype=np.uint8)[places(offsets[numbers], lengths)]
        found = Vocabulary.__new__(Vocabulary)
        found._packed = chosen.tobytes(), np.concatenate([[0], np.cumsum(lengths)])  # noqa: SLF001
        return found

    @cached_property
    def table(self) -> Any:
        """The strings in a table that looks up bytes, so that nothing needs to be decoded."""
        made = new_table(new_seed())
        made.add(*self.packed())
        return made

    def __getstate__(self) -> dict[str, Any]:
        """Without what is quickly made again."""
        return {k: v for k, v in vars(self).items() if k not in {"table", "index"}}

    @cached_property
    def index(self) -> dict[str, int]:
        return {string: i for i, string in enumerate(self.strings)}

    def lookup(self, other: Vocabulary) -> Ids:
        """This vocabulary's id of each string of the other, -1 where it has none."""
        if other is self:
            return np.arange(len(self), dtype=np.int32)
        if max(len(self), len(other)) >= MANY:
            return np.frombuffer(self.table.find(*other.packed()), dtype=np.int32)
        get = self.index.get
        return np.fromiter((get(s, -1) for s in other.strings), dtype=np.int32, count=len(other))

    def __getitem__(self, i: int) -> str:
        return self.strings[i]

    def __len__(self) -> int:
        return len(self.strings) if self._packed is None else len(self._packed[1]) - 1

    def __iter__(self) -> Iterator[str]:
        return iter(self.strings)

    def __repr__(self) -> str:
        return f"Vocabulary({len(self)} strings)"


@dataclass(frozen=True, eq=False)
class Coded:
    """A column of strings as ids into a vocabulary."""

    ids: Ids
    vocabulary: Vocabulary

    @classmethod
    def encode(cls, strings: Iterable[str]) -> Coded:
        """Numbers strings by first appearance.

        >>> Coded.encode(["a", "b", "a"]).ids.tolist()
        [0, 1, 0]
        """
        index: dict[str, int] = {}
        ids = np.fromiter((index.setdefault(s, len(index)) for s in strings), dtype=np.int32)
        return cls(ids, Vocabulary(index))

    def strings(self, start: int = 0, stop: int | None = None) -> list[str]:
        table = self.vocabulary.strings
        return [table[i] for i in self.ids[start:stop].tolist()]

    def take(self, where: NDArray[Any] | slice) -> Coded:
        return Coded(self.ids[where], self.vocabulary)

    def compact(self) -> Coded:
        """The same column, whose vocabulary has nothing but its own strings."""
        used, ids = np.unique(self.ids, return_inverse=True)
        return Coded(ids.astype(np.int32), self.vocabulary.take(used))

    def __len__(self) -> int:
        return len(self.ids)


def concatenate(columns: list[Coded]) -> Coded:
    """One column from several, with one vocabulary."""
    if len({id(c.vocabulary) for c in columns}) == 1:
        return Coded(np.concatenate([c.ids for c in columns]), columns[0].vocabulary)
    index: dict[str, int] = {}
    parts = []
    for column in columns:
        remap = np.fromiter(
            (index.setdefault(s, len(index)) for s in column.vocabulary),
            dtype=np.int32,
            count=len(column.vocabulary),
        )
        parts.append(remap[column.ids] if len(column) else column.ids)
    ids = np.concatenate(parts) if parts else np.zeros(0, dtype=np.int32)
    return Coded(ids.astype(np.int32), Vocabulary(index))
