"""Tables that fit a terminal: intervals go first, then whole columns from the right; a value is never cut."""

from __future__ import annotations

import re
from dataclasses import replace

from nerproof.report.cells import TextTable

GAP = 3  # between two columns
_INTERVAL = re.compile(r" \[[^\]]*\]")


def fitted(table: TextTable, width: int) -> TextTable:
    """The table as wide as the terminal at most; notes say what was left out.

    >>> wide = TextTable("F1", ("system", "F1", "recall"), [("mine", "58.66 [54.60, 62.61]", "51.10")])
    >>> fitted(wide, 80) is wide, fitted(wide, 26).rows, fitted(wide, 18).header
    (True, [('mine', '58.66', '51.10')], ('system', 'F1'))
    """
    if _width(table) <= width:
        return table
    bare = replace(table, rows=[tuple(_INTERVAL.sub("", cell) for cell in row) for row in table.rows])
    kept = next((n for n in range(len(table.header), 2, -1) if _width(_first(bare, n)) <= width), 2)
    left = table.header[kept:]
    said = ["intervals"] * (bare.rows != table.rows) + ([f"columns {', '.join(left)}"] if left else [])
    note = f"left out in {width} columns: {' and '.join(said)}" if said else ""
    return replace(_first(bare, kept), notes=[*table.notes, *([note] if note else [])])


def _first(table: TextTable, n: int) -> TextTable:
    return replace(table, header=tuple(table.header[:n]), rows=[tuple(row[:n]) for row in table.rows])


def _width(table: TextTable) -> int:
    return sum(narrowest(table)) + GAP * len(table.header)


def narrowest(table: TextTable) -> list[int]:
    """How wide each column must be: headings may break between words, values do not."""
    columns = zip(table.header, *table.rows, strict=True)
    return [max(_longest_word(head), *(len(cell) for cell in cells), 1) for head, *cells in columns]


def widths(table: TextTable, width: int) -> list[int]:
    """How wide each column is: headings are on one line where there is room for all of them."""
    narrow = narrowest(table)
    whole = [max(n, len(head)) for n, head in zip(narrow, table.header, strict=True)]
    return whole if sum(whole) + GAP * len(whole) <= width else narrow


def _longest_word(text: str) -> int:
    return max((len(word) for word in text.split()), default=0)
