"""LaTeX (booktabs): the one table that a paper needs, or all tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from nerproof.base.results import Result
from nerproof.base.signature import short
from nerproof.report.cells import TextTable
from nerproof.report.numbers import LATEX
from nerproof.report.paper_table import Entry, paper_table
from nerproof.report.tables import tables

LABEL = "tab:nerproof"
NEEDS = r"% needs \usepackage{booktabs}"
LETTERS = 86  # of \footnotesize that a line of the text has room for
LINES = 45  # … and a page
FLOATS = 8  # tables that may wait for their page: LaTeX gives up at many


def to_latex(result: Result) -> str:
    """The paper's table: systems by the scores that reviewers expect, intervals below them. It needs booktabs only."""
    made = paper_table(result)
    if not made.columns:
        return all_tables(result)
    caption = ". ".join(_safe(text[:1].upper() + text[1:]) for text in made.legend)
    caption += rf". \texttt{{\scriptsize {_broken(short(result.signature))}}}"
    rows = [line for name, entries in made.lines for line in _system(name, entries)]
    header = ("system", *(c.title for c in made.columns))
    return _file([_framed(caption, header, rows, rf"\label{{{LABEL}}}")])


def _system(name: str, entries: list[Entry]) -> Iterator[str]:
    """A line of scores, and one of their intervals."""
    yield _line([_safe(name), *(rf"\textbf{{{e.value}}}" if e.best else _safe(e.value) for e in entries)])
    if any(entry.interval for entry in entries):
        yield _line(["", *(rf"{{\tiny {e.interval}}}" if e.interval else "" for e in entries)])


def _broken(text: str) -> str:
    """A long line that may be broken after each of its parts."""
    return _safe(text).replace(r"\textbar{}", r"\textbar{}\allowbreak ").replace(",", r",\allowbreak ")


def _line(cells: Iterable[str]) -> str:
    return " & ".join(cells) + r" \\"


def _framed(caption: str, header: Sequence[str], rows: Iterable[str], label: str = "") -> str:
    kind = "table*" if len(header) > 5 else "table"  # over both columns of the page
    lines = [
        rf"\begin{{{kind}}}",
        r"\centering\footnotesize\setlength{\tabcolsep}{3pt}",
        rf"\begin{{tabular}}{{l{'r' * (len(header) - 1)}}}",
        *[r"\toprule", _line(map(_safe, header)), r"\midrule", *rows, r"\bottomrule"],
        r"\end{tabular}",
        rf"\caption{{{caption}}}",
        label,
        rf"\end{{{kind}}}",
    ]
    return "\n".join(line for line in lines if line)


def all_tables(result: Result) -> str:
    """Every table of the result, one after the other; one that is too large for a page is cut into several."""
    pages = enumerate(_pages(tables(result)), 1)
    framed = ((n, _framed(_safe(t.title), t.header, (_line(map(_safe, r)) for r in t.rows))) for n, t in pages)
    found = [text + ("\n\\clearpage" if n % FLOATS == 0 else "") for n, text in framed]
    return _file([f"% {short(result.signature)}".replace("\n", " "), *found])


def _file(blocks: list[str]) -> str:
    """With the packages that it needs; pdfLaTeX has letters for European names only."""
    text = "\n\n".join(blocks) + "\n"
    foreign = any(ord(letter) > 0x17F and letter not in "–—‘’“”•…" for letter in text)
    return NEEDS + "; names in other scripts: XeLaTeX or LuaLaTeX and a font that has them" * foreign + "\n" + text


def _pages(found: Iterable[TextTable]) -> Iterator[TextTable]:
    for item in found:
        parts = [
            TextTable(item.title, _some(item.header, some), [_some(row, some) for row in item.rows[at:][:LINES]])
            for some in _columns(item)
            for at in range(0, max(len(item.rows), 1), LINES)
        ]
        end = f" (part %d of {len(parts)})" if len(parts) > 1 else ""
        yield from (replace(part, title=item.title + (end and end % n)) for n, part in enumerate(parts, 1))


def _columns(item: TextTable) -> list[list[int]]:
    """Columns that fit beside the first one, group by group."""
    wide = [max(map(_width, column)) + 2 for column in zip(item.header, *item.rows, strict=True)]
    groups: list[list[int]] = [[]]
    for at, width in enumerate(wide[1:], 1):
        if groups[-1] and wide[0] + sum(wide[i] for i in groups[-1]) + width > LETTERS:
            groups.append([])
        groups[-1].append(at)
    return groups


def _width(text: str) -> float:
    """In letters; capitals are wider."""
    return len(text) + 0.5 * sum(map(str.isupper, text))


def _some(cells: Sequence[str], columns: list[int]) -> tuple[str, ...]:
    return (cells[0], *(cells[i] for i in columns))


def _safe(text: str) -> str:
    return "".join(LATEX.get(c, c) for c in " ".join(text.split()))
