"""Readers: path -> Corpus. One file per format; the format is found by sniffing or named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any

from nerproof.errors import InputError
from nerproof.readers.source import Source
from nerproof.record import record
from nerproof.registry import Registry

if TYPE_CHECKING:
    from pathlib import Path

    from nerproof.corpus import Corpus


@record(eq=True)
class ReadOptions:
    """What a user may say about a file; each reader uses what concerns it."""

    format: str | None = None  # None: found by looking
    scheme: str = "auto"
    repair: str = "begin"
    encoding: str = "utf-8"
    token_column: int = 0
    tag_column: int = -1
    delimiter: str | None = None  # None: found in the file; "tab" or "blank"
    comments: bool | None = None  # None: lines of "# key = value" or "# text" above a sentence are comments
    text: Corpus | None = None  # the tokens that LLM output is aligned to
    extra: dict[str, Any] = field(default_factory=dict)


@record(eq=True)
class Reader:
    """A format: how it looks (``sniff`` returns 0..1 for a source) and how it is read."""

    name: str
    read: Callable[[Source, ReadOptions], Corpus]
    sniff: Callable[[Source, bytes], float]
    description: str = ""


READERS: Registry[Reader] = Registry("reader", "nerproof.readers")

HEAD = 1 << 16


def reader(
    name: str, *, sniff: Callable[[Source, bytes], float]
) -> Callable[[Callable[[Source, ReadOptions], Corpus]], Callable[[Source, ReadOptions], Corpus]]:
    """Registers a function as the reader of a format."""

    def wrap(read: Callable[[Source, ReadOptions], Corpus]) -> Callable[[Source, ReadOptions], Corpus]:
        description = (read.__doc__ or "").strip().split("\n")[0]
        READERS.add(name, Reader(name, read, sniff, description))
        return read

    return wrap


UTF_16 = (b"\xff\xfe", b"\xfe\xff")


def sniff(source: Source, encoding: str = "utf-8") -> Reader:
    """The reader that knows the source best; an error that says what was tried when none does."""
    head = b"" if source.is_folder else _as_utf8(source.data[:HEAD], encoding)
    if not source.is_folder and not head.strip():
        raise InputError.at(source.name, None, "is empty", fix="Give a file with at least one sentence.")
    scored = [(r.sniff(source, head), name) for name, r in READERS.items()]
    best, name = max(scored)
    if best <= 0:
        if head.startswith(UTF_16):
            raise InputError.at(source.name, 1, "is UTF-16", fix="Convert it to UTF-8, or pass --encoding utf-16.")
        known = ", ".join(READERS)
        raise InputError.at(source.name, None, "has an unknown format", fix=f"Name it with --format: {known}.")
    return READERS[name]


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
    """Reads a corpus; the format is sniffed unless named.

    Keyword arguments are the fields of ReadOptions: ``read("dev.conll", repair="error")``.
    """
    source = Source(str(path))
    chosen = replace(options or ReadOptions(), **changes)
    if source.name != "-" and not source.path.exists():
        raise InputError.at(source.name, None, "does not exist", fix="Check the path.")
    name = format or chosen.format
    found = READERS[name] if name else sniff(source, chosen.encoding)
    return found.read(source, chosen)
