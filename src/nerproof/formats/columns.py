"""Which column of a file holds the tokens and which the tags, and what its comment lines mark: from the data.

A look at the beginning of the file decides, so that every way of reading it decides alike:

- Tags are the last column whose cells are tags of a scheme (O, B-PER, I-PER …). Chunk tags (B-NP) are passed over where
  another column has tags, and so is the second level of a file that counts its tokens and has two levels.
  Without such a column, tags are the last column that has O and few other values (bare types).
- Tokens are the first other column that does not count tokens or hold numbers, tags, ids that are all different, or
  something that hardly changes while another column does.
- In a file without blank lines, comment lines end sentences; where they say "doc" they end documents.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING

from nerproof.base.errors import InputError
from nerproof.formats.scan import Dialect
from nerproof.formats.scan_loop import is_key_value, is_tag, scanner_rules

if TYPE_CHECKING:
    from nerproof.formats import ReadOptions
    from nerproof.formats.source import Source

LOOK = 1 << 17  # bytes at the beginning of a file that decide
ROWS = 5_000  # lines of them at most
MAX_COLUMNS = 512
ENOUGH = 200  # rows from which shares of distinct values mean something

_TAG = re.compile(rb"O|[BIESLUMW]-\S.*|[BIESLUMW]")
_PREFIXED = re.compile(rb"[BIESLUMW]-(\S.*)")
_TURNED = re.compile(rb"\w+-[BIESLU]")
_NUMBER = re.compile(rb"[+-]?\d[\d.,:;/-]*|_|-|\*")
_DOCUMENT = re.compile(rb"#+\s*(new)?doc(ument|id)?\b|#+\s*-?DOCSTART", re.IGNORECASE)
_LANGUAGE = re.compile(rb"[a-z]{2,3}:(?=.)")
_CHUNKS = frozenset(b"NP VP PP ADVP ADJP SBAR PRT CONJP INTJ LST UCP".split())

Row = Sequence[bytes]


@dataclass(frozen=True)
class Layout:
    """What a file of columns looks like."""

    token: int
    tag: int
    width: int
    comments: bool | str | None = None
    other_tags: tuple[int, ...] = ()  # further columns that could be the tags

    @property
    def usual(self) -> bool:
        return self.token == 0 and self.tag == self.width - 1


def settled(source: Source, head: bytes, options: ReadOptions) -> tuple[ReadOptions, list[str]]:
    """The options with columns and comments that were left open filled in, and what to tell people about it."""
    lines = _lines(head)
    rows = _rows(lines, options.delimiter)
    if not rows or (options.token_column is not None and options.tag_column is not None):
        return replace(options, comments=_comments(lines, rows, options)), []
    found = layout_of(source, rows, options)
    notes = [*_said(source, found, options), *_prefixed(source, [row[found.token] for row in rows if row])]
    options = replace(options, token_column=found.token, tag_column=found.tag)
    return replace(options, comments=_comments(lines, rows, options)), notes


def _comments(lines: Sequence[bytes], rows: Sequence[Row], options: ReadOptions) -> bool | str | None:
    """What # lines mark: as the user says, or as the file shows."""
    if options.comments is not None:
        return options.comments
    tag, width = options.columns[1], _width(lines, options.delimiter)
    prefixed = -width <= tag < width and is_tagged(Counter(row[tag] for row in rows if row))
    return marks_of(lines, options.delimiter, tag if prefixed else None)


def _said(source: Source, found: Layout, options: ReadOptions) -> list[str]:
    notes = []
    if not found.usual and not (options.token_column is None and found.token == 0 and options.tag_column is not None):
        what = f"token = column {found.token + 1}, tag = column {found.tag + 1} of {found.width}, auto-detected"
        notes.append(f"{source.name}: {what} (as by --token-column {found.token} --tag-column {found.tag})")
    if found.other_tags and options.tag_column is None:
        names = " and ".join(str(k + 1) for k in sorted((*found.other_tags, found.tag)))
        what = f"columns {names} hold tags; column {found.tag + 1} is read"
        notes.append(f"{source.name}: {what} (choose with --tag-column, from 0)")
    return notes


def _prefixed(source: Source, tokens: Sequence[bytes]) -> list[str]:
    """A warning where every token begins with a language, as in WikiANN."""
    prefixes = {match[0] if (match := _LANGUAGE.match(token)) else b"" for token in tokens}
    prefix = prefixes.pop().decode() if len(prefixes) == 1 else ""
    fix = f"Is that part of the words? Remove it, for example: sed 's/^{prefix}//'"
    return [f"warning: {source.name}: all tokens begin with {prefix!r}. {fix}"] if prefix and len(tokens) > 1 else []


