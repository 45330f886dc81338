"""What became of the mentions: the lenient scores beside the strict one, and the confusion matrix of every system."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from nerproof.report.cells import Found, TextTable, find, systems_of, with_interval
from nerproof.results import Result

LENIENT = ("exact", "partial", "type", "overlap", "iou", "left", "right", "unlabeled")
FATES = ("boundary", "both", "missed")  # columns after the types: see metrics/confusion.py


def lenient(result: Result) -> Iterable[TextTable]:
    """F1 under every rule of matching that was counted: rules down, systems across."""
    rows, systems = find(result, "standard"), systems_of(result)
    rules = [("strict", "f1"), *((name, f"{name}_f1") for name in LENIENT), ("token accuracy", "token_accuracy")]
    known = [(name, metric) for name, metric in rules if any(k[3] == metric for k in rows)]
    if len(known) > 1:
        body = [(name, *_across(rows, systems, metric)) for name, metric in known]
        yield TextTable("F1 by rule of matching (%)", ("", *systems), body)


def _across(rows: Found, systems: list[str], metric: str) -> list[str]:
    return [with_interval(rows.get((s, "ALL", "ALL", metric))) for s in systems]


def confusions(result: Result) -> Iterable[TextTable]:
    """One matrix per system: gold types down, what became of them across."""
    for system, matrix in (result.extras.get("confusion") or {}).items():
        yield _matrix(system, matrix)


def _matrix(system: str, matrix: Mapping[str, Mapping[str, int]]) -> TextTable:
    types = sorted({*matrix, *(k for row in matrix.values() for k in row)} - {*FATES, "spurious"})
    body = [_line(t, matrix.get(t, {}), (*types, *FATES)) for t in types]
    body.append(_line("spurious", matrix.get("spurious", {}), (*types, *FATES)))
    notes = ["rows: gold; boundary: right type, other span; both: other type and span"]
    return TextTable(f"Confusion, {system}", ("gold \\ predicted", *types, *FATES, "total"), body, notes)


def _line(name: str, row: Mapping[str, int], columns: tuple[str, ...]) -> tuple[str, ...]:
    return (name, *(str(row[c]) if row.get(c) else "" for c in columns), str(sum(row.values())))
