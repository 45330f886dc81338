"""Files that are read range by range: an outline of all of a file first, then any chunk of it by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from nerproof.base.errors import InputError
from nerproof.corpus import Bools, Corpus, Vocabulary
from nerproof.corpus.outline import Outline
from nerproof.formats import FORMATS, HEAD, ReadOptions
from nerproof.formats.source import Source

ROWS = 1 << 14  # sentences of a chunk: all files are cut after the same ones
LARGE = 8 << 20  # bytes of a column file that is better read range by range
PACKED = 8  # a Parquet file is about so many times smaller than the columns of its tokens
SURE = 0.5


class Range(NamedTuple):
    """Where the sentences of a chunk stand in a file: bytes or rows, half-open."""

    start: int
    stop: int
    line: int  # of its first token
    sentence: int  # number of its first sentence, and of the document that this belongs to
    document: int


class Loaded(NamedTuple):
    """The corpus of a range; ``key`` tells whether two ranges have the same tokens without their being numbered."""

    corpus: Corpus
    key: Any


class File(Protocol):
    """A corpus file, cut into ranges."""

    ranges: list[Range]
    annotated: Bools | None  # which sentences are; None: all of them

    @property
    def name(self) -> str: ...
    @property
    def n_sentences(self) -> int: ...
    @property
    def outline(self) -> Outline: ...
    def fields(self) -> Mapping[str, Sequence[Any]]: ...
    @property
    def numeric(self) -> bool: ...
    @property
    def vocabulary(self) -> Vocabulary | None: ...  # of all ranges, where they have one
    def load(self, number: int, *, words: bool, repair: str | None = None) -> Loaded: ...


def is_large(item: str | Path) -> bool:
    return text_size(Path(item)) > LARGE


def text_size(path: Path) -> int:
    """About the bytes of a column file with the same tokens."""
    if path.is_dir():
        return PACKED * sum(p.stat().st_size for p in path.rglob("*.parquet"))
    return path.stat().st_size * (PACKED if path.suffix == ".parquet" else 1) if path.is_file() else 0


def why_not(source: Source, reading: ReadOptions) -> str | None:
    """Why a file is not read range by range; None where it can be."""
    if source.name == "-":
        return "standard input is read at once"
    name = (reading.format or format_of(source)) if source.path.exists() else ""
    if name == "parquet" or (name == "conll" and _is_plain(source, reading)):
        return None
    return f"{source.name}: only CoNLL columns in UTF-8 and Parquet are read chunk by chunk"


def _is_plain(source: Source, reading: ReadOptions) -> bool:
    """Whether a column file has nothing that needs all of it: other encodings, tags alone, strings without a place."""
    from nerproof.formats.conll import HEADER

    if source.is_folder or reading.encoding.lower() not in {"utf-8", "utf8"} or reading.extra.get("flat_stream"):
        return False
    head = source.head(HEAD).removeprefix(b"\xef\xbb\xbf")
    alone = all(len(line.split()) < 2 for line in head.splitlines()[:200])
    return not head.startswith(HEADER) and not alone


def format_of(source: Source) -> str:
    """The format from the beginning of a file alone."""
    from nerproof.formats.conll import looks_like_conll

    if source.is_folder:
        head = b""
    else:
        head = source.head(HEAD)
        if not head.strip():
            raise InputError.at(source.name, None, "is empty", fix="Give a file with at least one sentence.")
        if looks_like_conll(source, head) > SURE:  # and no other reader needs to be loaded
            return "conll"
    best, name = max((r.sniff(source, head), name) for name, r in FORMATS.items())
    return name if best > 0 else ""


def open_file(item: str | Path, reading: ReadOptions, *, words: bool = True, seed: int | None = None) -> File:
    """A file with its outline; ``words``: whether they will be asked for; ``seed``: of keys to compare tokens by."""
    source = Source(str(item))
    if (reading.format or format_of(source)) == "parquet":
        from nerproof.formats.rowfile import RowFile

        return RowFile.open(source, reading)
    from nerproof.formats.columnfile import ColumnFile

    return ColumnFile.open(source, reading, words=words, seed=seed)
