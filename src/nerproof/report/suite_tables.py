"""The tables of each suite, as the papers print them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from nerproof.report.attack_tables import rockner
from nerproof.report.cells import (
    PLAIN,
    UNDEFINED,
    Found,
    TextTable,
    find,
    percent,
    plain_number,
    systems_of,
    with_interval,
)
from nerproof.results import Result, Row


def standard(result: Result) -> Iterable[TextTable]:
    rows = find(result, "standard")
    header = ("system", "precision", "recall", "F1", "macro F1", "weighted F1", "TP", "FP", "FN")
    body = [
        (
            name,
            percent(_value(rows, name, "precision")),
            percent(_value(rows, name, "recall")),
            with_interval(rows.get((name, "ALL", "ALL", "f1"))),
            percent(_value(rows, name, "macro_f1")),
            percent(_value(rows, name, "weighted_f1")),
            *_confusions(rows.get((name, "ALL", "ALL", "f1"))),
        )
        for name in systems_of(result)
    ]
    yield TextTable("Standard scores (strict, %)", header, body)
    yield from _per_type(result, rows)


def _value(rows: Found, system: str, metric: str) -> float | None:
    row = rows.get((system, "ALL", "ALL", metric))
    return row.value if row else None


def _confusions(row: Row | None) -> tuple[str, str, str]:
    """True positives, false positives and false negatives."""
    if row is None or "n_correct" not in row.more:
        return (UNDEFINED, UNDEFINED, UNDEFINED)
    tp, gold, pred = (row.more[k] for k in ("n_correct", "n_gold", "n_pred"))
    return str(tp), str(pred - tp), str(gold - tp)


def _per_type(result: Result, rows: Found) -> Iterable[TextTable]:
    labels = list(dict.fromkeys(k[2] for k in rows if k[1] == "ALL" and k[3] == "f1" and k[2] != "ALL"))
    systems = systems_of(result)
    if not labels:
        return
    if len(systems) == 1:
        name = systems[0]
        header = ("type", "precision", "recall", "F1", "TP", "FP", "FN", "support")
        body: list[tuple[str, ...]] = []
        for label in labels:
            p, r, f = (rows.get((name, "ALL", label, m)) for m in ("precision", "recall", "f1"))
            support = str(f.more["n_gold"]) if f and "n_gold" in f.more else UNDEFINED
            cells = (percent(p.value if p else None), percent(r.value if r else None), with_interval(f))
            body.append((label, *cells, *_confusions(f), support))
        yield TextTable("By type (%)", header, body)
        return
    body = [(label, *(with_interval(rows.get((s, "ALL", label, "f1"))) for s in systems)) for label in labels]
    yield TextTable("F1 by type (%)", ("type", *systems), body)


def grid(result: Result, suite: str) -> Iterable[TextTable]:
    """One table per metric: slices down, systems across."""
    rows = {
        k: r for k, r in find(result, suite).items() if k[2] == "ALL" and not k[3].startswith(("rank", "difference"))
    }
    for metric in dict.fromkeys(k[3] for k in rows):
        slices = list(dict.fromkeys(k[1] for k in rows if k[3] == metric))
        systems = [s for s in systems_of(result) if any(k[0] == s and k[3] == metric for k in rows)]
        if not systems:
            yield data_table(rows, suite, metric)
            continue
        body = []
        for part in slices:
            found = [rows.get((s, part, "ALL", metric)) for s in systems]
            sizes = [r.total for r in found if r is not None and r.total is not None]
            body.append((part, str(sizes[0]) if sizes else "", *(with_interval(r) for r in found)))
        yield TextTable(f"{suite}: {metric} (%)", ("", "n", *systems), body)


def statistics(result: Result) -> Iterable[TextTable]:
    """Sizes: counts down, parts across."""
    rows = find(result, "statistics")
    parts = list(dict.fromkeys(k[1] for k in rows))
    body = []
    for metric in dict.fromkeys(k[3] for k in rows):
        found = [rows.get(("", part, "ALL", metric)) for part in parts]
        body.append((metric.replace("_", " "), *(str(r.count) if r else "" for r in found)))
    yield TextTable("Data", ("", *parts), body)


def data_table(rows: Found, suite: str, metric: str) -> TextTable:
    """What a suite says about the data alone."""
    body = [
        (
            k[1],
            str(r.count) if r.count is not None else "",
            str(r.total) if r.total is not None else "",
            plain_number(r.value) if metric in PLAIN else with_interval(r),
        )
        for k, r in rows.items()
        if k[3] == metric
    ]
    unit = "" if metric in PLAIN else " (%)"
    return TextTable(f"{suite}: {metric} of the test data{unit}", ("", "n", "of", metric), body)


def contamination(result: Result) -> Iterable[TextTable]:
    rows = find(result, "contamination")
    if not systems_of(result):
        yield from _rates(rows)
        return
    metrics = [
        m
        for m in ("f1", "f1_clean", "delta_f1", "recall", "recall_clean", "recall_contaminated")
        if any(k[3] == m for k in rows)
    ]
    body = [(s, *(with_interval(rows.get((s, "ALL", "ALL", m))) for m in metrics)) for s in systems_of(result)]
    yield TextTable("Entity contamination (%)", ("system", *metrics), body)
    yield from _rates(rows)


def _rates(rows: Found) -> Iterable[TextTable]:
    """Contamination rates: directions down, rates across, each with its counts."""
    data = {k: r for k, r in rows.items() if k[0] == ""}
    if not data:
        return
    metrics = list(dict.fromkeys(k[3] for k in data))
    body = [
        (
            part,
            *(
                f"{with_interval(data[k])} ({data[k].count}/{data[k].total})"
                for k in (("", part, "ALL", m) for m in metrics)
            ),
        )
        for part in dict.fromkeys(k[1] for k in data)
    ]
    yield TextTable("Contamination rates (%)", ("", *(m.removesuffix("_rate") for m in metrics)), body)


def interpreteval(result: Result) -> Iterable[TextTable]:
    rows = find(result, "interpreteval")
    systems = systems_of(result)
    if not systems:
        yield from grid(result, "interpreteval")
        return
    attributes = dict.fromkeys(k[1].split(":")[0] for k in rows if ":" in k[1])
    for attribute in attributes:
        slices = list(dict.fromkeys(k[1] for k in rows if k[1].startswith(attribute + ":") and k[3] == "f1"))
        body = []
        for part in slices:
            found = [rows.get((s, part, "ALL", "f1")) for s in systems]
            n = next((str(r.more["n_gold"]) for r in found if r and "n_gold" in r.more), "")
            edge = next((_edges(r) for r in found if r), "")
            body.append((part.split(":", 1)[1], edge, n, *(with_interval(r) for r in found)))
        yield TextTable(f"F1 by {attribute} (%)", ("bucket", "interval", "n gold", *systems), body)
    yield from _analyses(rows, systems)


def _analyses(rows: Found, systems: list[str]) -> Iterable[TextTable]:
    """Model-wise measures, with Friedman's p over the systems; attributes that fail the test are in brackets."""
    names = list(dict.fromkeys(k[1] for k in rows if k[3] == "s_rho"))
    if not names:
        return
    body = []
    for name in names:
        test = rows.get(("", name, "ALL", "friedman_p"))
        cells = [f"{_number(rows, s, name, 's_rho')} / {_number(rows, s, name, 's_sigma')}" for s in systems]
        shown = f"({name})" if len(systems) > 1 and test is not None and test.more.get("greyed") else name
        zeta = _number(rows, "", name, "zeta")
        body.append((shown, zeta, _number(rows, "", name, "rho"), plain_number(test.value if test else None), *cells))
    header = ("attribute", "ζ", "ρ", "Friedman p", *(f"{s}: S_ρ / S_σ" for s in systems))
    yield TextTable("Attributes", header, body, ["(in brackets): Friedman p ≥ 0.05 or too few systems to test"])


