"""InterpretEval's tables: F1 by bucket, model-wise and attribute-wise measures, the two diagnoses."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from nerproof.base.results import Result, Row
from nerproof.report.cells import Rows, TextTable, percent, plain_number, significant, with_interval

GREYED = "(in brackets): the buckets of this system may differ by chance (Wald test, adjusted p ≥ 0.05)"


def interpreteval(result: Result) -> Iterable[TextTable]:
    rows = Rows(result, "interpreteval")
    scored = [s for s in rows.systems if any(k[0] == s and k[3] == "f1" for k in rows)]
    for attribute in dict.fromkeys(part.split(":")[0] for part in rows.slices("f1") if ":" in part):
        yield _buckets(rows, scored, attribute)
    yield from _analyses(rows, [s for s in rows.systems if any(k[0] == s and k[3] == "s_rho" for k in rows)])
    yield from _self_diagnosis(rows)
    yield from _comparative(result)


def _buckets(rows: Rows, systems: list[str], attribute: str) -> TextTable:
    body = []
    for part in (p for p in rows.slices("f1") if p.startswith(attribute + ":")):
        found = [rows.get((s, part, "ALL", "f1")) for s in systems]
        n = next((str(r.more["n_gold"]) for r in found if r and "n_gold" in r.more), "")
        edge = next((_edges(r) for r in found if r and "hi" in r.more), "")
        body.append((part.split(":", 1)[1], edge, n, *map(with_interval, found)))
    return TextTable(f"F1 by {attribute} (%)", ("bucket", "interval", "n gold", *systems), body)


def _edges(row: Row) -> str:
    lo, hi = row.more.get("lo"), row.more.get("hi")
    if lo is None and hi is None:
        return ""
    if lo == hi:
        return f"{{{lo:g}}}"
    left = "(-∞" if lo is None else f"({lo:.4g}"
    if hi is None:
        return f"{left}, ∞)"
    return f"{left}, 1)" if 0.999999 < hi < 1 else f"{left}, {hi:.4g}]"


MEASURES = {"zeta": "ζ", "zeta_normalised": "ζ / largest", "rho": "ρ", "friedman_p": "Friedman p"}


def _analyses(rows: Rows, systems: list[str]) -> Iterable[TextTable]:
    """Model-wise and attribute-wise measures; in brackets where the buckets of a system are not shown to differ."""
    names = list(dict.fromkeys(k[1] for k in rows if k[3] in ("s_rho", "zeta")))
    if not names:
        return
    shown = {m: title for m, title in MEASURES.items() if any(k[0] == "" and k[3] == m for k in rows)}
    body = [
        (name, *(_number(rows, "", name, m) for m in shown), *(_model_wise(rows, s, name) for s in systems))
        for name in names
    ]
    header = ("attribute", *shown.values(), *(f"{s}: S_ρ / S_σ" for s in systems))
    yield TextTable("Attributes", header, body, [GREYED] if systems else [])


def _bracketed(text: str, test: Row | None) -> str:
    return f"({text})" if test is not None and test.more.get("greyed") else text


def _model_wise(rows: Rows, system: str, name: str) -> str:
    """S_ρ and S_σ; over several datasets with the p of a model's own test."""
    text = f"{_number(rows, system, name, 's_rho')} / {_number(rows, system, name, 's_sigma')}"
    over_datasets = rows.get((system, name, "ALL", "friedman_p"))
    if over_datasets is not None:
        return _bracketed(f"{text}, p {_p(over_datasets)}", over_datasets)
    return _bracketed(text, rows.get((system, name, "ALL", "wald_p")))


def _p(row: Row) -> str:
    """The p, or how many systems or datasets the test would need to reach 0.05."""
    if row.value is None and row.more.get("needs"):
        return f"needs {row.more['needs']}"
    return plain_number(row.value)


def _number(rows: Rows, system: str, name: str, metric: str) -> str:
    row = rows.get((system, name, "ALL", metric))
    return plain_number(None) if row is None else _p(row)


def _self_diagnosis(rows: Rows) -> Iterable[TextTable]:
    """From the bucket scores themselves, so that it holds for means over runs, too."""
    scores: dict[tuple[str, str], dict[str, float]] = {}
    for (system, part, _, metric), row in rows.items():
        if metric == "f1" and ":" in part and row.value is not None:
            attribute, _, bucket = part.partition(":")
            scores.setdefault((attribute, system), {})[bucket] = row.value
    shown = [(a, s, found) for (a, s), found in sorted(scores.items()) if s in rows.systems]
    body = [(a, s, *_ends(found), _gap(rows, a, s, found)) for a, s, found in shown]
    if body:
        title = "Self-diagnosis: best and worst bucket (F1, %)"
        yield TextTable(title, ("attribute", "system", "best", "worst", "gap (points)"), body, [GREYED])


def _gap(rows: Rows, attribute: str, system: str, scores: dict[str, float]) -> str:
    """With its interval; in brackets where the buckets are not shown to differ."""
    row = rows.get((system, attribute, "ALL", "gap"))
    text = percent(max(scores.values()) - min(scores.values())) if row is None else with_interval(row)
    return _bracketed(text, rows.get((system, attribute, "ALL", "wald_p")))


def _ends(scores: dict[str, float]) -> tuple[str, str]:
    best, worst = (pick(scores, key=lambda b: scores[b]) for pick in (max, min))
    return f"{best} {percent(scores[best])}", f"{worst} {percent(scores[worst])}"


def _comparative(result: Result) -> Iterable[TextTable]:
    """Where one of two systems is furthest ahead and furthest behind, with the paired test of these buckets."""
    found = [r for r in result.where(suite="interpreteval", metric="comparative") if r.value is not None]
    differences = result.where(suite="interpreteval", metric="difference:f1")
    tests = {(r.system, r.more["other"], r.slice): r for r in differences}
    body = [
        (r.slice, r.system, r.more["other"], _end(r, "ahead", tests), _end(r, "behind", tests))
        for r in found
        if "ahead" in r.more
    ]
    if body:
        header = ("attribute", "A", "B", "A − B largest (points)", "A − B smallest")
        legend = "✓: adjusted p < 0.05 (paired randomisation, max-t over all pairs and buckets)"
        yield TextTable("Comparative diagnosis", header, body, [legend])
    yield from _over_datasets(result, found)


def _end(row: Row, which: str, tests: Mapping[tuple[str, str, str], Row]) -> str:
    bucket = row.more[which]
    tick = " ✓" if significant(tests.get((row.system, row.more["other"], bucket))) else ""
    return f"{bucket.partition(':')[2]} {percent(row.more[f'{which}_by'])}{tick}"


def _over_datasets(result: Result, found: list[Row]) -> Iterable[TextTable]:
    """Mean differences over datasets; Wilcoxon's test by bucket where there are enough pairs of runs and datasets."""
    body = [
        (r.slice, r.system, r.more["other"], percent(r.value), str(r.more["pairs"])) for r in found if "pairs" in r.more
    ]
    if body:
        header = ("attribute", "A", "B", "A − B (points)", "pairs")
        yield TextTable("Comparative diagnosis over all datasets", header, body)
    tests = list(result.where(suite="interpreteval", metric="wilcoxon_p"))
    if tests:
        body = [(r.slice, r.system, r.more["other"], str(r.more["pairs"]), _p(r)) for r in tests]
        note = "needs n: fewer pairs of runs and datasets cannot reach p < 0.05"
        yield TextTable("Wilcoxon by bucket", ("bucket", "A", "B", "pairs", "Wilcoxon p"), body, [note])
