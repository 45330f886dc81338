"""TMR's tables: 2-4 (composition), 7-13 (recall by set, by type, mean ± sd over runs) and 11 (head to head)."""

from __future__ import annotations

from collections.abc import Iterable

from nerproof.base.results import Result, Row
from nerproof.report.cells import Rows, TextTable, best_marked, best_note, percent, significant, size
from nerproof.report.numbers import UNDEFINED

SMALL = "°: under 1 % of the mentions"


def tmr(result: Result) -> Iterable[TextTable]:
    rows = Rows(result, "tmr")
    labels = list(dict.fromkeys(k[2] for k in rows if k[1] == "SEEN"))
    yield from _retention(rows, labels)
    yield from _composition(rows, labels)
    yield from (_recall(rows, label) for label in labels if rows.systems)
    yield from ticks(result, "tmr")


def _retention(rows: Rows, labels: list[str]) -> Iterable[TextTable]:
    """Recall if every name were seen and if every name were new; overall, then by type."""
    names = {"recall_if_seen": "recall if seen", "recall_if_new": "recall if new", "retention": "retention"}
    body = [
        (s, label, *rows.cells(s, names, label=label), percent(rows.value(s, "ALL", "retention_coverage", label)))
        for label in labels
        for s in rows.systems
        if (s, "ALL", label, "retention") in rows
    ]
    if body:
        notes = ["standardised by type and length (1, 2, 3+ tokens); types with fewer than 10 seen or new are left out"]
        yield TextTable("Retention (%)", ("system", "type", *names.values(), "mentions covered"), body, notes)


def _composition(rows: Rows, labels: list[str]) -> Iterable[TextTable]:
    """Share of all mentions in each set with its count, overall and per type."""
    sets = list(dict.fromkeys(k[1] for k in rows if k[0] == "" and k[3] == "share"))
    if not sets:
        return
    body = [(s, *(_share(rows.get(("", s, label, "share"))) for label in labels)) for s in sets]
    totals = [rows.get(("", sets[0], label, "share")) for label in labels]
    body.append(("all mentions", *(str(r.total) if r else UNDEFINED for r in totals)))
    yield TextTable("tmr: composition of the test mentions, % (n)", ("set", *labels), body, [SMALL])


def _share(row: Row | None) -> str:
    if row is None or row.value is None:
        return UNDEFINED
    return f"{percent(row.value)} ({row.count}){' °' if row.more.get('small') else ''}"


def _recall(rows: Rows, label: str) -> TextTable:
    """Recall on each set; there is no precision on these sets."""
    lines = [(name, rows.across(name, "recall", label)) for name in rows.slices("recall")]
    body = [
        (name + _small(rows, name, label), size(found, _size(rows, name, label)), *best_marked(found))
        for name, found in lines
    ]
    of = "" if label == "ALL" else f" of {label}"
    return TextTable(f"tmr: recall{of} (%)", ("set", "n", *rows.systems), body, [SMALL, *best_note(rows.systems)])


def _size(rows: Rows, name: str, label: str) -> str:
    """Means over runs carry no counts; the composition has them."""
    row = rows.get(("", name, label, "share")) or rows.get(("", "SEEN", label, "share"))
    if row is None:
        return ""
    return str(row.total if name == "ALL" else row.count)


def _small(rows: Rows, name: str, label: str) -> str:
    row = rows.get(("", name, label, "share"))
    return " °" if row is not None and row.more.get("small") else ""


def ticks(result: Result, suite: str) -> Iterable[TextTable]:
    """Who is ahead on each set, with a tick where the difference survives the corrected paired test."""
    found = [r for r in result.where(suite=suite) if r.metric.startswith("difference:") and r.value is not None]
    cells = {(r.system, r.more["other"], r.slice): _tick(r) for r in found}
    sets = list(dict.fromkeys(r.slice for r in found))
    pairs = dict.fromkeys((r.system, r.more["other"]) for r in found)
    body = [(f"{a} – {b}", *(cells.get((a, b, one), UNDEFINED) for one in sets)) for a, b in pairs]
    if body:
        yield TextTable(f"{suite}: head to head", ("", *sets), body, ["✓: adjusted p < 0.05"])


def _tick(row: Row) -> str:
    ahead = row.system if (row.value or 0) > 0 else row.more["other"] if (row.value or 0) < 0 else "="
    return f"{ahead} ✓" if significant(row) else ahead
