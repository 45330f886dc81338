"""Tables about scores of predictions, costs, leaks and groups of names."""

from __future__ import annotations

from collections.abc import Iterable

from nerproof.base.results import Result, Row
from nerproof.report.cells import Rows, TextTable, plain_number, size, with_interval

CALIBRATION = {
    "mean_score": "mean score",
    "share_right": "right",
    "overconfidence": "overconfidence",
    "ece": "ECE ↓",
    "brier": "Brier ↓",
    "auroc": "AUROC",
    "aurc": "AURC ↓",
}
NAMES = {
    "SEEN": "seen names",
    "UNSEEN": "new names",
    "recalibrated": "recalibrated",
    "recalibrated-isotonic": "isotonic",
}
MEANING = (
    "right: share of predictions that are right; overconfidence: mean score less that share; ECE: mean gap of score "
    "and share right over bins of equal size; AURC: share of wrong ones among the surest, averaged"
)


def confidence(result: Result) -> Iterable[TextTable]:
    rows = Rows(result, "confidence")
    parts = [part for part in rows.slices("ece") if part != "ALL"]
    body = []
    for system in rows.systems:
        for part in ("ALL", *parts):
            found = [rows.get((system, part, "ALL", m)) for m in CALIBRATION]
            if found[0] is not None and found[0].value is not None:
                name = system if part == "ALL" else f"  {NAMES.get(part, part)}"
                body.append((name, str(found[0].total or ""), *map(with_interval, found)))
    yield TextTable("How sure is it? (%)", ("", "n", *CALIBRATION.values()), body, [MEANING])
    yield from _thresholds(rows)


def _thresholds(rows: Rows) -> Iterable[TextTable]:
    body = []
    for system in rows.systems:
        own = rows.get((system, "ALL", "ALL", "threshold"))
        if own is None:
            continue
        cells = [rows.get((system, part, "ALL", m)) for part in _KEPT for m in ("f1", "gain_f1")]
        body.append((system, plain_number(own.value), str(own.more["chosen_on"]), *map(with_interval, cells)))
    if body:
        header = ("system", "threshold", "chosen on", "F1 above it", "gain", "F1, thresholds by type", "gain")
        notes = ["a threshold chosen on the test set itself flatters it: give --dev and --dev-pred"]
        chosen = {row[2] for row in body}
        yield TextTable("Thresholds (%)", header, body, notes if "test" in chosen else [])


_KEPT = ("at-threshold", "at-type-thresholds")


def cost(result: Result) -> Iterable[TextTable]:
    rows = Rows(result, "cost")
    kinds = ["cost", *dict.fromkeys(k[3] for k in rows if k[3].startswith("cost_") and k[3] != "cost_saved")]
    body = []
    for system in rows.systems:
        body.append((system, "", *(_plain(rows.get((system, "ALL", "ALL", m))) for m in kinds)))
        cheapest = rows.get((system, "at-cheapest-threshold", "ALL", "cost"))
        if cheapest is not None:
            threshold = f"{plain_number(cheapest.more['threshold'])} ({cheapest.more['chosen_on']})"
            found = [rows.get((system, "at-cheapest-threshold", "ALL", m)) for m in kinds]
            body.append(("  above the cheapest threshold", threshold, *map(_plain, found)))
    names = ["all", *(k.removeprefix("cost_").replace("_", " ") for k in kinds[1:])]
    yield TextTable("Cost of errors per 1,000 tokens", ("system", "threshold", *names), body)


def _plain(row: Row | None) -> str:
    if row is None or row.value is None:
        return "–"
    return plain_number(row.value) + (
        f" [{plain_number(row.low)}, {plain_number(row.high)}]" if row.low is not None else ""
    )


LEAKS = {
    "any_hit": "touched",
    "whole_recall": "whole",
    "entity_recall": "entities",
    "safe_documents": "documents",
    "leaked_characters": "characters leaked ↓",
}
LEAK_NOTE = (
    "touched, whole: mentions covered in part, in whole, by predictions of any type; entities: all mentions of a name "
    "in a document; documents: those in which nothing leaks"
)


def leakage(result: Result) -> Iterable[TextTable]:
    rows = Rows(result, "leakage")
    for system in rows.systems:
        places = dict.fromkeys((k[1], k[2]) for k in rows if k[0] == system)
        body = []
        for slice_, label in places:
            found = [rows.get((system, slice_, label, m)) for m in LEAKS]
            if found[1] is not None and found[1].total:
                name = label if label != "ALL" else NAMES.get(slice_, slice_)
                body.append((name, str(found[1].total), *map(with_interval, found)))
        yield TextTable(f"What {system} leaves readable (%)", ("", "n", *LEAKS.values()), body, [LEAK_NOTE])
    body = [(s, *rows.cells(s, ("over_redaction", "text_lost"))) for s in rows.systems]
    yield TextTable("Over-redaction ↓ (% of characters)", ("system", "of what it hides", "of other text"), body)


def fairness(result: Result) -> Iterable[TextTable]:
    rows = Rows(result, "fairness")
    lines = [(part, rows.across(part, "recall")) for part in rows.slices("recall")]
    body = [(part, size(found), *map(with_interval, found)) for part, found in lines]
    tests = [r for k, r in rows.items() if k[3] == "wald_p"]
    notes = [f"{r.system}, {r.slice}: groups of 30 and more differ with p = {r.more['p_adjusted']:.3f}" for r in tests]
    yield TextTable("Recall by groups of names (%)", ("group", "n", *rows.systems), body, notes)
