"""Where chunks start and end by rules about two neighbouring tags: what conlleval and seqeval share.

Both programs ask two questions between any two tags, "does a chunk end here?" and "does one start here?",
and answer by the two prefixes and by whether the types differ. The rules are tables; each has its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Iterable

Bools = NDArray[np.bool_]


class Borders(NamedTuple):
    """For each place, whether a chunk ends before it and whether one starts at it; place 0 has neither."""

    end: Bools
    start: Bools


@dataclass(frozen=True)
class ChunkRule:
    """Pairs of prefixes between which a chunk ends or starts; ``outside`` never ends by a change of type."""

    prefixes: tuple[str, ...]
    end: frozenset[tuple[str, str]]
    start: frozenset[tuple[str, str]]
    outside: frozenset[str] = frozenset("O.")

    def class_of(self, prefix: str) -> int:
        """The number of a prefix; all unknown ones are one class, and only a change of type cuts them."""
        return self.prefixes.index(prefix) if prefix in self.prefixes else len(self.prefixes)

    def tables(self) -> tuple[Bools, Bools]:
        """Ends and starts by (previous prefix, prefix, do the types differ)."""
        n = len(self.prefixes) + 1
        inside = np.array([p not in self.outside for p in self.prefixes] + [True])
        end, start = np.zeros((n, n, 2), dtype=np.bool_), np.zeros((n, n, 2), dtype=np.bool_)
        for table, pairs in ((end, self.end), (start, self.start)):
            for a, b in pairs:
                table[self.class_of(a), self.class_of(b)] = True
        end[:, :, 1] |= inside[:, None]
        start[:, :, 1] |= inside[None, :]
        return end.reshape(-1), start.reshape(-1)

    def borders(self, ids: NDArray[Any], classes: NDArray[np.uint8], types: NDArray[Any]) -> Borders:
        """Borders of one column of tag ids, given each tag's prefix class and type number."""
        prefix, type_ = classes[ids], types[ids]
        code = prefix[:-1] * np.uint8(len(self.prefixes) + 1) + prefix[1:]
        code = code * np.uint8(2) + (type_[:-1] != type_[1:])
        ends, starts = self.tables()
        first = np.zeros(1, dtype=np.bool_)
        return Borders(np.concatenate([first, ends[code]]), np.concatenate([first, starts[code]]))


def pairs(*texts: str) -> frozenset[tuple[str, str]]:
    """Pairs written as two characters: ``pairs("BB", "IO")``."""
    return frozenset((text[0], text[1]) for text in texts)


def number(names: Iterable[str]) -> tuple[list[str], NDArray[np.int32]]:
    """Distinct names in order of appearance, and the number of each."""
    index: dict[str, int] = {}
    ids = [index.setdefault(name, len(index)) for name in names]
    return list(index), np.array(ids, dtype=np.int32)
