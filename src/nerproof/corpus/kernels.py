"""The extensions in C where they were built; their callers have the same in Python."""

from __future__ import annotations

import importlib
import os
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray


def extension(name: str) -> Any:
    """A module in C; None without it, or while NERPROOF_PURE asks for Python."""
    return None if os.environ.get("NERPROOF_PURE") else _imported(name)


def compiled() -> Any:
    """The loops of ``_count.c``."""
    return extension("_count")


@cache
def _imported(name: str) -> Any:
    try:
        return importlib.import_module(f"nerproof.{name}")
    except ImportError:
        return None


def marked(ids: NDArray[np.int32], n: int) -> NDArray[np.bool_]:
    """Which of the numbers below n are there."""
    loops = compiled()
    if loops is not None:
        return np.frombuffer(loops.marked(np.ascontiguousarray(ids), n), dtype=np.bool_)
    found = np.zeros(n, dtype=np.bool_)
    found[ids] = True
    return found


def census(table: NDArray[np.bool_], ids: NDArray[np.int32], labels: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Marks every pair of id (row) and label (column) in the table; how often each label comes."""
    loops = compiled()
    if loops is not None:
        found = loops.census(table, np.ascontiguousarray(ids), labels, table.shape[1])
        return np.frombuffer(found, dtype=np.int64)
    table.ravel()[ids.astype(np.int64) * table.shape[1] + labels] = True
    return np.bincount(labels, minlength=table.shape[1])
