"""The scanner of column files as a plain loop: used where the C one could not be built, and to check it."""

from __future__ import annotations

from array import array
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nerproof.formats.scan import Dialect, Raw

MAX_LINE = 64 << 20
SENTENCES, DOCUMENTS = 2, 3  # what comments end
MARKS = (b"-DOCSTART-", b"#begin document", b"#end document")


class LoopScanner:
    """See ``_scan.c``: same arguments, same answers."""

    def __init__(
        self,
        columns: tuple[int, ...],
        delimiter: int,
        comments: int,
        docstart: bool,
        lone_return: bool,
        seed: int,
        fingerprint: bool,
        width: int,
    ) -> None:
        self.columns, self.delimiter, self.comments, self.docstart = columns, delimiter, comments, docstart
        self.seed, self.fingerprint, self.end = seed, fingerprint, b"\r" if lone_return else b"\n"
        self.width, self.marked, self.line = 0, False, 0
        self.pending, self.given, self.read, self.stop, self.before = b"", 0, 0, 0, 0
        self.new_document = False
        self.index: list[dict[bytes, int]] = [{} for _ in columns]
        self.rows: list[list[bytes]] = []  # of the open sentence
        self.open_line = 0
        self._clear()
        if width:
            self._settle(width, 1)

    def feed(self, data: bytes | memoryview) -> Raw:
        self.pending += bytes(data)
        self.given += len(data)
        *lines, rest = self.pending.split(self.end)
        if self.width or self._find_width(lines, last=False) or len(rest) > MAX_LINE:
            self.pending = rest
            self._take(lines)
        if len(self.pending) > MAX_LINE and self.end not in self.pending:
            raise ValueError("line-too-long", self.line + 1, len(self.pending), self.width)
        return self._emit()

    def finish(self) -> Raw:
        lines = self.pending.split(self.end)
        if not self.width:
            self._find_width(lines, last=True)
        self._take(lines if lines[-1] else lines[:-1])
        self._end_sentence()
        return self._emit()

    def vocabulary(self, column: int, first: int = 0) -> tuple[bytes, bytes]:
        strings = list(self.index[column])
        offsets = array("q", [sum(map(len, strings[:first]))])
        for string in strings[first:]:
            offsets.append(offsets[-1] + len(string))
        return b"".join(strings[first:]), offsets.tobytes()

    def _take(self, lines: list[bytes]) -> None:
        for raw in lines:
            self.line += 1
            self.read += len(raw) + 1
            if len(raw) > MAX_LINE:
                raise ValueError("line-too-long", self.line, len(raw), self.width)
            line = raw.rstrip(b"\r")
            if not line.strip(b" \t"):
                self._end_sentence()
            elif self.is_mark(line):
                self.marked = self.new_document = True
                self._end_sentence()
            elif self.is_comment(line):
                self._take_comment()
            else:
                self._add(self.split(line))

    def _take_comment(self) -> None:
        if self.comments == DOCUMENTS:
            self.marked = self.new_document = True
        if self.comments >= SENTENCES:
            self._end_sentence()

    def _add(self, fields: list[bytes]) -> None:
        if len(fields) != self.width:
            raise ValueError("column-count", self.line, len(fields), self.width)
        if not self.rows:
            self.open_line = self.line
            if self.new_document:
                self.starts.append(self.before + len(self.lines))
            self.new_document = False
        self.stop = min(self.read, self.given)
        self.rows.append([fields[c] for c in self.columns])
        for index, field in zip(self.index, self.rows[-1], strict=True):
            index.setdefault(field, len(index))

    def _end_sentence(self) -> None:
        if not self.rows:
            return
        for index, ids, column in zip(self.index, self.ids, zip(*self.rows, strict=True), strict=True):
            ids.extend(index[field] for field in column)
        if self.fingerprint:
            self.prints.append(hash((self.seed, *(row[0] for row in self.rows))))
        self.sentences.append(self.sentences[-1] + len(self.rows))
        self.lines.append(self.open_line)
        self.cuts.append(self.stop)
        self.rows = []

    def _emit(self) -> Raw:
        ids = [b"" if self.fingerprint and not k else column.tobytes() for k, column in enumerate(self.ids)]
        others = (x.tobytes() for x in (self.sentences, self.lines, self.starts, self.cuts, self.prints))
        self.before += len(self.lines)
        raw = (ids, *others)
        self._clear()
        return raw  # type: ignore[return-value]

    def _clear(self) -> None:
        self.ids = [array("i") for _ in self.columns]
        self.sentences, self.lines, self.starts = array("q", [0]), array("q"), array("q")
        self.cuts, self.prints = array("q"), array("q")

    # --- what a line is ----------------------------------------------------------------------------------------------

    def _find_width(self, lines: list[bytes], *, last: bool) -> bool:
        """The first token line gives the width; one that begins with # only where there is no other."""
        hashed: tuple[int, int] | None = None
        for number, raw in enumerate(lines, self.line + 1):
            line = raw.rstrip(b"\r")
            if len(raw) > MAX_LINE:
                break
            if not line.strip(b" \t") or self.is_mark(line):
                continue
            if line[:1] != b"#" or self.comments == 0:
                return self._settle(len(self.split(line)), number)
            if self.comments != 1 and not hashed and not is_key_value(line):
                hashed = len(self.split(line)), number
        return bool(last and hashed and self._has_columns(hashed[0]) and self._settle(*hashed))

    def _settle(self, width: int, line: int) -> bool:
        if not self._has_columns(width):
            raise ValueError("missing-column", line, width, 0)
        self.width = width
        return True

    def _has_columns(self, width: int) -> bool:
        return all(-width <= c < width for c in self.columns)

    def is_mark(self, line: bytes) -> bool:
        text = line.lstrip(b" \t")
        marks = MARKS[1:] if line[:1] == b"#" else MARKS[:1]
        return self.docstart and any(text.startswith(m) and text[len(m) : len(m) + 1] in b" \t" for m in marks)

    def is_comment(self, line: bytes) -> bool:
        if line[:1] != b"#" or self.comments in {0, 1}:
            return line[:1] == b"#" and bool(self.comments)
        fields = self.split(line)
        if is_key_value(line) or len(fields) != self.width:
            return True
        return self.comments >= SENTENCES and len(self.columns) > 1 and not is_tag(fields[self.columns[1]])

    def split(self, line: bytes) -> list[bytes]:
        if self.delimiter == 1 or (self.delimiter == 0 and b"\t" in line):
            return [field.strip(b" ") for field in line.rstrip(b" \t").split(b"\t")]
        # Not line.split(): that also splits at form feeds and their like.
        fields = line.replace(b"\t", b" ").split(b" ")
        return fields if all(fields) else [field for field in fields if field]


