"""How many values the columns of a Parquet file have, from its footer: Arrow would only tell by reading them.

The footer is a struct of Thrift's compact protocol. Asking Arrow for the metadata of column chunks ends the process on
a broken footer; here it is an error like any other.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

MAX_FOOTER = 64 << 20
_ROW_GROUPS, _COLUMNS, _META, _VALUES = 4, 1, 3, 5  # numbers of fields, from parquet.thrift


def most_values(path: Path) -> int:
    """The values of the longest column chunk; 0 where the footer cannot be read."""
    with path.open("rb") as file:
        file.seek(max(file.seek(0, 2) - 8, 0))
        length = min(int.from_bytes(file.read(4), "little"), MAX_FOOTER)
        file.seek(max(file.seek(0, 2) - 8 - length, 0))
        footer = iter(file.read(length))
    try:
        groups = _struct(footer)[_ROW_GROUPS]
        return max(int(chunk[_META][_VALUES]) for group in groups for chunk in group[_COLUMNS])
    except (StopIteration, RuntimeError, LookupError, TypeError, ValueError):
        return 0


def _number(data: Iterator[int]) -> int:
    value = 0
    for shift in range(0, 70, 7):
        byte = next(data)
        value |= (byte & 127) << shift
        if byte < 128:
            break
    return value


def _signed(data: Iterator[int]) -> int:
    value = _number(data)
    return (value >> 1) ^ -(value & 1)


def _struct(data: Iterator[int]) -> dict[int, Any]:
    found: dict[int, Any] = {}
    field = 0
    while (head := next(data)) & 15:
        field = field + (head >> 4) if head >> 4 else _signed(data)
        found[field] = _value(data, head & 15)
    return found


def _value(data: Iterator[int], kind: int) -> Any:
    if kind in {1, 2}:
        return kind == 1
    if kind in {9, 10}:
        head = next(data)
        size = head >> 4 if head >> 4 < 15 else _number(data)
        inner = max(head & 15, 3)  # in a list, true and false are bytes: each item takes at least one
        return [_value(data, inner) for _ in range(size)]
    if kind in {7, 8}:  # a double, a string
        return bytes(islice(data, 8 if kind == 7 else min(_number(data), MAX_FOOTER)))
    return _struct(data) if kind == 12 else next(data) if kind == 3 else _signed(data)
