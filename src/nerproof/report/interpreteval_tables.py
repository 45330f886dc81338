"""InterpretEval's tables: F1 by bucket, model-wise and attribute-wise measures, the two diagnoses."""

from __future__ import annotations

from collections.abc import Iterable

from nerproof.base.results import Result, Row
from nerproof.report.cells import Found, TextTable, find, percent, plain_number, systems_of, with_interval

GREYED = "(in brackets): Friedman p ≥ 0.05, or fewer than 3 buckets or 2 systems: buckets are not shown to differ"


def interpreteval(result: Result) -> Iterable[TextTable]:
    rows = find(result, "interpreteval")
    systems = [s for s in systems_of(result) if any(k[0] == s for k in rows)]
    scored = [s for s in systems if any(k[0] == s and k[3] == "f1" for k in rows)]
    for attribute in dict.fromkeys(k[1].split(":")[0] for k in rows if ":" in k[1] and k[3] == "f1"):
        yield _buckets(rows, scored, attribute)
    yield from _analyses(rows, [s for s in systems if any(k[0] == s and k[3] == "s_rho" for k in rows)])
    yield from _self_diagnosis(rows, systems)
    yield from _comparative(result)


def _buckets(rows: Found, systems: list[str], attribute: str) -> TextTable:
    body = []
    for part in dict.fromkeys(k[1] for k in rows if k[1].startswith(attribute + ":") and k[3] == "f1"):
        found = [rows.get((s, part, "ALL", "f1")) for s in systems]
        n = next((str(r.more["n_gold"]) for r in found if r and "n_gold" in r.more), "")
        edge = next((_edges(r) for r in found if r and "hi" in r.more), "")
        body.append((part.split(":", 1)[1], edge, n, *(with_interval(r) for r in found)))
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


def _analyses(rows: Found, systems: list[str]) -> Iterable[TextTable]:
    """Model-wise and attribute-wise measures; attributes that fail Friedman's test are in brackets."""
    names = list(dict.fromkeys(k[1] for k in rows if k[3] in ("s_rho", "zeta")))
    if not names:
        return
    shown = {m: title for m, title in MEASURES.items() if any(k[0] == "" and k[3] == m for k in rows)}
    body = [
        (
            _bracketed(name, rows.get(("", name, "ALL", "friedman_p"))),
            *(_number(rows, "", name, m) for m in shown),
            *(_model_wise(rows, s, name) for s in systems),
        )
        for name in names
    ]
    header = ("attribute", *shown.values(), *(f"{s}: S_ρ / S_σ" for s in systems))
    yield TextTable("Attributes", header, body, [GREYED] if systems else [])


def _bracketed(text: str, test: Row | None) -> str:
    return f"({text})" if test is not None and test.more.get("greyed") else text


def _model_wise(rows: Found, system: str, name: str) -> str:
    """S_ρ and S_σ; over several datasets with the p of a model's own test."""
    text = f"{_number(rows, system, name, 's_rho')} / {_number(rows, system, name, 's_sigma')}"
    test = rows.get((system, name, "ALL", "friedman_p"))
    return text if test is None else _bracketed(f"{text}, p {plain_number(test.value)}", test)


def _number(rows: Found, system: str, name: str, metric: str) -> str:
    row = rows.get((system, name, "ALL", metric))
    return plain_number(row.value if row else None)


def _self_diagnosis(rows: Found, systems: list[str]) -> Iterable[TextTable]:
    """From the bucket scores themselves, so that it holds for means over runs, too."""
    scores: dict[tuple[str, str], dict[str, float]] = {}
    for (system, part, _, metric), row in rows.items():
        if metric == "f1" and ":" in part and row.value is not None:
            attribute, _, bucket = part.partition(":")
            scores.setdefault((attribute, system), {})[bucket] = row.value
    shown = [(a, s, found) for (a, s), found in sorted(scores.items()) if s in systems]
    body = [(a, s, *_ends(found), percent(max(found.values()) - min(found.values()))) for a, s, found in shown]
    if body:
        title = "Self-diagnosis: best and worst bucket (F1, %)"
        yield TextTable(title, ("attribute", "system", "best", "worst", "gap"), body)


def _ends(scores: dict[str, float]) -> tuple[str, str]:
    best, worst = (pick(scores, key=lambda b: scores[b]) for pick in (max, min))
    return f"{best} {percent(scores[best])}", f"{worst} {percent(scores[worst])}"


def _comparative(result: Result) -> Iterable[TextTable]:
    """Where one of two systems is furthest ahead and furthest behind, with the signed-rank test over buckets."""
    found = [r for r in result.where(suite="interpreteval", metric="comparative") if r.value is not None]
    body = [
        (r.slice, r.system, r.more["other"], _end(r, "ahead"), _end(r, "behind"), plain_number(r.more["p_wilcoxon"]))
        for r in found
        if "ahead" in r.more
    ]
    if body:
        header = ("attribute", "A", "B", "A − B largest (points)", "A − B smallest", "Wilcoxon p")
        yield TextTable("Comparative diagnosis", header, body)
    yield from _over_datasets(found)


def _end(row: Row, which: str) -> str:
    return f"{row.more[which].partition(':')[2]} {percent(row.more[f'{which}_by'])}"


def _over_datasets(found: list[Row]) -> Iterable[TextTable]:
    body = [
        (r.slice, r.system, r.more["other"], percent(r.value), str(r.more["pairs"]), plain_number(r.more["p_wilcoxon"]))
        for r in found
        if "pairs" in r.more
    ]
    if body:
        header = ("attribute", "A", "B", "A − B (points)", "paired buckets", "Wilcoxon p")
        yield TextTable("Comparative diagnosis over all datasets", header, body)
