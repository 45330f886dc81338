"""What became of the mentions: the lenient scores beside the strict one, and the confusion matrix of every system."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from nerproof.base.results import Result
from nerproof.report.cells import Rows, TextTable, with_interval

AVERAGES = ("macro_", "weighted_", "difference:", "rank:")
FATES = ("boundary", "both", "missed")  # columns after the types: see metrics/confusion.py


def lenient(result: Result) -> Iterable[TextTable]:
    """F1 under every rule of matching that was counted: rules down, systems across."""
    rows = Rows(result, "standard")
    metrics = dict.fromkeys(k[3] for k in rows if k[3].endswith("_f1") and not k[3].startswith(AVERAGES))
    known = [("strict", "f1"), *((m.removesuffix("_f1"), m) for m in metrics)]
    known += [("token accuracy", m) for m in rows.metrics(["token_accuracy"])]
    if len(known) > 1:
        body = [(name, *map(with_interval, rows.across("ALL", metric))) for name, metric in known]
        yield TextTable("F1 by rule of matching (%)", ("", *rows.systems), body)


def schemas(result: Result) -> Iterable[TextTable]:
    """SemEval-2013's counts: each gold mention is in one of the first four columns."""
    names = ("correct", "incorrect", "partial", "missed", "spurious")
    found = result.extras.get("semeval") or {}
    body = [
        (system, schema, *(str(counts.get(name, 0)) for name in names))
        for system, by_schema in found.items()
        for schema, counts in by_schema.items()
    ]
    if body:
        yield TextTable("SemEval-2013 counts", ("system", "schema", *names), body)


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
