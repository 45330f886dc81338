"""Writers: Corpus -> file. One file per format; each says what the format cannot hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from nerproof.atomic import atomic
from nerproof.registry import Registry

if TYPE_CHECKING:
    from nerproof.corpus import Corpus


__all__ = ["WRITERS", "WriteOptions", "Writer", "atomic", "write", "writer"]


@dataclass(frozen=True)
class WriteOptions:
    """What a user may say about the file to write."""

    scheme: str = "IOB2"
    on_overlap: str = "outermost"  # or "error": refuse to write what a flat format cannot hold


@dataclass(frozen=True)
class Writer:
    """A format: ``write`` makes the file or folder; ``losses`` names what of this corpus it cannot hold.

    ``spans`` is which mentions it can hold: "flat" (none overlap), "nested" (none cross) or "any". A format without
    ``suffix`` is a folder.
    """

    name: str
    write: Callable[[Corpus, Path, WriteOptions], None]
    losses: Callable[[Corpus], list[str]]
    suffix: str
    spans: str = "flat"


WRITERS: Registry[Writer] = Registry("writer", "nerproof.writers")


def writer(
    name: str, *, suffix: str, losses: Callable[[Corpus], list[str]], spans: str = "flat"
) -> Callable[[Callable[[Corpus, Path, WriteOptions], None]], Callable[[Corpus, Path, WriteOptions], None]]:
    """Registers a function as the writer of a format."""

    def wrap(
        write: Callable[[Corpus, Path, WriteOptions], None],
    ) -> Callable[[Corpus, Path, WriteOptions], None]:
        WRITERS.add(name, Writer(name, write, losses, suffix, spans))
        return write

    return wrap


def write(corpus: Corpus, path: str | Path, *, format: str, options: WriteOptions | None = None) -> list[str]:
    """Writes a corpus and returns what the format could not hold, one sentence each."""
    found = WRITERS[format]
    found.write(corpus, Path(path), options or WriteOptions())
    return found.losses(corpus)
