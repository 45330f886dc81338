"""Every problem of a file of columns, not only the first: what ``validate`` lists.

Slow and line by line on purpose: it runs only when the fast reader has refused the file.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from nerproof.base.errors import InputError, NerproofError
from nerproof.corpus import Coded
from nerproof.corpus.schemes import BadTag, decode, parse
from nerproof.formats.columns import LOOK, settled
from nerproof.formats.scan import Dialect
from nerproof.formats.scan_loop import scanner_rules

if TYPE_CHECKING:
    from nerproof.formats import ReadOptions
    from nerproof.formats.source import Source


@dataclass
class _Rows:
    tags: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    sentences: list[int] = field(default_factory=lambda: [0])


def problems(source: Source, options: ReadOptions) -> list[tuple[str, str]]:
    """(message with file:line, kind) in the order of the lines."""
    try:
        data = source.text(options.encoding).encode()
    except NerproofError as error:
        return [(str(error), "encoding")]
    try:
        options, _ = settled(source, data[:LOOK], options)
    except NerproofError as error:
        return [(str(error), "columns")]
    found: list[tuple[int, str, str]] = []
    lines = [line.rstrip(b"\r") for line in data.split(b"\n" if b"\n" in data else b"\r")]
    rows = _rows(lines, options, found)
    if not rows.tags and not found:
        return [(str(InputError.at(source.name, None, "has no token")), "file")]
    found += _bad_tags(rows, bare=options.scheme == "bare")
    found += _breaks(rows, options)
    found.sort(key=lambda row: row[0])
    return [(str(InputError.at(source.name, line, what)), kind) for line, what, kind in found]


def _rows(lines: list[bytes], options: ReadOptions, found: list[tuple[int, str, str]]) -> _Rows:
    dialect = Dialect(options.delimiter, options.comments)
    cells = [scanner_rules(dialect, ()).split(line) for line in lines]
    width = _width(lines, cells)
    rows = _Rows()
    if not -width <= options.columns[1] < width:
        found.append((1, f"has {width} columns; column {options.columns[1]} does not exist", "columns"))
        return rows
    rules = scanner_rules(dialect, options.columns[1:] * 2, width)  # what a comment is, the tag column decides
    for number, (line, row) in enumerate(zip(lines, cells, strict=True), 1):
        if not row or rules.is_mark(line) or rules.is_comment(line):
            if rows.sentences[-1] != len(rows.tags):
                rows.sentences.append(len(rows.tags))
        elif len(row) != width:
            found.append((number, f"has {len(row)} columns; the other lines have {width}", "columns"))
        else:
            rows.tags.append(row[options.columns[1]].decode())
            rows.lines.append(number)
    if rows.sentences[-1] != len(rows.tags):
        rows.sentences.append(len(rows.tags))
    return rows


def _width(lines: list[bytes], cells: list[list[bytes]]) -> int:
    """The commonest number of columns; a lone column cannot be it where any line has more."""
    widths = Counter(len(row) for line, row in zip(lines, cells, strict=True) if row and line[:1] != b"#")
    return max(widths, key=lambda w: (w > 1, widths[w]), default=2)


def _bad_tags(rows: _Rows, *, bare: bool) -> Iterator[tuple[int, str, str]]:
    """Tags that no scheme has; each is read as O from here on, so that the rest can be checked."""
    vocabulary = list(dict.fromkeys(rows.tags))
    while True:
        try:
            parse(vocabulary, bare=bare)
        except BadTag as error:
            places = [i for i, tag in enumerate(rows.tags) if tag == error.tag]
            often = f", and {len(places) - 1} times more" if len(places) > 1 else ""
            yield rows.lines[places[0]], f"{error.what}{often}. {error.fix.rstrip('.')}", "tags"
            for i in places:
                rows.tags[i] = "O"
            vocabulary.remove(error.tag)
        else:
            return


def _breaks(rows: _Rows, options: ReadOptions) -> Iterator[tuple[int, str, str]]:
    if options.repair != "error" or not rows.tags:
        return
    tags = Coded.encode(rows.tags)
    try:
        decoded = decode(tags, np.array(rows.sentences), scheme=options.scheme, repair="begin")
    except BadTag as error:
        yield rows.lines[rows.tags.index(error.tag)], error.what, "tags"
        return
    starts = set(rows.sentences)
    for token in decoded.invalid.tolist():
        before = "the sentence's start" if token in starts else repr(rows.tags[token - 1])
        what = f"tag {rows.tags[token]!r} after {before} breaks {decoded.scheme}; --repair begin reads it as a mention"
        yield rows.lines[token], what, "scheme"
