"""TMR's tables: 2-4 (composition), 7-13 (recall by set, by type, mean ± sd over runs) and 11 (head to head)."""

from __future__ import annotations

from collections.abc import Iterable

from nerproof.base.results import Result, Row
from nerproof.report.cells import UNDEFINED, Found, TextTable, best_marked, find, percent, systems_of, with_interval

SMALL = "°: under 1 % of the mentions"


def tmr(result: Result) -> Iterable[TextTable]:
    rows = find(result, "tmr")
    labels = list(dict.fromkeys(k[2] for k in rows if k[1] == "SEEN"))
    systems = [s for s in systems_of(result) if any(k[0] == s for k in rows)]
    yield from _retention(rows, systems, labels)
    yield from _composition(rows, labels)
    for label in labels if systems else []:
        yield _recall(rows, systems, label)
    yield from ticks(result, "tmr")


def _retention(rows: Found, systems: list[str], labels: list[str]) -> Iterable[TextTable]:
    """Recall if every name were seen and if every name were new; overall, then by type."""
    names = {"recall_if_seen": "recall if seen", "recall_if_new": "recall if new", "retention": "retention"}
    body = [
        (s, label, *(with_interval(rows.get((s, "ALL", label, m))) for m in names), percent(_covered(rows, s, label)))
        for label in labels
        for s in systems
        if (s, "ALL", label, "retention") in rows
    ]
    if body:
        notes = ["standardised by type and length (1, 2, 3+ tokens); types with fewer than 10 seen or new are left out"]
        yield TextTable("Retention (%)", ("system", "type", *names.values(), "mentions covered"), body, notes)


def _covered(rows: Found, system: str, label: str) -> float | None:
    row = rows.get((system, "ALL", label, "retention_coverage"))
    return row.value if row else None


def _composition(rows: Found, labels: list[str]) -> Iterable[TextTable]:
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


def _recall(rows: Found, systems: list[str], label: str) -> TextTable:
    """Recall on each set; there is no precision on these sets."""
    body = []
    for name in dict.fromkeys(k[1] for k in rows if k[3] == "recall"):
        found = [rows.get((s, name, label, "recall")) for s in systems]
        n = next((str(r.total) for r in found if r is not None and r.total is not None), _size(rows, name, label))
        body.append((name + _small(rows, name, label), n, *best_marked(found)))
    notes = [SMALL, *(["•: best of the systems"] if len(systems) > 1 else [])]
    of = "" if label == "ALL" else f" of {label}"
    return TextTable(f"tmr: recall{of} (%)", ("set", "n", *systems), body, notes)


def _size(rows: Found, name: str, label: str) -> str:
    """Means over runs carry no counts; the composition has them."""
    row = rows.get(("", name, label, "share")) or rows.get(("", "SEEN", label, "share"))
    if row is None:
        return ""
    return str(row.total if name == "ALL" else row.count)


def _small(rows: Found, name: str, label: str) -> str:
    row = rows.get(("", name, label, "share"))
    return " °" if row is not None and row.more.get("small") else ""


def ticks(result: Result, suite: str) -> Iterable[TextTable]:
    """Who is ahead on each set, with a tick where the difference survives the corrected paired test."""
    found = [r for r in result.where(suite=suite) if r.metric.startswith("difference:") and r.value is not None]
    pairs = list(dict.fromkeys((r.system, r.more["other"]) for r in found))
    if not pairs:
        return
    body = []
    for part in dict.fromkeys(r.slice for r in found):
        cells = {(r.system, r.more["other"]): _tick(r) for r in found if r.slice == part}
        body.append((part, *(cells.get(p, UNDEFINED) for p in pairs)))
    yield TextTable(f"{suite}: head to head", ("", *(f"{a} – {b}" for a, b in pairs)), body, ["✓: adjusted p < 0.05"])


def _tick(row: Row) -> str:
    ahead = row.system if (row.value or 0) > 0 else row.more["other"] if (row.value or 0) < 0 else "="
    return f"{ahead} ✓" if (row.more.get("p_adjusted") or 1) < 0.05 else ahead
