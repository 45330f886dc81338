"""Parquet by ranges of rows: types and documents are looked at first, then any range is read by itself."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.base.errors import InputError
from nerproof.corpus import Bools, Coded, Ints, Vocabulary
from nerproof.corpus.checks import mostly_numbers
from nerproof.corpus.outline import Outline
from nerproof.corpus.schemes import BadTag, Forms, parse
from nerproof.formats import ReadOptions, ranges
from nerproof.formats.arrowtable import OWN, Tokens, corpus_of_table, document_runs, offsets_of, tags_of
from nerproof.formats.parquet import broken, coded_group, open_part, part_files
from nerproof.formats.ranges import Loaded, Range
from nerproof.formats.source import Source, digest_of_files

if TYPE_CHECKING:
    import pyarrow as pa


@dataclass(frozen=True)
class Group:
    """A row group: its file, its number there and the number of its first row in all files."""

    path: Path
    number: int
    first: int
    rows: int


@dataclass(eq=False)
class RowFile:
    """A Parquet file or folder and what its columns of types and documents say."""

    source: Source
    reading: ReadOptions
    groups: list[Group]
    ranges: list[Range] = field(default_factory=list)
    annotated: Bools | None = None  # per row; None: all of them
    types: tuple[str, ...] = ()
    tags: Vocabulary | None = None  # where the file has tags and no mentions
    scheme: str | None = None
    scored: bool = False
    n_documents: int = 0
    marked: bool = False
    vocabulary: Vocabulary | None = None  # each range has its own
    _held: tuple[int, Any] | None = None  # the row group read last

    @classmethod
    def open(cls, source: Source, reading: ReadOptions) -> RowFile:
        found = cls(source, reading, list(_groups(source, reading.extra.get("split"))))
        if not found.n_rows:
            raise InputError.at(source.name, None, "has no row", fix="Give a file with at least one sentence.")
        found._survey()
        return found

    @property
    def name(self) -> str:
        return self.source.name

    @property
    def n_sentences(self) -> int:
        return self.n_rows

    @property
    def n_rows(self) -> int:
        return self.groups[-1].first + self.groups[-1].rows if self.groups else 0

    @property
    def outline(self) -> Outline:
        n = self.n_rows if self.annotated is None else int(self.annotated.sum())
        return Outline(
            (self.name,),
            digest_of_files(part_files(self.source)),
            self.types,
            n,
            self.n_documents,
            self.marked,
            self.scheme,
            scored=self.scored,
        )

    # --- what must be known of all rows ------------------------------------------------------------------------------

    def _survey(self) -> None:
        names = open_part(self.groups[0].path).schema_arrow.names
        if "mentions" in names:
            self._look_at_mentions()
        else:
            self._look_at_tags("tags" if "tags" in names else "ner_tags" if "ner_tags" in names else "mentions")
        starts = self._look_at_documents() if "doc" in names else None
        kept = np.arange(self.n_rows) if self.annotated is None else np.flatnonzero(self.annotated)
        owner = kept if starts is None else np.searchsorted(starts, kept, side="right") - 1
        document = np.cumsum(np.diff(owner, prepend=-1) != 0) - 1  # documents that have an annotated sentence
        self.n_documents = int(document[-1]) + 1 if len(document) else 0
        for first in range(0, self.n_rows, ranges.ROWS):
            sentence = int(np.searchsorted(kept, first))
            own = int(document[sentence]) if sentence < len(document) else self.n_documents
            self.ranges.append(Range(first, min(first + ranges.ROWS, self.n_rows), first + 1, sentence, own))

    def _look_at_mentions(self) -> None:
        """The types that occur, and which rows are annotated."""
        types: set[str] = set()
        there = []
        for table in self._columns("mentions"):
            lists = table.column("mentions")
            there.append(~lists.is_null().to_numpy() if lists.null_count else np.ones(len(lists), dtype=np.bool_))
            flat = lists.combine_chunks().flatten()
            names = {f.name for f in flat.type.fields} if hasattr(flat.type, "fields") else set()
            if "score" in names:
                self.scored = self.scored or flat.field("score").null_count < len(flat)
            if "type" in names:
                types |= {str(t) for t in flat.field("type").unique().to_pylist()}
        known = np.concatenate(there)
        self.types = tuple(sorted(types))
        self.annotated = None if known.all() else known

    def _look_at_tags(self, column: str) -> None:
        """The scheme of all tags."""
        strings: dict[str, int] = {}
        forms, tokens = Forms(), 0
        tables = list(self._columns(column))
        for table in tables:
            for tag in self._tags(table, column).vocabulary.strings:
                strings.setdefault(tag, len(strings))
        self.tags = Vocabulary(strings)
        bare = self.reading.scheme == "bare"
        try:
            for table in tables:
                own = self._tags(table, column)
                ids = self.tags.lookup(own.vocabulary)[own.ids]
                forms.add(Coded(ids, self.tags), offsets_of(table.column(column)), tokens, bare=bare)
                tokens += len(ids)
            self.scheme, _, _ = forms.settle(self.tags, self.reading.scheme)
        except BadTag as error:
            raise InputError.at(self.name, None, error.what, fix=error.fix) from None
        self.types = parse(self.tags.strings, bare=bare).types

    def _tags(self, table: pa.Table, column: str) -> Coded:
        return tags_of(table, column, self.name, self.reading.extra.get("labels"))

    def _look_at_documents(self) -> Ints | None:
        """The rows where documents begin; None where no row names one."""
        starts, last, named = [], object(), False
        for group, table in zip(self.groups, self._columns("doc"), strict=True):
            at, names = document_runs(table.column("doc"))
            named = named or any(n is not None for n in names)
            goes_on = int(bool(names) and names[0] == last and group.first > 0)
            starts.append(at[goes_on:] + group.first)
            last = names[-1] if names else last
        self.marked = named
        found = np.concatenate(starts)
        return found if named else None

    def _columns(self, *names: str) -> Iterator[pa.Table]:
        import pyarrow as pa

        for group in self.groups:
            try:
                yield open_part(group.path).read_row_group(group.number, columns=list(names), use_threads=False)
            except (pa.ArrowException, OSError) as error:
                raise broken(group.path, error) from None

    def fields(self) -> dict[str, list[Any]]:
        """Metadata of the annotated sentences."""
        names = set(open_part(self.groups[0].path).schema_arrow.names) - set(OWN)
        tables = [table.to_pydict() for table in self._columns(*sorted(names))] if names else []
        found = {name: [v for table in tables for v in table[name]] for name in sorted(names)}
        kept = self.annotated
        return found if kept is None else {k: [x for x, a in zip(v, kept, strict=True) if a] for k, v in found.items()}

    @cached_property
    def numeric(self) -> bool:
        """Whether most tokens at its beginning are numbers."""
        return mostly_numbers(self.load(0, words=True).corpus.tokens)

    # --- one range ---------------------------------------------------------------------------------------------------

    def load(self, number: int, *, words: bool, repair: str | None = None) -> Loaded:
        import pyarrow as pa

        own = self.ranges[number]
        table = self._rows(own.start, own.stop)
        try:
            corpus = corpus_of_table(
                table,
                self.name,
                first_row=own.start,
                scheme=self.scheme or self.reading.scheme,
                repair=repair or self.reading.repair,
                words=words,
                marked=self.marked,
                labels=self.reading.extra.get("labels"),
                tags=self.tags,
            )
        except (pa.ArrowException, UnicodeDecodeError) as error:
            raise broken(self.source.path, error) from None
        return Loaded(corpus, Tokens(table.column("tokens")))

    def _rows(self, first: int, last: int) -> pa.Table:
        import pyarrow as pa

        parts = []
        for i, group in enumerate(self.groups):
            a, b = max(first, group.first), min(last, group.first + group.rows)
            if a < b:
                parts.append(self._group(i).slice(a - group.first, b - a))
        return pa.concat_tables(parts, promote_options="permissive") if len(parts) > 1 else parts[0]

    def _group(self, number: int) -> pa.Table:
        if self._held is None or self._held[0] != number:
            group = self.groups[number]
            self._held = (number, coded_group(group.path, group.number))
        return self._held[1]

    def __getstate__(self) -> dict[str, Any]:
        return {**vars(self), "_held": None}


def _groups(source: Source, split: str | None) -> Iterator[Group]:
    first = 0
    for path in part_files(source, split):
        footer = open_part(path).metadata
        for i in range(footer.num_row_groups):
            n = footer.row_group(i).num_rows
            if n:
                yield Group(path, i, first, n)
            first += n
