"""What the demo found, in plain words: every number is taken from the result, none is written here."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from nerproof.results import Result, Row

OWN_FILES = """On your own files:
  nerproof evaluate --train train.conll --gold test.conll --pred mine=pred.conll --html report.html"""


def scores(result: Result) -> str:
    """One line per system: F1, and F1 on what training did not show."""
    lines = [f"{'':12}{'F1':>7}{'clean F1':>11}{'ΔF1':>8}"]
    for system in result.systems:
        cells = [_row(result, system, metric) for metric in ("f1", "f1_clean", "delta_f1")]
        f1, clean, delta = (_points(row) for row in cells)
        lines.append(f"{system:12}{f1:>7}{clean:>11}{delta:>8}")
    return "\n".join(lines)


def _row(result: Result, system: str, metric: str) -> Row | None:
    suite = "standard" if metric == "f1" else "contamination"
    rows = result.where(suite=suite, system=system, metric=metric, slice="ALL", label="ALL")
    return next(rows, None)


def _points(row: Row | None) -> str:
    return "–" if row is None or row.value is None else f"{100 * row.value:.1f}"
