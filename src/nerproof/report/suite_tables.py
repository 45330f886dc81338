"""The tables of each suite, as the papers print them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from nerproof.base.results import Result, Row
from nerproof.report.agreement_tables import agreement
from nerproof.report.attack_tables import rockner
from nerproof.report.cells import (
    PLAIN,
    Rows,
    TextTable,
    percent,
    plain_number,
    size,
    systems_of,
    with_interval,
)
from nerproof.report.confidence_tables import confidence, cost, fairness, leakage
from nerproof.report.contamination_tables import contamination
from nerproof.report.hardeval_tables import hardeval, mention_tables
from nerproof.report.interpreteval_tables import interpreteval
from nerproof.report.match_tables import confusions, lenient, schemas
from nerproof.report.numbers import UNDEFINED
from nerproof.report.tmr_tables import tmr


def standard(result: Result) -> Iterable[TextTable]:
    rows, ranks = Rows(result, "standard"), _ranks(result)
    beta = [m for m in dict.fromkeys(k[3] for k in rows) if re.fullmatch(r"f[\d.]+", m) and m != "f1"]
    names = ("macro F1", "weighted F1", "TP", "FP", "FN", *(["rank"] if ranks else []))
    header = ("system", "precision", "recall", "F1", *(m.upper() for m in beta), *names)
    body = [
        (
            name,
            *(percent(rows.value(name, "ALL", m)) for m in ("precision", "recall")),
            *rows.cells(name, ("f1", *beta)),
            *(percent(rows.value(name, "ALL", m)) for m in ("macro_f1", "weighted_f1")),
            *_confusions(rows.get((name, "ALL", "ALL", "f1"))),
            *([ranks.get(name, UNDEFINED)] if ranks else []),
        )
        for name in systems_of(result)
    ]
    yield TextTable("Standard scores (strict, %)", header, body)
    yield from _per_type(rows)


def _ranks(result: Result) -> dict[str, str]:
    """Places by F1 that the corrected tests leave open to each system: 1, or 1–2 where two are tied."""
    found = result.where(suite="standard", metric="rank:f1", slice="ALL", label="ALL")
    places = {r.system: (r.more["rank_low"], r.more["rank_high"]) for r in found}
    return {name: f"{low}" if low == high else f"{low}–{high}" for name, (low, high) in places.items()}


def _confusions(row: Row | None) -> tuple[str, str, str]:
    """True positives, false positives and false negatives."""
    if row is None or "n_correct" not in row.more:
        return (UNDEFINED, UNDEFINED, UNDEFINED)
    tp, gold, pred = (row.more[k] for k in ("n_correct", "n_gold", "n_pred"))
    return str(tp), str(pred - tp), str(gold - tp)


def _per_type(rows: Rows) -> Iterable[TextTable]:
    labels = list(dict.fromkeys(k[2] for k in rows if k[1] == "ALL" and k[3] == "f1" and k[2] != "ALL"))
    if labels and len(rows.systems) == 1:
        header = ("type", "precision", "recall", "F1", "TP", "FP", "FN", "support")
        yield TextTable("By type (%)", header, [_type_line(rows, rows.systems[0], label) for label in labels])
    elif labels:
        body = [(label, *map(with_interval, rows.across("ALL", "f1", label))) for label in labels]
        yield TextTable("F1 by type (%)", ("type", *rows.systems), body)


def _type_line(rows: Rows, system: str, label: str) -> tuple[str, ...]:
    f1 = rows.get((system, "ALL", label, "f1"))
    shares = (percent(rows.value(system, "ALL", m, label)) for m in ("precision", "recall"))
    support = str(f1.more["n_gold"]) if f1 and "n_gold" in f1.more else UNDEFINED
    return (label, *shares, with_interval(f1), *_confusions(f1), support)


def grid(result: Result, suite: str) -> Iterable[TextTable]:
    """One table per metric: slices down, systems across."""
    rows = Rows(result, suite)
    known = dict.fromkeys(k[3] for k in rows if k[2] == "ALL" and not k[3].startswith(("rank", "difference")))
    for metric in known:
        systems = [s for s in rows.systems if any(k[0] == s and k[3] == metric for k in rows)]
        if not systems:
            yield data_table(rows, suite, metric)
            continue
        lines = [(part, [rows.get((s, part, "ALL", metric)) for s in systems]) for part in rows.slices(metric)]
        body = [(part, size(found), *map(with_interval, found)) for part, found in lines]
        yield TextTable(f"{suite}: {metric} (%)", ("", "n", *systems), body)


def statistics(result: Result) -> Iterable[TextTable]:
    """Sizes: counts down, parts across."""
    rows = Rows(result, "statistics")
    parts = list(dict.fromkeys(k[1] for k in rows))
    body = []
    for metric in dict.fromkeys(k[3] for k in rows):
        found = [rows.get(("", part, "ALL", metric)) for part in parts]
        body.append((metric.replace("_", " "), *(str(r.count) if r else "" for r in found)))
    yield TextTable("Data", ("", *parts), body)
    yield from mention_tables({p: {k[3]: r.count or 0 for k, r in rows.items() if k[1] == p} for p in parts})


def overlap(result: Result) -> Iterable[TextTable]:
    """Verbatim sentences, and the scores of a list of the training names."""
    rows = Rows(result, "overlap")
    names = {"verbatim_rate": "verbatim sentences", "memorizer_precision": "precision of a list of names"}
    names |= {"memorizer_recall": "its recall", "memorizer_f1": "its F1"}
    directions = ("test|train+dev", "test|train")  # the first where dev counts as seen
    used = next((d for d in directions if ("", d, "ALL", "memorizer_f1") in rows), directions[1])
    cells = [rows.get(("", used, "ALL", metric)) for metric in names]
    title = "Test sentences in train, and what a list of the training names would score (%)"
    yield TextTable(title, ("", *names.values()), [("test", *(with_interval(row) for row in cells))])


def data_table(rows: Rows, suite: str, metric: str) -> TextTable:
    """What a suite says about the data alone."""
    body = [
        (
            k[1],
            str(r.count) if r.count is not None else "",
            str(r.total) if r.total is not None else "",
            plain_number(r.value) if metric in PLAIN else with_interval(r),
        )
        for k, r in rows.items()
        if k[3] == metric and k[2] == "ALL"
    ]
    unit = "" if metric in PLAIN else " (%)"
    return TextTable(f"{suite}: {metric} of the test data{unit}", ("", "n", "of", metric), body)


SUITE_TABLES: dict[str, Callable[[Result], Iterable[TextTable]]] = {
    "standard": lambda result: [*standard(result), *lenient(result), *schemas(result), *confusions(result)],
    "tmr": tmr,
    "hardeval": hardeval,
    "contamination": contamination,
    "overlap": overlap,
    "interpreteval": interpreteval,
    "statistics": statistics,
    "rockner": rockner,
    "agreement": agreement,
    "confidence": confidence,
    "cost": cost,
    "leakage": leakage,
    "fairness": fairness,
}
