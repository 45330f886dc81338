"""Formats: one file each, with what it looks like, how it is read and how it is written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nerproof.base.errors import InputError, UsageError
from nerproof.base.registry import Registry
from nerproof.corpus.checks import checked
from nerproof.formats.source import Source

if TYPE_CHECKING:
    from nerproof.corpus import Corpus


@dataclass(frozen=True)
class ReadOptions:
    """How to read a file; each format uses the fields that apply to it."""

    format: str | None = None  # None: auto-detected
    scheme: str = "auto"
    repair: str = "begin"
    encoding: str = "utf-8"
    token_column: int | None = None  # from 0, negative from the end; None: auto-detected, see nerproof.formats.columns
    tag_column: int | None = None
    score_column: int | None = None  # of the tokens' scores; None: there is none
    delimiter: str | None = None  # None: auto-detected; "tab" or "blank"
    comments: bool | str | None = None  # None: by what the file shows; True or False: # lines are comments or tokens;
    # "sentences" or "documents": comments that end sentences or documents
    anyway: bool = False  # read even what cannot be meant, see nerproof.corpus.checks
    text: Corpus | None = None  # the tokens that LLM output is aligned to
    extra: dict[str, Any] = field(default_factory=dict)

    @property
    def columns(self) -> tuple[int, int]:
        """The columns of token and tag; the usual ones, first and last, where none was named or detected."""
        token, tag = self.token_column, self.tag_column
        return 0 if token is None else token, -1 if tag is None else tag

    @property
    def read_columns(self) -> tuple[int, ...]:
        """The columns of token, tag and score, the last where it was named."""
        return self.columns if self.score_column is None else (*self.columns, self.score_column)


@dataclass(frozen=True)
class WriteOptions:
    """How to write a file."""

    scheme: str = "IOB2"
    scores: bool = False  # a column of scores, where columns are written
    on_overlap: str = "outermost"  # or "error": refuse to write what a flat format cannot hold


@dataclass(frozen=True)
class Format:
    """How a format looks (``sniff`` returns 0..1 for a source), how it is read and how it is written.

    ``losses`` names what of a corpus the format cannot hold. ``spans`` is which mentions it can hold: "flat" (none
    overlap), "nested" (none cross) or "any". A format without ``suffix`` is a folder. One that is only read says by
    ``written_as`` in which format such a corpus is written.
    """

    name: str
    sniff: Callable[[Source, bytes], float]
    read: Callable[[Source, ReadOptions], Corpus]
    write: Callable[[Corpus, Path, WriteOptions], None]
    losses: Callable[[Corpus], list[str]]
    suffix: str
    spans: str = "flat"
    score_column: bool = False  # whether it holds scores where that is asked for
    written_as: str = ""

    @property
    def description(self) -> str:
        return (self.read.__doc__ or "").strip().split("\n")[0]


FORMATS: Registry[Format] = Registry("format", "nerproof.formats")

HEAD = 1 << 16


def define(name: str, **parts: Any) -> Format:
    """Registers a format: ``define("tsv", sniff=…, read=…, write=…, losses=…, suffix=".tsv")``."""
    if "written_as" in parts:
        return FORMATS.add(name, replace(FORMATS[parts["written_as"]], name=name, **parts))
    return FORMATS.add(name, Format(name, **parts))


UTF_16 = (b"\xff\xfe", b"\xfe\xff")


def sniff(source: Source, encoding: str = "utf-8") -> Format:
    """The format that fits the source best; an error that says what was tried when none does."""
    head = b"" if source.is_folder else _as_utf8(source.data[:HEAD], encoding)
    if not source.is_folder and not head.strip():
        raise InputError.at(source.name, None, "is empty", fix="Give a file with at least one sentence.")
    scored = [(f.sniff(source, head), name) for name, f in FORMATS.items()]
    best, name = max(scored)
    if best <= 0:
        if head.startswith(UTF_16):
            raise InputError.at(source.name, 1, "is UTF-16", fix="Convert it to UTF-8, or pass --encoding utf-16.")
        from nerproof.formats.jsonrecords import looks_like_json

        if looks_like_json(head):
            raise _unknown_json(source, head)
        known = ", ".join(FORMATS)
        raise InputError.at(source.name, None, "has an unknown format", fix=f"Name it with --format: {known}.")
    return FORMATS[name]


def _unknown_json(source: Source, head: bytes) -> InputError:
    from nerproof.formats.jsonrecords import first_record

    record = first_record(head)
    keys = "" if not record else f" with the keys {', '.join(map(repr, list(record)[:6]))}"
    fix = 'Records need "text" and "spans", or "tokens" and "tags"; see docs/formats.md. Name the format with --format.'
    return InputError.at(source.name, 1, f"is JSON{keys}, which is no known corpus format", fix=fix)


def _as_utf8(head: bytes, encoding: str) -> bytes:
    """The beginning of a file in another encoding; an encoding that does not fit is found out by the reader."""
    if encoding.lower() in {"utf-8", "utf8"}:
        return head
    try:
        return head.decode(encoding, "ignore").encode("utf-8", "replace")
    except (LookupError, UnicodeError):
        return head


def read(
    path: str | Path,
    options: ReadOptions | None = None,
    *,
    format: str | None = None,
    **changes: Any,
) -> Corpus:
    """Reads a corpus.

    Args:
        path: A file or folder; "-" is standard input.
        options: How to read it.
        format: See ``nerproof list formats``; None: auto-detected.
        changes: Fields of ReadOptions: ``read("dev.conll", repair="error")``.
    """
    source, chosen = located(path, replace(options or ReadOptions(), **changes))
    name = format or chosen.format
    found = FORMATS[name] if name else sniff(source, chosen.encoding)
    return checked(found.read(source, chosen), anyway=chosen.anyway)


def located(path: str | Path, options: ReadOptions) -> tuple[Source, ReadOptions]:
    """The source of a path, and the options with the annotator that ``FILE#ANNOTATOR`` names."""
    source = Source(str(path))
    if source.name == "-" or source.path.exists():
        return source, options
    file, mark, annotator = source.name.rpartition("#")
    if not (mark and annotator and Path(file).exists()):
        raise InputError.at(source.name, None, "does not exist", fix="Check the path.")
    return Source(file), replace(options, extra={**options.extra, "annotator": annotator})


