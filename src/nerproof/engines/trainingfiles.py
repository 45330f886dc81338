"""The parts of training files: runs of sentences that are read on their own, so that nothing grows with the file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nerproof.base.errors import InputError
from nerproof.engines import rowcutting
from nerproof.engines.cutting import ColumnCutter, NotStreamable, format_of
from nerproof.engines.parts import ColumnPart, Loaded, Part, TablePart
from nerproof.formats import ReadOptions
from nerproof.formats.source import Source


class TrainingFile:
    """One file or folder; its digest is known when all parts have been taken."""

    def __init__(self, path: str | Path, reading: ReadOptions) -> None:
        self.source = Source(str(path))
        self.columns = format_of(self.source, reading) == "conll"
        self.cutter = _Sentences(self.source, reading) if self.columns else None

    def parts(self) -> Iterator[Part]:
        found = _rows(self.source) if self.cutter is None else self.cutter.parts()
        first = next(found, None)
        if first is None:
            what = "has no token" if self.columns else "has no row"
            raise InputError.at(self.source.name, None, what, fix="Give a file with at least one sentence.")
        yield first
        yield from found

    def digest(self) -> str:
        if self.cutter is not None:
            return self.cutter.digest()
        from nerproof.formats.parquet import digest

        return digest(self.source)

    def close(self) -> None:
        if self.cutter is not None:
            self.cutter.close()


def goes_on(part: Part) -> bool:
    """Whether a part begins in the middle of a document of the part before it, as far as the part knows."""
    return isinstance(part, ColumnPart) and part.marked and not part.opens


class _Sentences(ColumnCutter):
    """Documents may be cut: one of them can be as large as the file."""

    def _whole(self) -> int:
        return len(self.cuts)

    def parts(self) -> Iterator[Part]:
        while n := self.ready():
            part = self.take(n)
            assert part is not None
            yield part


@dataclass(frozen=True)
class GroupPart:
    """A row group of a Parquet file; words keep the numbers that the file gives them."""

    name: str
    group: int
    first_row: int
    coded: tuple[str, ...]  # columns that are read as numbers and a dictionary

    def load(self, reading: ReadOptions, *, tokens: bool, seed: int) -> Loaded:
        from nerproof.formats.parquet import coded_group

        table = coded_group(Path(self.name), self.group, self.coded)
        return TablePart(self.name, table, self.first_row).load(reading, tokens=tokens, seed=seed)


def _rows(source: Source) -> Iterator[Any]:
    """Row groups as they are; those that are large as batches of rows."""
    from nerproof.formats.parquet import coded_columns, group_batches, needed, open_part, part_files

    files = part_files(source)
    columns = [set(needed(open_part(p).schema_arrow.names)) for p in files]
    if any(own != columns[0] for own in columns):
        raise NotStreamable(f"{source.name}: its parts have different columns")
    for path in files:
        file, first = open_part(path), 0
        for i in range(file.metadata.num_row_groups):
            n = file.metadata.row_group(i).num_rows
            if n <= rowcutting.LARGEST * rowcutting.ROWS:
                yield GroupPart(str(path), i, first, coded_columns(file))
            else:
                for at, table in group_batches(path, i, rowcutting.ROWS):
                    yield TablePart(str(path), table, first + at)
            first += n
