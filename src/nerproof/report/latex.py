"""Tables as LaTeX (booktabs)."""

from __future__ import annotations

from nerproof.base.results import Result
from nerproof.base.signature import short
from nerproof.report.cells import TextTable
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
}


def to_latex(result: Result) -> str:
    head = f"% {short(result.signature)}".replace("\n", " ")
    return "\n\n".join([head, *(_table(t) for t in tables(result))]) + "\n"


def _table(item: TextTable) -> str:
    columns = "l" + "r" * (len(item.header) - 1)
    rows = [" & ".join(_safe(c) for c in row) + r" \\" for row in item.rows]
    body = [
        r"\toprule",
        " & ".join(_safe(h) for h in item.header) + r" \\",
        r"\midrule",
        *rows,
        r"\bottomrule",
    ]
    lines = [
        r"\begin{table}",
        r"\centering",
        rf"\caption{{{_safe(item.title)}}}",
        rf"\begin{{tabular}}{{{columns}}}",
    ]
    return "\n".join([*lines, *body, r"\end{tabular}", r"\end{table}"])


def _safe(text: str) -> str:
    return "".join(_SPECIAL.get(c, c) for c in " ".join(text.split()))
