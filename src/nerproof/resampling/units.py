"""Counts per unit in a result file: small text, so that two results of the same gold can be compared unit by unit.

Many columns are the same for all systems and several scores (gold's mentions, above all), so each is kept once.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np

from nerproof.base.errors import UsageError
from nerproof.corpus import Ints

MAX_BYTES = 1 << 30  # that a file may make us hold
KINDS = ("u1", "u2", "u4", "i8")
BROKEN = "the units of the result cannot be read. Make the result again with nerproof evaluate --json."


def pack(counts: Mapping[str, Ints]) -> dict[str, Any]:
    """The distinct columns of all systems as text, and which of them are each system's.

    >>> packed = pack({"a": np.array([[1, 2], [3, 4]]), "b": np.array([[1, 5], [3, 6]])})
    >>> packed["columns"], unpack(packed)["b"].tolist()
    ({'a': [0, 1], 'b': [0, 2]}, [[1, 5], [3, 6]])
    """
    number: dict[bytes, int] = {}
    distinct: list[Ints] = []
    columns: dict[str, list[int]] = {}
    for system, table in counts.items():
        own = columns.setdefault(system, [])
        for column in np.ascontiguousarray(table.T, dtype=np.int64):
            at = number.setdefault(column.tobytes(), len(distinct))
            if at == len(distinct):
                distinct.append(column)
            own.append(at)
    table = np.stack(distinct) if distinct else np.zeros((0, 0), dtype=np.int64)
    kind = next(k for k in KINDS if k == "i8" or table.max(initial=0) <= np.iinfo(k).max)
    text = zlib.compress(table.astype(f"<{kind}").tobytes(), 9)
    return {
        "columns": columns,
        "data": base64.b64encode(text).decode("ascii"),
        "dtype": kind,
        "n": int(table.shape[1]),
    }


def unpack(packed: Mapping[str, Any]) -> dict[str, Ints]:
    """The counts of each system; a file that lies about its size is refused before it takes memory."""
    try:
        n, kind = int(packed["n"]), packed["dtype"]
        size = np.dtype(f"<{kind}").itemsize if kind in KINDS else 0
        columns = {str(name): [int(c) for c in own] for name, own in packed["columns"].items()}
        used = 1 + max((c for own in columns.values() for c in own), default=-1)
        if not size or n < 0 or used * n * 8 > MAX_BYTES:  # as they are held
            raise UsageError(BROKEN)
        stream = zlib.decompressobj()
        data = stream.decompress(base64.b64decode(packed["data"], validate=True), used * n * size + 1)
        table = np.frombuffer(data, dtype=f"<{kind}").reshape(used, n).astype(np.int64)
        return {name: table[own].T for name, own in columns.items()}
    except (KeyError, TypeError, ValueError, AttributeError, IndexError, binascii.Error, zlib.error):
        raise UsageError(BROKEN) from None
