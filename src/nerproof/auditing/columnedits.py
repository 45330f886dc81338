"""Files of lines: only the tags that change are written, every other byte stays."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from nerproof.auditing.edits import CannotEditError, Edits
from nerproof.formats import FORMATS, ReadOptions, WriteOptions
from nerproof.formats.csv import header_of
from nerproof.formats.source import Source

Fields = Callable[[bytes], list[tuple[int, int]]]  # where the fields of a line stand
_BOM = b"\xef\xbb\xbf"
_FIELD = re.compile(rb"[^ \t\r\n]+")


def edit_columns(edits: Edits, target: Path) -> None:
    """Columns as CoNLL has them."""
    token, tag = edits.old.layout[:2] if edits.old.layout else edits.reading.columns
    _edit(edits, target, token, tag, lambda line: _conll_fields(line, edits.reading))


def edit_csv(edits: Edits, target: Path) -> None:
    """CSV with one token per row."""
    header = header_of(Source(str(edits.path)).text(edits.reading.encoding).split("\n", 1)[0], edits.reading)
    if header is None or header.tag is None:
        raise CannotEditError
    mark = re.escape(header.delimiter.encode())
    cell = re.compile(rb'(?:^|%s)(?:"((?:[^"]|"")*)"|([^"%s]*))(?=%s|$)' % (mark, mark, mark))
    spans = lambda line: [m.span(1 if m[1] is not None else 2) for m in cell.finditer(line.rstrip(b"\r\n"))]
    _edit(edits, target, header.token, header.tag, spans)


def _edit(edits: Edits, target: Path, token: int, tag: int, fields: Fields) -> None:
    data = Source(str(edits.path)).data
    end = b"\n" if b"\n" in data else b"\r"
    lines, encoding = data.split(end), edits.reading.encoding
    for sentence in edits.sentences:
        tags = zip(*edits.tags(sentence), strict=True)
        for at, (was, becomes) in zip(_token_lines(lines, edits, sentence, token, fields), tags, strict=True):
            if was != becomes:
                first, last = fields(lines[at])[tag]
                lines[at] = lines[at][:first] + becomes.encode(encoding) + lines[at][last:]
    target.write_bytes(end.join(lines))


def _token_lines(lines: Sequence[bytes], edits: Edits, sentence: int, column: int, fields: Fields) -> Iterator[int]:
    """Numbers of the lines that hold the tokens of a sentence; comments between them are passed over."""
    at = int(edits.old.lines[sentence]) - 1 if edits.old.lines is not None else len(lines)
    for word in edits.old.sentence(sentence):
        while at < len(lines) and _field(lines[at], column, fields) != word.encode(edits.reading.encoding):
            at += 1
        if at == len(lines):
            raise CannotEditError
        yield at
        at += 1


def _field(line: bytes, column: int, fields: Fields) -> bytes | None:
    line = line.removeprefix(_BOM)
    spans = fields(line)
    if not spans or not -len(spans) <= column < len(spans):
        return None
    return line[slice(*spans[column])].replace(b'""', b'"') if line[:1] == b'"' else line[slice(*spans[column])]


def _conll_fields(line: bytes, reading: ReadOptions) -> list[tuple[int, int]]:
    """Fields without the blanks around them."""
    body = line.rstrip(b"\r\n")
    if b"\t" not in body or reading.delimiter == "blank":
        return [m.span() for m in _FIELD.finditer(body)]
    found, at = [], 0
    for part in body.split(b"\t"):
        kept = part.strip(b" ")
        start = at + part.find(kept) if kept else at
        found.append((start, start + len(kept)))
        at += len(part) + 1
    while found and found[-1][0] == found[-1][1]:
        found.pop()
    return found


def edit_lines(edits: Edits, target: Path) -> None:
    """Any other file of lines: those that our writer writes otherwise now, if they are its own."""
    given = Source(str(edits.path)).data
    if edits.path.is_dir() or b"\0" in given:
        raise CannotEditError
    own, before, after = (data.splitlines(keepends=True) for data in (given, *_written(edits)))
    if not len(own) == len(before) == len(after) or any(
        x != a != b for x, a, b in zip(own, before, after, strict=True)
    ):
        raise CannotEditError
    target.write_bytes(b"".join(b if a != b else x for x, a, b in zip(own, before, after, strict=True)))


def _written(edits: Edits) -> Iterator[bytes]:
    with tempfile.TemporaryDirectory() as folder:
        for corpus in (edits.old, edits.new):
            FORMATS[edits.reading.format or ""].write(corpus, Path(folder) / "written", WriteOptions())
            yield (Path(folder) / "written").read_bytes()
