"""The scanner and the table of strings in C where they were built, and the table in Python where not."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from nerproof.corpus.vocabulary import Ids, Ints


def extension() -> Any:
    """The module in C; None without it, or while NERPROOF_PURE asks for Python."""
    return None if os.environ.get("NERPROOF_PURE") else _imported()


@cache
def _imported() -> Any:
    try:
        return importlib.import_module("nerproof._scan")
    except ImportError:
        return None


def new_table(seed: int) -> Any:
    """An empty table that numbers byte strings."""
    scanning = extension()
    return PureTable() if scanning is None else scanning.Table(seed)


class PureTable:
    """What ``_scan.Table`` does, where there is no C."""

    def __init__(self) -> None:
        self.known: dict[bytes, int] = {}

    def add(self, blob: bytes, offsets: Ints) -> bytes:
        return self._numbers(blob[a:b] for a, b in pairwise(offsets.tolist()))

    def find(self, blob: bytes, offsets: Ints) -> bytes:
        found = [self.known.get(blob[a:b], -1) for a, b in pairwise(offsets.tolist())]
        return np.array(found, dtype=np.int32).tobytes()

    def add_spans(self, numbers: Ids, start: Ints, end: Ints) -> bytes:
        spans = [numbers[a:b].tobytes() for a, b in zip(start.tolist(), end.tolist(), strict=True)]
        found = np.full(len(spans), -1, dtype=np.int32)
        found[end > start] = np.frombuffer(self._numbers(s for s in spans if s), dtype=np.int32)
        return found.tobytes()

    def strings(self, first: int = 0) -> tuple[bytes, bytes]:
        strings = list(self.known)[first:]
        offsets = np.concatenate([[0], np.cumsum([len(s) for s in strings])]).astype(np.int64)
        return b"".join(strings), offsets.tobytes()

    def __len__(self) -> int:
        return len(self.known)

    def _numbers(self, strings: Iterable[bytes]) -> bytes:
        number = self.known.setdefault
        found = [number(s, len(self.known)) for s in strings]
        return np.array(found, dtype=np.int32).tobytes()
