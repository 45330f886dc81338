"""Findings and tables as Markdown."""

from __future__ import annotations

from nerproof.base.results import Result
from nerproof.base.signature import short
from nerproof.report.cells import TextTable
from nerproof.report.spoken import spoken
from nerproof.report.tables import flags, tables


def to_markdown(result: Result) -> str:
    shown = tables(result)
    found = [f"- {safe(text)}" for text in spoken(result)]
    blocks = [*(["\n".join(found)] if found else []), *(table(t) for t in shown)]
    notes = [f"- {safe(n)}" for n in [*flags(shown), *result.notes]]
    return "\n\n".join([*blocks, *(["\n".join(notes)] if notes else []), f"`{short(result.signature)}`"]) + "\n"


def table(item: TextTable, *, titled: bool = True) -> str:
    """One table; its title stands above it."""
    rule = "|".join(["---", *["---:"] * (len(item.header) - 1)])
    rows = ["| " + " | ".join(safe(c) for c in row) + " |" for row in item.rows]
    lines = [
        *([f"**{safe(item.title)}**", ""] if titled else []),
        "| " + " | ".join(safe(h) for h in item.header) + " |",
        f"|{rule}|",
        *rows,
    ]
    return "\n".join([*lines, *(["", *item.notes] if item.notes else [])])


def safe(text: str) -> str:
    """Names come from files: nothing in them may end a cell or open a tag."""
    for mark in "\\`*_[]<>|#":
        text = text.replace(mark, "\\" + mark) if mark != "<" else text.replace("<", "&lt;")
    return " ".join(text.split())
