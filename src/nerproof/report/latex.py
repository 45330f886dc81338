"""LaTeX (booktabs): the one table that a paper needs, or all tables."""

from __future__ import annotations

from nerproof.base.results import Result
from nerproof.base.signature import short
from nerproof.report.cells import TextTable
from nerproof.report.paper_table import Entry, paper_table
from nerproof.report.tables import tables

_SPECIAL = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "±": r"$\pm$",
    "Δ": r"$\Delta$",
    "∞": r"$\infty$",
    "−": r"$-$",
    "–": "--",
    "✓": r"$\checkmark$",
    "↓": r"$\downarrow$",
    "κ": r"$\kappa$",
    "α": r"$\alpha$",
    "ζ": r"$\zeta$",
    "ρ": r"$\rho$",
    "σ": r"$\sigma$",
    "≤": r"$\leq$",
    "≥": r"$\geq$",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
}
LABEL = "tab:nerproof"


def to_latex(result: Result) -> str:
    """The paper's table: systems by the scores that reviewers expect. It needs booktabs only."""
    made = paper_table(result)
    if not made.columns:
        return all_tables(result)
    caption = ". ".join(_safe(text[:1].upper() + text[1:]) for text in made.legend)
    caption += rf". \texttt{{\scriptsize {_broken(short(result.signature))}}}"
    rows = [_line([_safe(name), *(_entry(e) for e in entries)]) for name, entries in made.lines]
    header = _line([_safe(h) for h in ("system", *(c.title for c in made.columns))])
    return "\n".join(_framed(caption, "l" + "r" * len(made.columns), header, rows, LABEL)) + "\n"


def _entry(entry: Entry) -> str:
    value = rf"\textbf{{{entry.value}}}" if entry.best else _safe(entry.value)
    return rf"{value} {{\scriptsize {entry.interval}}}" if entry.interval else value


def _broken(text: str) -> str:
    """A long line that may be broken after each of its parts."""
    return _safe(text).replace(r"\textbar{}", r"\textbar{}\allowbreak ")


def _line(cells: list[str]) -> str:
    return " & ".join(cells) + r" \\"


def _framed(caption: str, columns: str, header: str, rows: list[str], label: str) -> list[str]:
    named = [rf"\label{{{label}}}"] if label else []
    kind = "table*" if len(columns) > 5 else "table"  # over both columns of the page
    return [
        rf"\begin{{{kind}}}",
        r"\centering\small",
        rf"\begin{{tabular}}{{{columns}}}",
        *[r"\toprule", header, r"\midrule", *rows, r"\bottomrule"],
        r"\end{tabular}",
        rf"\caption{{{caption}}}",
        *named,
        rf"\end{{{kind}}}",
    ]


def all_tables(result: Result) -> str:
    """Every table of the result, one after the other."""
    head = f"% {short(result.signature)}".replace("\n", " ")
    return "\n\n".join([head, *(_table(t) for t in tables(result))]) + "\n"


def _table(item: TextTable) -> str:
    columns = "l" + "r" * (len(item.header) - 1)
    rows = [_line([_safe(c) for c in row]) for row in item.rows]
    return "\n".join(_framed(_safe(item.title), columns, _line([_safe(h) for h in item.header]), rows, ""))


def _safe(text: str) -> str:
    return "".join(_SPECIAL.get(c, c) for c in " ".join(text.split()))
