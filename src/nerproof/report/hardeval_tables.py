"""hardeval's tables: 1 and 2 (mentions), 4 (subsets), 7-9 (TER), 10 (where the errors are), 11 (scores)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from nerproof.base.results import Result
from nerproof.report.cells import UNDEFINED, Found, TextTable, best_marked, find, percent, systems_of, with_interval

CAUTION = "A system that predicts nothing has TER 0 on the O rows (diff-O, unseen-O): read them with the I and E rows."
LOWER = "Lower is better."


def hardeval(result: Result) -> Iterable[TextTable]:
    rows = find(result, "hardeval")
    yield from mention_tables(result.extras.get("statistics") or {})
    yield from _subsets(rows)
    systems = [s for s in systems_of(result) if any(k[0] == s for k in rows)]
    if systems:
        yield from _error_rates(rows, systems)
        yield from _breakdown(rows, systems)
        yield _scores(rows, systems)


def mention_tables(parts: Mapping[str, Mapping[str, int]]) -> Iterable[TextTable]:
    """Ambiguous mentions of train and unseen ones of the others, over mentions and over distinct surfaces."""
    header = ("", "mentions", "{}", "%", "distinct surfaces", "{}", "%")
    for title, word in (("ambiguous mentions", "ambiguous"), ("mentions unseen in train", "unseen")):
        body = [_mention_row(name, n, word) for name, n in parts.items() if f"{word}_mentions" in n]
        if body:
            yield TextTable(f"hardeval: {title}", tuple(h.format(word) for h in header), body)


def _mention_row(name: str, n: Mapping[str, int], word: str) -> tuple[str, ...]:
    cells = [name]
    for unit in ("mentions", "unique_mentions"):
        some, all_ = n[f"{word}_{unit}"], n[unit]
        cells += [str(all_), str(some), percent(some / all_ if all_ else None)]
    return tuple(cells)


def _subsets(rows: Found) -> Iterable[TextTable]:
    body = [
        (k[1], str(r.count), percent(r.value), str(r.more.get("words", "")))
        for k, r in rows.items()
        if k[0] == "" and k[3] == "share"
    ]
    if body:
        yield TextTable("hardeval: hard tokens of the test data", ("subset", "tokens", "%", "distinct words"), body)


def _error_rates(rows: Found, systems: list[str]) -> Iterable[TextTable]:
    body = []
    for part in dict.fromkeys(k[1] for k in rows if k[3] == "ter"):
        found = [rows.get((s, part, "ALL", "ter")) for s in systems]
        n = next((str(r.total) for r in found if r is not None and r.total is not None), "")
        body.append((part, n, *best_marked(found, lower=True)))
    notes = [LOWER, CAUTION, *_best(systems)]
    yield TextTable("hardeval: token error rate (TER, %)", ("subset", "tokens", *systems), body, notes)


def _breakdown(rows: Found, systems: list[str]) -> Iterable[TextTable]:
    """Share of all token errors that fall in each part; the parts sum to 100 %."""
    if not any(k[3] == "error_share" for k in rows):
        return
    body = []
    for system in systems:
        shares = [rows.get((system, part, "ALL", "error_share")) for part in ("unseen", "diff", "other")]
        total = next((str(r.total) for r in shares if r is not None and r.total is not None), UNDEFINED)
        body.append((system, total, *(with_interval(r) for r in shares)))
    yield TextTable("hardeval: where the errors are (%)", ("system", "errors", "unseen", "diff", "other"), body)


def _scores(rows: Found, systems: list[str]) -> TextTable:
    """In-domain and out-of-domain systems are systems of a result of several datasets."""
    score, weighted = (
        best_marked([rows.get((s, "ALL", "ALL", m)) for s in systems], lower=True) for m in ("score", "ter_weighted")
    )
    parts = [[with_interval(rows.get((s, p, "ALL", "ter"))) for p in ("unseen", "diff")] for s in systems]
    body = [(s, *p, m, w) for s, p, m, w in zip(systems, parts, score, weighted, strict=True)]
    notes = [
        "score = (TER unseen + TER diff) / 2. " + LOWER,
        "by difficulty: TER of all tokens, each weighed by how rarely its word has its label in training",
        *_best(systems),
    ]
    return TextTable("hardeval: score (%)", ("system", "TER unseen", "TER diff", "score", "by difficulty"), body, notes)


def _best(systems: list[str]) -> list[str]:
    return ["•: best of the systems"] if len(systems) > 1 else []
