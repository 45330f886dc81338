"""Contamination's tables: F1, F1_clean and ΔF1; precision on new entities; overlap in every direction."""

from __future__ import annotations

from collections.abc import Iterable

from nerproof.base.results import Result, Row
from nerproof.report.cells import Rows, TextTable, with_interval
from nerproof.report.numbers import UNDEFINED

SCORES = {
    "f1": "F1",
    "f1_clean": "F1 clean",
    "delta_f1": "ΔF1",
    "recall": "recall",
    "recall_clean": "recall new",
    "recall_contaminated": "recall seen",
}
LOST = "F1 clean: recall counts new entities only, precision all; ΔF1 = F1 − F1 clean, the F1 lost that way"
PRECISION = {
    "precision": "P",
    "precision_clean_exact": "P_clean*",
    "f1_clean_exact": "F1_clean*",
    "precision_unseen": "P_unseen",
    "f1_unseen": "F1_unseen",
}
OVERLAP = {
    "partial_rate": "sentences sharing",
    "full_rate": "sharing all",
    "partial_rate_nonempty": "sharing, of those with mentions",
    "full_rate_nonempty": "sharing all, of those with mentions",
    "mention_rate": "mentions",
    "entity_rate": "entities",
}


def contamination(result: Result) -> Iterable[TextTable]:
    rows = Rows(result, "contamination")
    if rows.systems:
        yield from _table(rows, "Seen and new entities (%)", SCORES, [LOST])
        yield from _table(rows, "Precision on new entities (%)", PRECISION, _caution(rows, rows.systems[0]))
    yield from _rates(rows)


def _table(rows: Rows, title: str, metrics: dict[str, str], notes: list[str]) -> Iterable[TextTable]:
    if known := rows.metrics(metrics):
        body = [(s, *rows.cells(s, known)) for s in rows.systems]
        yield TextTable(title, ("system", *(metrics[m] for m in known)), body, notes)


def _caution(rows: Rows, system: str) -> list[str]:
    clean, whole = (rows.get((system, "ALL", "ALL", m)) for m in ("recall_clean", "recall"))
    sizes = clean is not None and whole is not None and clean.total is not None and whole.total is not None
    here = f" (here {clean.total} of {whole.total})" if sizes and clean and whole else ""
    collapse = "P_clean* charges every false positive to the new entities: it collapses when few gold mentions are new"
    return [f"{collapse}{here}.", "P_unseen counts only predictions whose own entity is not in train."]


def _rates(rows: Rows) -> Iterable[TextTable]:
    """Contamination rates: directions down, rates across, each with its counts."""
    data = {k: r for k, r in rows.items() if k[0] == ""}
    if not data:
        return
    metrics = list(dict.fromkeys(k[3] for k in data))
    body = [
        (part, *(_rate(data.get(("", part, "ALL", m))) for m in metrics)) for part in dict.fromkeys(k[1] for k in data)
    ]
    unit = next(iter(data.values())).more.get("unit", "sentence")
    names = [OVERLAP.get(m, m).replace("sentences", f"{unit}s") for m in metrics]
    notes = [f"sharing: {unit}s with an entity that the other part has, too; sharing all: with such entities only"]
    yield TextTable("Overlap of the parts (%)", ("", *names), body, notes)


def _rate(row: Row | None) -> str:
    return UNDEFINED if row is None else f"{with_interval(row)} ({row.count}/{row.total})"