def is_tag(field: bytes) -> bool:
    """O, or a letter and a hyphen before the type."""
    return field == b"O" or field[1:2] == b"-"


def is_key_value(line: bytes) -> bool:
    """``# key = value``, and no tab in it."""
    if b"\t" in line or line[1:2] != b" ":
        return False
    words = [word for word in line[1:].split(b" ") if word]
    return len(words) >= 2 and words[1] == b"="


@cache
def scanner_rules(dialect: Dialect, columns: tuple[int, ...], width: int = 0) -> LoopScanner:
    """A scanner that is only asked what a line is."""
    from nerproof.formats.scan import COMMENTS, DELIMITERS

    delimiter, comments = DELIMITERS[dialect.delimiter], COMMENTS[dialect.comments]
    return LoopScanner(columns, delimiter, comments, dialect.docstart, False, 0, False, width)


def token_lines(data: bytes, first: int, width: int, dialect: Dialect, columns: tuple[int, ...] = ()) -> Iterator[int]:
    """The line numbers of the tokens from line ``first`` on."""
    rules = scanner_rules(dialect, columns, width)
    for number, raw in enumerate(data.split(b"\n" if b"\n" in data else b"\r")[first - 1 :], first):
        line = raw.rstrip(b"\r")
        if line.strip(b" \t") and not rules.is_mark(line) and not rules.is_comment(line):
            yield number
