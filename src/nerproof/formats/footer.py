"""How many values the columns of a Parquet file have, from its footer: Arrow would only tell by reading them.

The footer is a struct of Thrift's compact protocol. Asking Arrow for the metadata of column chunks ends the process on
a broken footer; here it is an error like any other.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

MAX_FOOTER = 64 << 20
_ROW_GROUPS, _COLUMNS, _META, _VALUES = 4, 1, 3, 5  # ids of fields, from parquet.thrift
_LIST, _STRUCT = (9, 10), 12


def most_values(path: Path) -> int:
    """The values of the longest column chunk; 0 where the footer cannot be read."""
    try:
        groups = _Reader(_footer(path)).struct().get(_ROW_GROUPS, [])
        chunks = [chunk.get(_META, {}) for group in groups for chunk in group.get(_COLUMNS, [])]
        return max((int(chunk.get(_VALUES, 0)) for chunk in chunks), default=0)
    except (IndexError, AttributeError, TypeError, RecursionError, OverflowError):
        return 0


def _footer(path: Path) -> bytes:
    with path.open("rb") as file:
        size = file.seek(0, 2)
        file.seek(max(size - 8, 0))
        length = int.from_bytes(file.read(4), "little")
        file.seek(max(size - 8 - min(length, MAX_FOOTER), 0))
        return file.read(min(length, MAX_FOOTER))


class _Reader:
    """Values of Thrift's compact protocol, one after the other; numbers of a struct's fields are its keys."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def byte(self) -> int:
        self.at += 1
        return self.data[self.at - 1]

    def number(self) -> int:
        value = shift = 0
        while shift < 70:
            byte = self.byte()
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        return value

    def struct(self) -> dict[int, Any]:
        found: dict[int, Any] = {}
        field = 0
        while (head := self.byte()) & 15:
            field = field + (head >> 4) if head >> 4 else self._signed()
            found[field] = self._value(head & 15)
        return found

    def _signed(self) -> int:
        value = self.number()
        return (value >> 1) ^ -(value & 1)

    def _value(self, kind: int) -> Any:
        if kind in {1, 2}:
            return kind == 1
        if kind == _STRUCT:
            return self.struct()
        if kind in _LIST:
            head = self.byte()
            size = head >> 4 if head >> 4 < 15 else self.number()
            return [self._value(head & 15) for _ in range(min(size, len(self.data)))]
        if kind in {7, 8}:  # a double, a string
            length = 8 if kind == 7 else self.number()
            self.at += length
            return None
        return self.byte() if kind == 3 else self._signed()
