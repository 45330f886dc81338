"""hardeval's tables: 1 and 2 (mentions), 4 (subsets), 7-9 (TER), 10 (where the errors are), 11 (scores)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from nerproof.base.results import Result
from nerproof.report.cells import Rows, TextTable, best_marked, best_note, percent, size, with_interval
from nerproof.report.numbers import UNDEFINED

CAUTION = "A system that predicts nothing has TER 0 on the O rows (diff-O, unseen-O): read them with the I and E rows."
LOWER = "Lower is better."


def hardeval(result: Result) -> Iterable[TextTable]:
    rows = Rows(result, "hardeval")
    yield from mention_tables(result.extras.get("statistics") or {})
    yield from _subsets(rows)
    if rows.systems:
        yield _error_rates(rows)
        yield from _breakdown(rows)
        yield _scores(rows)


def mention_tables(parts: Mapping[str, Mapping[str, int]]) -> Iterable[TextTable]:
    """Ambiguous mentions of train and unseen ones of the others, over mentions and over distinct surfaces."""
    header = ("", "mentions", "{}", "%", "distinct surfaces", "{}", "%")
    for title, word in (("ambiguous mentions", "ambiguous"), ("mentions unseen in train", "unseen")):
        keys = ("mentions", "unique_mentions", f"{word}_mentions", f"{word}_unique_mentions")
        known = {name: n for name, n in parts.items() if all(isinstance(n.get(key), int) for key in keys)}
        body = [_mention_row(name, n, word) for name, n in known.items()]
        if body:
            yield TextTable(f"hardeval: {title}", tuple(h.format(word) for h in header), body)


def _mention_row(name: str, n: Mapping[str, int], word: str) -> tuple[str, ...]:
    cells = [name]
    for unit in ("mentions", "unique_mentions"):
        some, all_ = n[f"{word}_{unit}"], n[unit]
        cells += [str(all_), str(some), percent(some / all_ if all_ else None)]
    return tuple(cells)


def _subsets(rows: Rows) -> Iterable[TextTable]:
    body = [
        (k[1], str(r.count), percent(r.value), str(r.more.get("words", "")))
        for k, r in rows.items()
        if k[0] == "" and k[3] == "share"
    ]
    if body:
        yield TextTable("hardeval: hard tokens of the test data", ("subset", "tokens", "%", "distinct words"), body)


def _error_rates(rows: Rows) -> TextTable:
    lines = [(part, rows.across(part, "ter")) for part in rows.slices("ter")]
    body = [(part, size(found), *best_marked(found, lower=True)) for part, found in lines]
    notes = [LOWER, CAUTION, *best_note(rows.systems)]
    return TextTable("hardeval: token error rate (TER, %)", ("subset", "tokens", *rows.systems), body, notes)


def _breakdown(rows: Rows) -> Iterable[TextTable]:
    """Share of all token errors that fall in each part; the parts sum to 100 %."""
    parts = ("unseen", "diff", "other")
    if not rows.metrics(["error_share"]):
        return
    lines = [(s, [rows.get((s, part, "ALL", "error_share")) for part in parts]) for s in rows.systems]
    body = [(s, size(shares, UNDEFINED), *map(with_interval, shares)) for s, shares in lines]
    yield TextTable("hardeval: where the errors are (%)", ("system", "errors", *parts), body)


def _scores(rows: Rows) -> TextTable:
    """In-domain and out-of-domain systems are systems of a result of several datasets."""
    score, weighted = (best_marked(rows.across("ALL", m), lower=True) for m in ("score", "ter_weighted"))
    parts = [[with_interval(rows.get((s, p, "ALL", "ter"))) for p in ("unseen", "diff")] for s in rows.systems]
    body = [(s, *p, m, w) for s, p, m, w in zip(rows.systems, parts, score, weighted, strict=True)]
    notes = [
        "score = (TER unseen + TER diff) / 2. " + LOWER,
        "by difficulty: TER of all tokens, each weighed by how rarely its word has its label in training",
        *best_note(rows.systems),
    ]
    return TextTable("hardeval: score (%)", ("system", "TER unseen", "TER diff", "score", "by difficulty"), body, notes)