def write(
    corpus: Corpus, path: str | Path, *, format: str | None = None, options: WriteOptions | None = None
) -> list[str]:
    """Writes a corpus and returns what the format could not store, one sentence each.

    Args:
        corpus: The corpus to write.
        path: A file or, for formats that are folders, a folder; a file that ends in .gz, .bz2 or .xz is compressed.
        format: See ``nerproof list formats``; None: by the suffix of the path.
        options: The label scheme, and how to treat overlapping mentions.
    """
    found, target = FORMATS[format or format_by_suffix(path)], Path(path)
    chosen = options or WriteOptions()
    if found.suffix and target.suffix in COMPRESSED:
        from nerproof.formats.packing import write_packed

        write_packed(corpus, target, found, chosen)
    else:
        found.write(corpus, target, chosen)
    return losses_of(corpus, found, chosen)


def losses_of(corpus: Corpus, found: Format, options: WriteOptions) -> list[str]:
    """What a format cannot hold of a corpus when it is written with these options."""
    if found.score_column and options.scores:
        corpus = replace(corpus, mentions=replace(corpus.mentions, score=None))
    return found.losses(corpus)


# Suffixes that several formats have, or that none has for its own: the commonest is taken.
SUFFIXES = {".conll": "conll", ".bio": "conll", ".iob": "conll", ".iob2": "conll", ".tsv": "conll", ".jsonl": "jsonl"}
COMPRESSED = frozenset({".gz", ".bz2", ".xz"})
TELLING = frozenset({".conll", ".conllu", ".csv", ".spacy", ".jsonl", ".parquet"})  # one family of formats each


def format_by_suffix(path: str | Path, *, like: str | None = None) -> str:
    """The format that a path's suffix names.

    ``like`` is the format of the input where there is one: it stays unless the suffix clearly says something else.

    >>> format_by_suffix("train.spacy"), format_by_suffix("out.txt", like="conll"), format_by_suffix("o.jsonl.gz")
    ('spacy', 'conll', 'jsonl')
    """
    suffix = "".join(s for s in Path(path).suffixes[-2:] if s not in COMPRESSED)
    suffix = Path(f"_{suffix}").suffix.lower()
    if like is not None and (suffix not in TELLING or FORMATS[like].suffix == suffix):
        return like
    known = {found.suffix: name for name, found in FORMATS.items() if found.suffix} | SUFFIXES
    if suffix not in known:
        raise UsageError(
            f"the name {str(path)!r} does not tell the format. Name it with --to (see nerproof list formats)."
        )
    return known[suffix]
