"""The scanner of column files in Python: used where the C one could not be built, and to check it.

Most lines of a corpus occur many times, so what a line is gets remembered by its bytes.
"""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from nerproof.formats.scan import Dialect, Raw

MAX_LINE = 64 << 20
MEMORY = 1 << 18  # distinct lines remembered

SENTENCES, DOCUMENTS = 2, 3  # what comments mark
BLANK, MARK, COMMENT = "blank", "mark", "comment"  # what a line is when it is no token
Fields = list[bytes]


class PureScanner:
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
        inside: bool,
    ) -> None:
        self.columns = columns
        self.rules = LineRules(delimiter, comments, docstart)
        self.seed, self.fingerprint, self.inside = seed, fingerprint, inside
        self.end = b"\r" if lone_return else b"\n"
        self.marked = False
        self.line = 0
        self.pending = b""
        self.index: list[dict[bytes, int]] = [{} for _ in columns]
        self.known: dict[bytes, tuple[int, ...]] = {}
        self.first_strings: list[bytes] = []  # of the first column, by id
        self.bytes_given = self.bytes_read = self.token_stop = 0
        if width:
            self._settle(width, 1)
        self.sentences_before = 0
        self.new_document = False
        self.open = self.open_line = 0
        self._clear([array("i") for _ in columns])

    @property
    def width(self) -> int:
        return self.rules.width

    def feed(self, data: bytes | memoryview) -> Raw:
        self.pending += bytes(data)
        self.bytes_given += len(data)
        if not self.width:
            self._find_width(last=len(self.pending) > MAX_LINE)
        if self.width or len(self.pending) > MAX_LINE:
            *lines, self.pending = self.pending.split(self.end)
            for line in lines:
                self._take(line)
            if len(self.pending) > MAX_LINE:
                raise ValueError("line-too-long", self.line + 1, len(self.pending), self.width)
        return self._emit()

    def finish(self) -> Raw:
        if not self.width:
            self._find_width(last=True)
        lines = self.pending.split(self.end)
        for line in lines if lines[-1] else lines[:-1]:
            self._take(line)
        self._end_sentence()
        return self._emit()

    def prime(self, column: int, strings: Iterable[bytes]) -> None:
        self.index[column] = {string: i for i, string in enumerate(strings)}

    def vocabulary(self, column: int, first: int = 0) -> tuple[bytes, bytes]:
        strings = list(self.index[column])
        offsets, at = array("q", [sum(map(len, strings[:first]))]), 0
        for string in strings[first:]:
            at += len(string)
            offsets.append(offsets[0] + at)
        return b"".join(strings[first:]), offsets.tobytes()

    # --- lines ------------------------------------------------------------------------------------

    def _take(self, line: bytes) -> None:
        if len(line) > MAX_LINE:
            raise ValueError("line-too-long", self.line + 1, len(line), self.width)
        self.line += 1
        self.bytes_read += len(line) + 1
        if (ids := self.known.get(line)) is not None and self.line > 1:
            return self._add(ids)
        fields = self.rules.read(clean(line, first=self.line == 1))
        if not isinstance(fields, str):
            return self._add(self._remember(line, fields))
        if fields == MARK or (fields == COMMENT and self.rules.comments == DOCUMENTS):
            self.marked = self.new_document = True
        if fields != COMMENT or self.rules.comments >= SENTENCES:
            self._end_sentence()
        return None

    def _remember(self, line: bytes, fields: Fields) -> tuple[int, ...]:
        if len(fields) != self.width:
            raise ValueError("column-count", self.line, len(fields), self.width)
        chosen = [fields[c] for c in self.columns]
        coded = [not self.inside or chosen[-1] != b"O" or k == len(chosen) - 1 for k in range(len(chosen))]
        ids = tuple(
            index.setdefault(f, len(index)) if wanted else -1
            for index, f, wanted in zip(self.index, chosen, coded, strict=True)
        )
        if self.columns and ids[0] == len(self.first_strings):
            self.first_strings.append(fields[self.columns[0]])
        if len(self.known) >= MEMORY:
            self.known.clear()
        if self.line > 1:  # the first line may hold a BOM
            self.known[line] = ids
        return ids

    def _add(self, ids: tuple[int, ...]) -> None:
        self.token_stop = min(self.bytes_read, self.bytes_given)
        if self.tokens == self.open:
            self.open_line = self.line
            if self.new_document:
                self.starts.append(self.sentences_before + len(self.lines))
            self.new_document = False
        self.tokens += 1
        for column, i in zip(self.ids, ids, strict=True):
            column.append(i)

    def _end_sentence(self) -> None:
        if self.tokens == self.open:
            return
        if self.fingerprint:
            words = (self.seed, *(self.first_strings[i] for i in self.ids[0][self.open :]))
            self.prints.append(hash(words))
        self.open = self.tokens
        self.sentences.append(self.open)
        self.lines.append(self.open_line)
        self.cuts.append(self.token_stop)

    def _find_width(self, *, last: bool) -> None:
        lines = self.pending.split(self.end)
        hashed: tuple[int, int] | None = None
        for number, line in enumerate(lines if last else lines[:-1], self.line + 1):
            if len(line) > MAX_LINE:
                break
            text = clean(line, first=number == 1)
            if self.rules.is_empty(text) or self.rules.is_mark(text):
                continue
            if text[:1] != b"#" or self.rules.comments == 0:
                return self._settle(len(self.rules.split(text)), number)
            if self.rules.comments != 1 and not hashed and not is_key_value(text):
                hashed = len(self.rules.split(text)), number
        if last and hashed and self._has_columns(hashed[0]):
            self._settle(*hashed)
        return None

    def _settle(self, width: int, line: int) -> None:
        if not self._has_columns(width):
            raise ValueError("missing-column", line, width, 0)
        self.rules.width = width

    def _has_columns(self, width: int) -> bool:
        return all(-width <= c < width for c in self.columns)

    # --- what goes to the caller ------------------------------------------------------------------

    def _emit(self) -> Raw:
        done = self.open
        raw = (
            [b"" if self.fingerprint and not k else column[:done].tobytes() for k, column in enumerate(self.ids)],
            self.sentences.tobytes(),
            self.lines.tobytes(),
            self.starts.tobytes(),
            self.cuts.tobytes(),
            self.prints.tobytes(),
        )
        self.sentences_before += len(self.lines)
        self._clear([column[done:] for column in self.ids], self.tokens - done)
        return raw

    def _clear(self, ids: list[array[int]], tokens: int = 0) -> None:
        self.ids, self.tokens, self.open = ids, tokens, 0
        self.sentences, self.lines, self.starts = array("q", [0]), array("q"), array("q")
        self.cuts, self.prints = array("q"), array("q")


