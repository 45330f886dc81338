"""Cuts Parquet files by row number; only footers, and the names of documents, are read here."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from nerproof.corpus import Ints
from nerproof.engines.parts import Part, RowPart
from nerproof.formats.parquet import digest, documents_of_group, has_documents, open_part, part_files
from nerproof.formats.source import Source

ROWS = 1 << 15  # rows per piece
LARGEST = 4  # times ROWS: row groups up to this are read as one piece


class RowCutter:
    """Rows of a Parquet file or folder, in whole documents where these are named."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self.files = part_files(source)
        footers = [open_part(p).metadata for p in self.files]
        self.offsets = np.concatenate([[0], np.cumsum([f.num_rows for f in footers], dtype=np.int64)])
        places = [(p, i) for p, f in zip(self.files, footers, strict=True) for i in range(f.num_row_groups)]
        groups = [f.row_group(i).num_rows for f in footers for i in range(f.num_row_groups)]
        self.groups = np.cumsum([0, *groups], dtype=np.int64)
        self.marked = any(map(has_documents, footers))
        self.documents = _Documents(places, self.groups)
        self.at = 0

    def ready(self) -> int:
        left = int(self.groups[-1]) - self.at
        n = min(self._rows(), left)
        while self.marked and 0 < n < left:
            whole = self.documents.last_start(self.at, self.at + n)
            if whole is not None:
                return whole - self.at
            n = min(n + ROWS, left)
        return n

    def _rows(self) -> int:
        """About ROWS rows, as whole row groups where these are not much larger: none is read twice then.

        Groups that are not too small come one by one: each has a dictionary of its own, and joining them costs as much
        as reading them.
        """
        ends = self.groups[self.groups > self.at] - self.at
        small = ends[ends <= ROWS]
        if len(small):
            return int(small[0] if small[0] >= ROWS // 4 else small[-1])
        return int(ends[0]) if len(ends) and ends[0] <= LARGEST * ROWS else ROWS

    def take(self, n: int) -> Part | None:
        if self.at + n > self.offsets[-1]:
            return None
        ranges = []
        for i, path in enumerate(self.files):
            first, last = max(self.at, int(self.offsets[i])), min(self.at + n, int(self.offsets[i + 1]))
            if first < last:
                ranges.append((str(path), first - int(self.offsets[i]), last - first))
        self.at += n
        return RowPart(self.source.name, tuple(ranges), self.marked)

    def digest(self) -> str:
        return digest(self.source)

    def close(self) -> None:
        """Nothing is open."""


class _Documents:
    """Where documents begin, as far as that was asked; neighbours with one name are one document."""

    def __init__(self, places: list[tuple[Path, int]], ends: Ints) -> None:
        self.places, self.ends = places, ends
        self.read = 0  # row groups
        self.last: object = self  # name of the document before; at first no name at all
        self.starts: Ints = np.zeros(0, dtype=np.int64)

    def last_start(self, after: int, until: int) -> int | None:
        """The last row in (after, until] that begins a document."""
        while self.read < len(self.places) and self.ends[self.read] <= until:
            self._read_group()
        self.starts = self.starts[self.starts > after]
        found = self.starts[self.starts <= until]
        return int(found[-1]) if len(found) else None

    def _read_group(self) -> None:
        rows, names = documents_of_group(*self.places[self.read])
        if names and names[0] == self.last:
            rows = rows[1:]
        self.starts = np.concatenate([self.starts, rows + self.ends[self.read]])
        self.last = names[-1] if names else self.last
        self.read += 1
