"""A part: a run of sentences of one input that any process can read by itself."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from nerproof.base.errors import InputError
from nerproof.corpus import Coded, Corpus, Ints, Vocabulary
from nerproof.corpus.schemes import BadTag, Decoded, InvalidSequence, decode
from nerproof.corpus.wordbook import Wordbook
from nerproof.formats import ReadOptions
from nerproof.formats.scan import Chunk, Dialect, Scanner, document_offsets
from nerproof.record import record

NO_WORDS = Vocabulary(["_"])


class Break(NamedTuple):
    """The first mention that breaks its scheme, for the note about repairs."""

    line: int
    tag: str


@record()
class Loaded:
    """A part as a corpus; ``key`` tells whether two parts have the same tokens, without their being numbered."""

    corpus: Corpus
    key: Any
    first_break: Break | None = None

    def same_tokens(self, other: Loaded) -> bool:
        if type(self.key) is not type(other.key):
            return False
        if not np.array_equal(self.corpus.sentences, other.corpus.sentences):
            return False
        return bool(
            np.array_equal(self.key, other.key) if isinstance(self.key, np.ndarray) else self.key.equals(other.key)
        )


@record(eq=True)
class ColumnPart:
    """Sentences of a column file as bytes."""

    name: str
    data: bytes
    width: int
    lone_return: bool
    first_line: int  # in the file, of the first token
    marked: bool  # the file has document marks
    opens: bool  # its first sentence begins a document
    scheme: str = "auto"

    def load(self, reading: ReadOptions, *, tokens: bool, seed: int) -> Loaded:
        """``seed`` must be one for all parts of a piece, so that fingerprints can be compared."""
        token, tag = reading.columns
        scanner = Scanner(
            [token, token, tag] if tokens else [token, tag],
            Dialect(reading.delimiter, reading.comments),
            lone_return=self.lone_return,
            fingerprint=True,
            width=self.width,
            seed=seed,
        )
        found = _joined([scanner.feed(self.data), scanner.finish()])
        words = self._coded(scanner, found, 1) if tokens else _dummy(int(found.sentences[-1]))
        tags = self._coded(scanner, found, len(scanner.columns) - 1)
        lines = found.lines + (self.first_line - int(found.lines[0]))
        decoded = self.decoded(tags, found.sentences, lines, reading)
        return Loaded(
            self.corpus(words, found, lines, decoded),
            found.prints,
            _first_break(decoded, tags, found, lines),
        )

    def _coded(self, scanner: Scanner, found: Chunk, column: int) -> Coded:
        blob, offsets = scanner.vocabulary(column)
        try:
            return Coded(found.ids[column], Vocabulary.from_blob(blob, offsets))
        except UnicodeDecodeError:
            raise self._not_text() from None

    def _not_text(self) -> InputError:
        try:
            self.data.decode("utf-8")
        except UnicodeDecodeError as error:
            line = self.first_line + self.data.count(b"\n", 0, error.start) - _lines_before(self.data)
            fix = "Convert the file to utf-8 or pass --encoding (for example --encoding latin-1)."
            return InputError.at(self.name, line, f"byte 0x{self.data[error.start]:02x} is not utf-8", fix=fix)
        return InputError.at(self.name, self.first_line, "a token is cut inside a character")

    def decoded(self, tags: Coded, sentences: Ints, lines: Ints, reading: ReadOptions) -> Decoded:
        try:
            return decode(tags, sentences, scheme=self.scheme, repair=reading.repair)
        except BadTag as error:
            token = int(np.flatnonzero(tags.ids == tags.vocabulary.index[error.tag])[0])
            raise InputError.at(self.name, _line(token, sentences, lines), error.what, fix=error.fix) from None
        except InvalidSequence as error:
            raise InputError.at(self.name, _line(error.token, sentences, lines), error.what, fix=error.fix) from None

    def corpus(self, tokens: Coded, found: Chunk, lines: Ints, decoded: Decoded) -> Corpus:
        n = len(lines)
        return Corpus(
            tokens=tokens,
            sentences=found.sentences,
            mentions=decoded.mentions,
            types=decoded.types,
            documents=document_offsets(found.starts, n, marked=self.marked),
            marked_documents=self.marked,
            sources=(self.name,),
            source=np.zeros(n, dtype=np.int64),
            lines=lines,
            scheme=decoded.scheme if len(decoded.mentions) else None,
            repairs=len(decoded.invalid),
        )


@record()
class ScannedPart:
    """Sentences whose tags, and words where there is a book, are coded already."""

    whole: ColumnPart  # its name, marks and scheme; it holds no bytes
    chunk: Chunk
    tags: Vocabulary
    book: Wordbook | None = None

    def load(self, reading: ReadOptions, *, tokens: bool, seed: int) -> Loaded:  # noqa: ARG002
        if tokens and self.book is None:
            raise WordsNeeded
        found, own = self.chunk, self.whole
        tags = Coded(found.ids[-1], self.tags)
        decoded = own.decoded(tags, found.sentences, found.lines, reading)
        words = _dummy(int(found.sentences[-1])) if self.book is None else Coded(found.ids[1], self.book)
        corpus = own.corpus(words, found, found.lines, decoded)
        return Loaded(corpus, found.prints, _first_break(decoded, tags, found, found.lines))


class WordsNeeded(Exception):
    """The words of a part that was read without them are asked for, to say where inputs differ."""


@record(eq=True)
class RowPart:
    """Rows of Parquet files: (path, first row, number of rows)."""

    name: str
    ranges: tuple[tuple[str, int, int], ...]
    marked: bool  # the file names documents

    def load(self, reading: ReadOptions, *, tokens: bool, seed: int) -> Loaded:
        import pyarrow as pa

        from nerproof.formats.parquet import rows

        table = pa.concat_tables([rows(Path(p), first, n) for p, first, n in self.ranges])
        name, first = (self.ranges[0][0], self.ranges[0][1]) if len(self.ranges) == 1 else (self.name, 0)
        return TablePart(name, table, first, self.marked).load(reading, tokens=tokens, seed=seed)


@record(eq=True)
class TablePart:
    """Rows that are in memory already: what a Spark task holds."""

    name: str
    table: Any
    first_row: int
    marked: bool | None = None  # None: if its rows name documents

    def load(self, reading: ReadOptions, *, tokens: bool, seed: int) -> Loaded:  # noqa: ARG002
        from nerproof.formats.arrowtable import Tokens, corpus_of_table

        corpus = corpus_of_table(
            self.table,
            self.name,
            first_row=self.first_row,
            scheme=reading.scheme,
            repair=reading.repair,
            words=tokens,
            marked=self.marked,
        )
        return Loaded(corpus, Tokens(self.table.column("tokens")))


Part = ColumnPart | ScannedPart | RowPart | TablePart


def _joined(chunks: list[Chunk]) -> Chunk:
    """One chunk from the two that a scanner gives for a part: almost always one of them is empty."""
    filled = [c for c in chunks if len(c.lines)]
    if len(filled) == 1:
        return filled[0]
    a, b = chunks
    ids = [np.concatenate([x, y]) for x, y in zip(a.ids, b.ids, strict=True)]
    sentences = np.concatenate([a.sentences, b.sentences[1:] + a.sentences[-1]])
    others = (np.concatenate([getattr(a, k), getattr(b, k)]) for k in ("lines", "starts", "cuts", "prints"))
    return Chunk(ids, sentences, *others)


def _dummy(n: int) -> Coded:
    """Tokens that are all alike: enough for scores that look at spans only."""
    return Coded(np.zeros(n, dtype=np.int32), NO_WORDS)


def _line(token: int, sentences: Ints, lines: Ints) -> int:
    sentence = int(np.searchsorted(sentences, token, side="right")) - 1
    return int(lines[sentence]) + token - int(sentences[sentence])


def _lines_before(data: bytes) -> int:
    """Lines of a part before its first token."""
    return len(data[: len(data) - len(data.lstrip())].splitlines())


def _first_break(decoded: Decoded, tags: Coded, found: Chunk, lines: Ints) -> Break | None:
    if not len(decoded.invalid):
        return None
    token = int(decoded.invalid[0])
    return Break(_line(token, found.sentences, lines), tags.vocabulary[int(tags.ids[token])])