class LineRules:
    """What one line is, given the width of the file."""

    def __init__(self, delimiter: int, comments: int, docstart: bool, width: int = 0) -> None:
        self.delimiter, self.comments, self.docstart, self.width = delimiter, comments, docstart, width

    def read(self, line: bytes) -> Fields | str:
        if self.is_empty(line):
            return BLANK
        if self.is_mark(line):
            return MARK
        fields = self.split(line)
        return COMMENT if line[:1] == b"#" and self._is_comment(line, fields) else fields

    def is_empty(self, line: bytes) -> bool:
        return not line.strip(b" \t")

    def is_mark(self, line: bytes) -> bool:
        if not self.docstart:
            return False
        marks = (b"#begin document", b"#end document") if line[:1] == b"#" else (b"-DOCSTART-",)
        text = line.lstrip(b" \t")
        return any(text.startswith(m) and text[len(m) : len(m) + 1] in b" \t" for m in marks)

    def split(self, line: bytes) -> Fields:
        if self.delimiter == 1 or (self.delimiter == 0 and b"\t" in line):
            return [field.strip(b" ") for field in line.rstrip(b" \t").split(b"\t")]
        # Not line.split(): that also splits at form feeds and their like.
        return [field for field in line.replace(b"\t", b" ").split(b" ") if field]

    def _is_comment(self, line: bytes, fields: Fields) -> bool:
        if self.comments in {0, 1}:
            return bool(self.comments)
        return is_key_value(line) or len(fields) != self.width


def clean(line: bytes, *, first: bool) -> bytes:
    """A line without a BOM and without the CR of its end."""
    return (line.removeprefix(b"\xef\xbb\xbf") if first else line).rstrip(b"\r")


def is_key_value(line: bytes) -> bool:
    """``# key = value``, and no tab in it."""
    if b"\t" in line or line[1:2] != b" ":
        return False
    words = [word for word in line[1:].split(b" ") if word]
    return len(words) >= 2 and words[1] == b"="


def token_lines(data: bytes, first: int, width: int, dialect: Dialect) -> Iterator[int]:
    """The line numbers of the tokens from line ``first`` on."""
    from nerproof.formats.scan import COMMENTS

    comments = COMMENTS[dialect.comments]
    delimiters: Sequence[str | None] = [None, "tab", "blank"]
    rules = LineRules(delimiters.index(dialect.delimiter), comments, dialect.docstart, width)
    end = b"\n" if b"\n" in data else b"\r"
    for number, line in enumerate(data.split(end)[first - 1 :], first):
        if not isinstance(rules.read(clean(line, first=number == 1)), str):
            yield number
