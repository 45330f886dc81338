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
        lines = source.text(options.encoding).replace("\r\n", "\n").split("\n")
    except NerproofError as error:
        return [(str(error), "encoding")]
    try:
        options, _ = settled(source, "\n".join(lines).encode()[:LOOK], options)
    except NerproofError as error:
        return [(str(error), "columns")]
    found: list[tuple[int, str, str]] = []
    rows = _rows(lines, options, found)
    if not rows.tags and not found:
        return [(str(InputError.at(source.name, None, "has no token")), "file")]
    found += _bad_tags(rows, bare=options.scheme == "bare")
    found += _breaks(rows, options)
    found.sort(key=lambda row: row[0])
    return [(str(InputError.at(source.name, line, what)), kind) for line, what, kind in found]


def _rows(lines: list[str], options: ReadOptions, found: list[tuple[int, str, str]]) -> _Rows:
    cells = [_cells(line, options.delimiter) for line in lines]
    width = _width(lines, cells)
    rows = _Rows()
    for number, (line, row) in enumerate(zip(lines, cells, strict=True), 1):
        if not row or row[0] == "-DOCSTART-" or (line.startswith("#") and len(row) != width):
            if rows.sentences[-1] != len(rows.tags):
                rows.sentences.append(len(rows.tags))
        elif len(row) != width:
            found.append((number, f"has {len(row)} columns; the other lines have {width}", "columns"))
        elif not -width <= options.columns[1] < width:
            found.append((number, f"has {width} columns; column {options.columns[1]} does not exist", "columns"))
            break
        else:
            rows.tags.append(row[options.columns[1]])
            rows.lines.append(number)
    if rows.sentences[-1] != len(rows.tags):
        rows.sentences.append(len(rows.tags))
    return rows


def _cells(line: str, delimiter: str | None) -> list[str]:
    """The fields of a line, by the rules of nerproof.formats.scan."""
    if not line.strip(" \t\r"):
        return []
    if delimiter == "tab" or (delimiter is None and "\t" in line):
        return [cell.strip(" ") for cell in line.rstrip("\t \r").split("\t")]
    return [cell for cell in line.rstrip("\r").split(" ") if cell]


def _width(lines: list[str], cells: list[list[str]]) -> int:
    """The commonest number of columns; a lone column cannot be it where any line has more."""
    widths = Counter(len(row) for line, row in zip(lines, cells, strict=True) if row and not line.startswith("#"))
    return max(widths, key=lambda w: (w > 1, widths[w]), default=2)


def _bad_tags(rows: _Rows, *, bare: bool) -> Iterator[tuple[int, str, str]]:
    """Tags that no scheme has; each is read as O from here on, so that the rest can be checked."""
    vocabulary = list(dict.fromkeys(rows.tags))
    while True:
        try:
            parse(vocabulary, bare=bare)
        except BadTag as error:
            for i, tag in enumerate(rows.tags):
                if tag == error.tag:
                    yield rows.lines[i], f"{error.what}. {error.fix.rstrip('.')}", "tags"
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
