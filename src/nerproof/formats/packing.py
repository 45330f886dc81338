"""Compressed files and standard output: formats write plain files, which are packed on the way."""

from __future__ import annotations

import bz2
import gzip
import lzma
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from nerproof.base.atomic import atomic

if TYPE_CHECKING:
    from nerproof.corpus import Corpus
    from nerproof.formats import Format, WriteOptions


def write_packed(corpus: Corpus, target: Path, format: Format, options: WriteOptions) -> None:
    """A compressed file, by the suffix of its name."""
    data = written(corpus, format, options)
    with atomic(target) as temporary:
        temporary.write_bytes(compressed(data, target.suffix))


def written(corpus: Corpus, format: Format, options: WriteOptions) -> bytes:
    """The bytes of the file that a format writes."""
    with tempfile.TemporaryDirectory() as folder:
        plain = Path(folder) / "corpus"
        format.write(corpus, plain, options)
        return plain.read_bytes()


def compressed(data: bytes, suffix: str) -> bytes:
    """Bytes packed as the suffix says; as they are where it says nothing."""
    if suffix == ".gz":
        return gzip.compress(data, mtime=0)  # no time stamp: same corpus, same bytes
    if suffix == ".bz2":
        return bz2.compress(data)
    return lzma.compress(data) if suffix == ".xz" else data