# --- the lines -------------------------------------------------------------------------------------------------------


def _lines(head: bytes) -> list[bytes]:
    end = b"\n" if b"\n" in head else b"\r"
    lines = head.removeprefix(b"\xef\xbb\xbf").split(end)
    if len(head) >= LOOK:
        lines = lines[:-1]
    return [line.rstrip(b"\r") for line in lines] if b"\r" in head else lines


def _cells(line: bytes, delimiter: str | None) -> list[bytes]:
    return scanner_rules(Dialect(delimiter), ()).split(line)


def _is_mark(line: bytes) -> bool:
    return line[:1] in b" \t-#" and scanner_rules(Dialect(), ()).is_mark(line)


def _width(lines: Sequence[bytes], delimiter: str | None) -> int:
    plain = (line for line in lines if line.strip(b" \t") and line[:1] != b"#" and not _is_mark(line))
    return len(_cells(next(plain, b""), delimiter))


def _is_comment(line: bytes, width: int, delimiter: str | None, tag: int | None = None) -> bool:
    cells = _cells(line, delimiter)
    return is_key_value(line) or len(cells) != width or (tag is not None and not is_tag(cells[tag]))


def _rows(lines: Sequence[bytes], delimiter: str | None) -> list[Row]:
    """The cells of token lines; an empty row ends a sentence."""
    width, split = _width(lines, delimiter), scanner_rules(Dialect(delimiter), ()).split
    found: list[Row] = []
    for line in lines:
        odd = line[:1] in b" \t-#"  # maybe no token, or nothing at all
        empty = odd and not line.strip(b" \t")
        cells = [] if odd and (empty or line[:1] == b"#" or _is_mark(line)) else split(line)
        if empty or len(cells) == width:
            found.append(cells)
        if len(found) >= ROWS:
            break
    return found if any(found) else []


def marks_of(lines: Sequence[bytes], delimiter: str | None = None, tag: int | None = None) -> str | None:
    """What comment lines mark: "documents", "sentences", or nothing (None).

    With a column of prefixed tags, a line without one is a comment, even if it has as many columns as the others.
    """
    width = _width(lines, delimiter)
    hashed = [i for i, line in enumerate(lines) if line[:1] == b"#" and _is_comment(line, width, delimiter, tag)]
    comments = [lines[i] for i in hashed if not _is_mark(lines[i])]
    if not comments or any(map(_is_mark, lines)):
        return None
    named = sum(bool(_DOCUMENT.match(line)) for line in comments) > len(comments) * 0.9
    if named:
        return "documents"
    body = lines[: max(i for i, line in enumerate(lines) if line.strip(b" \t")) + 1]
    parts = sum(b - a > 1 for a, b in pairwise([*hashed, len(body)]))
    return "sentences" if parts > 1 and all(line.strip(b" \t") for line in body[hashed[0] :]) else None


# --- the columns -----------------------------------------------------------------------------------------------------


def layout_of(source: Source, rows: Sequence[Row], options: ReadOptions) -> Layout:
    """The columns of a file from some of its rows."""
    tokens = [row for row in rows if row]
    width = len(tokens[0])
    if width > MAX_COLUMNS:
        fix = "One token per line, with its tag. Is it a corpus?"
        raise InputError.at(source.name, None, f"has {width:,} columns", fix=fix)
    columns = [Counter(cells) for cells in zip(*tokens, strict=True)]
    tag, others = _tag_column(source, rows, columns, options)
    token = _token_column(rows, columns, tag) if options.token_column is None else options.token_column
    return Layout(token, tag, width, other_tags=others)


def _tag_column(
    source: Source, rows: Sequence[Row], columns: Sequence[Counter[bytes]], options: ReadOptions
) -> tuple[int, tuple[int, ...]]:
    """The column of the tags, and others that could be it."""
    width, last = len(columns), len(columns) - 1
    if options.tag_column is not None:  # one that the file does not have is for the reader to refuse
        return options.tag_column % width if -width <= options.tag_column < width else options.tag_column, ()
    if options.scheme == "bare" or width == 1:
        return last, ()
    tagged = [k for k, cells in enumerate(columns) if is_tagged(cells)]
    named = [k for k in tagged if not _has_chunks(columns[k])] or tagged
    if named:
        chosen = _outer_level(rows, columns, named)
        return chosen, tuple(k for k in named if k != chosen and _mentions(columns[k]))
    bare = [k for k, cells in enumerate(columns) if _is_bare(cells)]
    if bare:
        return bare[-1], ()
    _refuse(source, columns[last])
    return last, ()


