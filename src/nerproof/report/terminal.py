"""Tables on the terminal."""

from __future__ import annotations

import os
import sys
from dataclasses import replace

from nerproof.base.results import Result
from nerproof.base.signature import long, short
from nerproof.base.terminal import markup
from nerproof.report.cells import TextTable
from nerproof.report.fitting import fitted, widths
from nerproof.report.paper_table import Entry, paper_table
from nerproof.report.spoken import spoken
from nerproof.report.tables import brief, flags, tables

MAX_COMPARISONS = 40
MAX_FINDINGS = 10


def show(result: Result, *, verbose: bool = False) -> None:
    """Prints the findings, the main tables (or all), the notes and the signature line."""
    from rich import box
    from rich.console import Console
    from rich.table import Table

    plain = {"color_system": None} if os.environ.get("NO_COLOR") else {}
    console = Console(highlight=False, **plain)  # type: ignore[arg-type]
    if not console.is_terminal:
        console.width = 200  # a file or pipe has no width: no cell is cut
    for text in spoken(result, None if verbose else MAX_FINDINGS):
        console.print(markup(text), soft_wrap=True)
    shown = tables(result) if verbose else brief(result)
    for item in (fitted(_ranked(one, result), console.width) for one in shown):
        grid = Table(
            title=markup(item.title),
            box=box.SIMPLE_HEAD,
            title_justify="left",
            title_style="bold",
            pad_edge=False,
        )
        for i, (name, wide) in enumerate(zip(item.header, widths(item, console.width), strict=True)):
            grid.add_column(markup(name), justify="left" if i == 0 else "right", width=wide)
        for row in item.rows[:MAX_COMPARISONS]:
            grid.add_row(*(markup(cell) for cell in row))
        console.print(grid)
        for note in [*item.notes, *_cut(item)]:
            console.print(markup(note), style="dim")
    for note in [*flags(shown), *(n if n.startswith("warning: ") else f"note: {n}" for n in _notes(result, verbose))]:
        console.print(markup(note), style="dim", soft_wrap=True)
    if not verbose and len(shown) < len(tables(result)):
        console.print("Use -v to print all tables, or --html FILE for an interactive report", style="dim")
    console.print(markup((long if verbose else short)(result.signature)), style="dim", soft_wrap=True)


def _ranked(item: TextTable, result: Result) -> TextTable:
    """Lines, or columns, of systems with the highest F1 first."""
    rows = result.where(suite="standard", metric="f1", slice="ALL", label="ALL")
    f1 = {r.system: -(r.value or 0.0) for r in rows}
    if item.header[0] == "system" and all(row[0] in f1 for row in item.rows):
        return replace(item, rows=sorted(item.rows, key=lambda row: f1[row[0]]))
    places = [i for i, name in enumerate(item.header) if name in f1]
    if places != list(range(1, len(item.header))):
        return item
    order = [0, *sorted(places, key=lambda i: f1[item.header[i]])]
    lines = [tuple(row[i] for i in order) for row in (item.header, *item.rows)]
    return replace(item, header=lines[0], rows=lines[1:])


def show_paper_table(result: Result) -> None:
    """Prints the table of a paper: the same numbers as ``--latex``."""
    made = paper_table(result)
    header = ("system", *(c.title for c in made.columns))
    body = [(name, *(_marked(entry) for entry in entries)) for name, entries in made.lines]
    widths = [max(map(len, column)) for column in zip(header, *body, strict=True)]
    for name, *cells in [header, *body]:
        padded = [cell.rjust(width) for cell, width in zip(cells, widths[1:], strict=True)]
        sys.stdout.write("  ".join([name.ljust(widths[0]), *padded]).rstrip() + "\n")
    sys.stdout.write("".join(text.replace("bold:", "*:") + "\n" for text in made.legend))


def _marked(entry: Entry) -> str:
    return f"{entry.value} {entry.interval}".rstrip() + ("*" if entry.best else "")


def _notes(result: Result, verbose: bool) -> list[str]:
    """Cautions belong to rows that the short answer does not show."""
    return [n for n in result.notes if verbose or "caution: " not in n]


def _cut(item: TextTable) -> list[str]:
    more = len(item.rows) - MAX_COMPARISONS
    return [f"… and {more} more rows; --csv or --html shows them all"] if more > 0 else []
