"""The label scheme of a column file from all of its tags, in flat memory."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from nerproof.base.errors import InputError
from nerproof.corpus import Coded, Vocabulary
from nerproof.corpus.schemes import BadTag, decode
from nerproof.formats import ReadOptions
from nerproof.formats.scan import Chunk, Dialect, Scanner
from nerproof.formats.scan import pieces as blocks
from nerproof.formats.source import Source

LOOKALIKE = {"IOB2": "IOB1", "IOE2": "IOE1"}  # with the same prefixes: taken where the first is broken and it is not


def scheme_of_file(path: str | Path, reading: ReadOptions) -> str | None:
    """What ``decode`` would find for the tags of the entire file; None where there is no tag column."""
    source = Source(str(path))
    if source.is_folder or source.suffix == ".parquet":
        return None
    tags = deque(_tags(source, reading), maxlen=1)[0][0]
    alone = Coded(np.arange(len(tags), dtype=np.int32), tags)
    try:
        first = decode(alone, np.arange(len(tags) + 1), scheme="auto", repair="begin").scheme
    except BadTag as error:
        line = _line_of(error.tag, source, reading)
        raise InputError.at(source.name, line, error.what, fix=error.fix) from None
    other = LOOKALIKE.get(first)
    if other is None or _fits(source, reading, first) or not _fits(source, reading, other):
        return first
    return other


def _tags(source: Source, reading: ReadOptions) -> Iterator[tuple[Vocabulary, Chunk]]:
    """The tags seen so far and the sentences that came last, again and again."""
    scanner = Scanner([reading.columns[1]], Dialect(reading.delimiter, reading.comments))
    with source.open() as stream:
        for block in blocks(stream):
            found = scanner.feed(block)
            yield Vocabulary.from_blob(*scanner.vocabulary(0)), found
    found = scanner.finish()
    yield Vocabulary.from_blob(*scanner.vocabulary(0)), found


def _fits(source: Source, reading: ReadOptions, scheme: str) -> bool:
    """Whether no mention breaks a scheme."""
    return not any(
        len(decode(Coded(found.ids[0], tags), found.sentences, scheme=scheme, repair="begin").invalid)
        for tags, found in _tags(source, reading)
    )


def _line_of(tag: str, source: Source, reading: ReadOptions) -> int | None:
    for tags, found in _tags(source, reading):
        at = np.flatnonzero(found.ids[0] == tags.index.get(tag, -1))
        if len(at):
            sentence = int(np.searchsorted(found.sentences, at[0], side="right")) - 1
            return int(found.lines[sentence] + at[0] - found.sentences[sentence])
    return None