def is_tagged(cells: Counter[bytes]) -> bool:
    """Whether nearly all cells are tags of a scheme; a few mistakes are for the reader to name."""
    fitting = sum(n for cell, n in cells.items() if _TAG.fullmatch(cell))
    single = all(len(cell) == 1 for cell in cells)
    if single and not (set(cells) & {b"B", b"I"} or set(cells) == {b"O"}):
        return False
    return fitting >= 0.95 * cells.total() or (
        fitting >= 0.5 * cells.total() and b"O" in cells and _mentions(cells) > 0
    )


def _mentions(cells: Counter[bytes]) -> int:
    return sum(n for cell, n in cells.items() if cell[:1] in b"BSUW" and cell != b"O" and _TAG.fullmatch(cell))


def _has_chunks(cells: Counter[bytes]) -> bool:
    types = {match[1] for cell in cells if (match := _PREFIXED.fullmatch(cell))}
    return len(types & _CHUNKS) > len(types) / 2


def _outer_level(rows: Sequence[Row], columns: Sequence[Counter[bytes]], named: Sequence[int]) -> int:
    """The last column of tags; the one before it where the last is a second level of mentions, not a prediction."""
    if len(named) < 2 or named[-2] != named[-1] - 1 or not _counts(rows, 0):
        return named[-1]
    outer, inner = named[-2:]
    same = _mentions(Counter(row[inner] for row in rows if row and row[inner] == row[outer]))
    return outer if same * 2 < _mentions(columns[inner]) or not _mentions(columns[inner]) else inner


def _is_bare(cells: Counter[bytes]) -> bool:
    """Types without prefixes: O, and few other values that are no numbers."""
    others = [cell for cell in cells if cell != b"O"]
    if b"O" not in cells or len(others) > 200 or any(_TURNED.fullmatch(cell) for cell in others):
        return False
    return not any(_NUMBER.fullmatch(cell) for cell in others) and len(cells) <= max(20, cells.total() / 10)


def _refuse(source: Source, last: Counter[bytes]) -> None:
    shown = ", ".join(repr(cell.decode("utf-8", "replace")[:20]) for cell, _ in last.most_common(3))
    fix = "Choose one with --tag-column (from 0); --scheme bare reads every value but O as a type."
    if any(_TURNED.fullmatch(cell) for cell in last):
        fix = "Write the prefix first: B-LOC, not LOC-B."
    elif any(_TAG.fullmatch(cell) for cell in last):
        return  # tags with a mistake among them: the reader names its line
    elif b"o" in last and is_tagged(Counter({cell.upper(): n for cell, n in last.items()})):
        fix = "Write O and the prefixes as capitals: B-LOC, not b-loc."
    raise InputError.at(source.name, None, f"no column holds tags (the last one has {shown})", fix=fix)


def _token_column(rows: Sequence[Row], columns: Sequence[Counter[bytes]], tag: int) -> int:
    others = [k for k in range(len(columns)) if k != tag]
    words = [k for k in others if _may_be_words(rows, columns, k)]
    if not others:
        return tag
    if not words:
        return others[0]
    first = words[0]
    if columns[first].total() < ENOUGH:
        return first
    richest = max(len(columns[k]) for k in words)
    return first if len(columns[first]) * 5 >= richest else next(k for k in words if len(columns[k]) * 5 >= richest)


def _may_be_words(rows: Sequence[Row], columns: Sequence[Counter[bytes]], k: int) -> bool:
    cells = columns[k]
    if _counts(rows, k) or all(_NUMBER.fullmatch(cell) for cell in cells) or is_tagged(cells):
        return False
    return cells.total() < ENOUGH or len(cells) < 0.97 * cells.total()


def _counts(rows: Sequence[Row], k: int) -> bool:
    """Whether a column counts the tokens of each sentence, or of the file."""
    runs = [[int(row[k]) for row in run] for run in _sentences(rows) if all(row[k].isdigit() for row in run)]
    total = sum(1 for row in rows if row)
    if not runs or sum(map(len, runs)) < 0.95 * total or total < 2:
        return False
    return all(b - a == 1 for run in runs for a, b in pairwise(run)) and any(len(run) > 1 for run in runs)


def _sentences(rows: Sequence[Row]) -> Iterator[list[Row]]:
    run: list[Row] = []
    for row in [*rows, []]:
        if row:
            run.append(row)
        elif run:
            yield run
            run = []