def _number(rows: Found, system: str, name: str, metric: str) -> str:
    row = rows.get((system, name, "ALL", metric))
    return plain_number(row.value if row else None)


def _edges(row: Row) -> str:
    lo, hi = row.more.get("lo"), row.more.get("hi")
    if lo is None and hi is None:
        return ""
    if lo == hi:
        return f"{{{lo:g}}}"
    left = "(-∞" if lo is None else f"({lo:.4g}"
    return f"{left}, ∞)" if hi is None else f"{left}, {hi:.4g}]"


def tmr(result: Result) -> Iterable[TextTable]:
    """Recall by set, then by set and type for each system, then the head-to-head table of the paired tests."""
    yield from grid(result, "tmr")
    rows = find(result, "tmr")
    labels = [k[2] for k in rows if k[1] == "SEEN" and k[3] == "recall" and k[2] != "ALL"]
    sets = list(dict.fromkeys(k[1] for k in rows if k[3] == "recall"))
    for system in systems_of(result):
        body = [
            (s, *(with_interval(rows.get((system, s, label, "recall"))) for label in dict.fromkeys(labels)))
            for s in sets
        ]
        yield TextTable(f"tmr: recall by type, {system} (%)", ("", *dict.fromkeys(labels)), body)
    yield from ticks(result, "tmr")


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
    yield TextTable(f"{suite}: head to head", ("", *(f"{a} – {b}" for a, b in pairs)), body, ["✓: p Holm < 0.05"])


def _tick(row: Row) -> str:
    ahead = row.system if (row.value or 0) > 0 else row.more["other"] if (row.value or 0) < 0 else "="
    return f"{ahead} ✓" if (row.more.get("p_holm") or 1) < 0.05 else ahead


SUITE_TABLES: dict[str, Callable[[Result], Iterable[TextTable]]] = {
    "standard": standard,
    "tmr": tmr,
    "contamination": contamination,
    "interpreteval": interpreteval,
    "statistics": statistics,
    "rockner": rockner,
}
