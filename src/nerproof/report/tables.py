"""The tables people read, from a Result: the same for terminal, Markdown and LaTeX."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from nerproof.results import Result, Row

UNDEFINED = "–"
PLAIN = {"zeta", "rho", "s_rho", "s_sigma", "friedman_p"}  # numbers that are no percentages


@dataclass(frozen=True)
class TextTable:
    """A title, a header and rows of finished strings; ``notes`` stand under it."""

    title: str
    header: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    notes: list[str] = field(default_factory=list)


def percent(value: float | None) -> str:
    """Percent with two decimals, half away from zero (Python's own rounding is half to even).

    >>> percent(0.93125), percent(None)
    ('93.13', '–')
    """
    if value is None:
        return UNDEFINED
    scaled = int(abs(value) * 10_000 + 0.5 + 1e-9) / 100
    return f"{scaled if value >= 0 or scaled == 0 else -scaled:.2f}"


def plain_number(value: float | None) -> str:
    return UNDEFINED if value is None else f"{value:.4g}"


def with_interval(row: Row | None) -> str:
    if row is None or row.value is None:
        return UNDEFINED
    if row.more.get("sd") is not None:
        return f"{percent(row.value)} ± {percent(row.more['sd'])}"
    mark = " *" if row.more.get("small") else ""
    bounds = f" [{percent(row.low)}, {percent(row.high)}]" if row.low is not None else ""
    return f"{percent(row.value)}{bounds}{mark}"


def tables(result: Result) -> list[TextTable]:
    """All tables of a result, suite by suite."""
    suites = list(dict.fromkeys(r.suite for r in result.rows))
    known: dict[str, Callable[[Result], Iterable[TextTable]]] = {
        "standard": _standard,
        "contamination": _contamination,
        "interpreteval": _interpreteval,
        "statistics": _statistics,
    }
    found = [t for s in suites for t in known.get(s, lambda r, s=s: _grid(r, s))(result)]  # type: ignore[misc]
    return [*found, *_comparisons(result)]


# What a reader wants first: which row, under which heading.
ANSWERS = (
    ("F1", "standard", "ALL", "f1"),
    ("F1 clean", "contamination", "ALL", "f1_clean"),
    ("ΔF1", "contamination", "ALL", "delta_f1"),
    ("recall unseen", "tmr", "UNSEEN-ANY", "recall"),
    ("recall confusable", "tmr", "TCM-ALL", "recall"),
    ("hardeval ↓", "hardeval", "ALL", "score"),
)


def answer(result: Result) -> TextTable | None:
    """One line per system: what it scores, and what is left of it on what it has not seen."""
    rows = {(r.system, r.suite, r.slice, r.metric): r for r in result.rows if r.label == "ALL"}
    wanted = [a for a in ANSWERS if any((s, *a[1:]) in rows for s in _systems(result))]
    if len(wanted) < 2:
        return None
    body = [(s, *(with_interval(rows.get((s, *a[1:]))) for a in wanted)) for s in _systems(result)]
    notes = ["clean, unseen: entities that are not in the training data; ΔF1 = F1 − F1 clean; ↓ lower is better"]
    return TextTable("Does it recognise or remember? (%)", ("system", *(a[0] for a in wanted)), body, notes)


def brief(result: Result) -> list[TextTable]:
    """The answer, the standard scores and the comparison by F1: one screen."""
    first = answer(result)
    if first is None:
        return tables(result)
    standard = list(_standard(result)) if any(r.suite == "standard" for r in result.rows) else []
    compared = [t for t in _comparisons(result, only={"standard": "f1", "contamination": "f1_clean"})]
    return [first, *standard, *compared]


def _find(result: Result, suite: str) -> dict[tuple[str, str, str, str], Row]:
    return {
        (r.system, r.slice, r.label, r.metric): r for r in result.rows if r.suite == suite and "other" not in r.more
    }


def _systems(result: Result) -> list[str]:
    """Systems to show: of several runs only their mean."""
    means = {r.system for r in result.rows if "runs" in r.more}
    return [s for s in result.systems if s in means or s.rpartition("@")[0] not in means]


def _standard(result: Result) -> Iterable[TextTable]:
    rows = _find(result, "standard")
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
        for name in _systems(result)
    ]
    yield TextTable("Standard scores (strict, %)", header, body)
    yield from _per_type(result, rows)


def _value(rows: dict[tuple[str, str, str, str], Row], system: str, metric: str) -> float | None:
    row = rows.get((system, "ALL", "ALL", metric))
    return row.value if row else None


def _confusions(row: Row | None) -> tuple[str, str, str]:
    """True positives, false positives and false negatives."""
    if row is None or "n_correct" not in row.more:
        return (UNDEFINED, UNDEFINED, UNDEFINED)
    tp, gold, pred = (row.more[k] for k in ("n_correct", "n_gold", "n_pred"))
    return str(tp), str(pred - tp), str(gold - tp)


def _per_type(result: Result, rows: dict[tuple[str, str, str, str], Row]) -> Iterable[TextTable]:
    labels = list(dict.fromkeys(k[2] for k in rows if k[1] == "ALL" and k[3] == "f1" and k[2] != "ALL"))
    systems = _systems(result)
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


def _grid(result: Result, suite: str) -> Iterable[TextTable]:
    """One table per metric: slices down, systems across."""
    rows = {
        k: r for k, r in _find(result, suite).items() if k[2] == "ALL" and not k[3].startswith(("rank", "difference"))
    }
    for metric in dict.fromkeys(k[3] for k in rows):
        slices = list(dict.fromkeys(k[1] for k in rows if k[3] == metric))
        systems = [s for s in _systems(result) if any(k[0] == s and k[3] == metric for k in rows)]
        if not systems:
            yield _data_table(rows, suite, metric)
            continue
        body = []
        for part in slices:
            found = [rows.get((s, part, "ALL", metric)) for s in systems]
            sizes = [r.total for r in found if r is not None and r.total is not None]
            body.append((part, str(sizes[0]) if sizes else "", *(with_interval(r) for r in found)))
        yield TextTable(f"{suite}: {metric} (%)", ("", "n", *systems), body)


def _statistics(result: Result) -> Iterable[TextTable]:
    """Sizes: counts down, parts across."""
    rows = _find(result, "statistics")
    parts = list(dict.fromkeys(k[1] for k in rows))
    body = []
    for metric in dict.fromkeys(k[3] for k in rows):
        found = [rows.get(("", part, "ALL", metric)) for part in parts]
        body.append((metric.replace("_", " "), *(str(r.count) if r else "" for r in found)))
    yield TextTable("Data", ("", *parts), body)


def _data_table(rows: dict[tuple[str, str, str, str], Row], suite: str, metric: str) -> TextTable:
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


def _contamination(result: Result) -> Iterable[TextTable]:
    rows = _find(result, "contamination")
    if not _systems(result):
        yield from _rates(rows)
        return
    metrics = [
        m
        for m in ("f1", "f1_clean", "delta_f1", "recall", "recall_clean", "recall_contaminated")
        if any(k[3] == m for k in rows)
    ]
    body = [(s, *(with_interval(rows.get((s, "ALL", "ALL", m))) for m in metrics)) for s in _systems(result)]
    yield TextTable("Entity contamination (%)", ("system", *metrics), body)
    yield from _rates(rows)


def _rates(rows: dict[tuple[str, str, str, str], Row]) -> Iterable[TextTable]:
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


def _interpreteval(result: Result) -> Iterable[TextTable]:
    rows = _find(result, "interpreteval")
    systems = _systems(result)
    if not systems:
        yield from _grid(result, "interpreteval")
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


def _analyses(rows: dict[tuple[str, str, str, str], Row], systems: list[str]) -> Iterable[TextTable]:
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


def _number(rows: dict[tuple[str, str, str, str], Row], system: str, name: str, metric: str) -> str:
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


def _comparisons(result: Result, only: dict[str, str] | None = None) -> Iterable[TextTable]:
    rows = [r for r in result.rows if r.metric.startswith("difference:")]
    if only is not None:
        rows = [r for r in rows if only.get(r.suite) == r.metric.partition(":")[2]]
    if not rows:
        return
    body = [
        (
            f"{r.suite} {r.slice} {r.metric.partition(':')[2]}",
            r.system,
            r.more["other"],
            with_interval(r),
            _p(r.more.get("p")),
            _p(r.more.get("p_randomisation")),
            _p(r.more.get("p_holm")) + (" ✓" if (r.more.get("p_holm") or 1) < 0.05 else ""),
        )
        for r in rows
    ]
    header = ("score", "A", "B", "A − B (points)", "p bootstrap", "p randomisation", "p Holm")
    yield TextTable(
        "Paired comparisons", header, body, ["✓: significant at 0.05 after Holm's correction over the pairs."]
    )


def _p(value: float | None) -> str:
    return UNDEFINED if value is None else f"{value:.4f}"


def flags(shown: Sequence[TextTable]) -> list[str]:
    """The legend of the marks that were used."""
    starred = any(" *" in cell for t in shown for row in t.rows for cell in row)
    return ["* fewer than 30 items: read with care"] if starred else []
