"""Agreement of annotators: one line per pair, F1 by type, and the coefficient over all of them."""

from __future__ import annotations

from collections.abc import Iterable

from nerproof.base.results import Result, Row
from nerproof.report.cells import Rows, TextTable, with_interval
from nerproof.report.numbers import UNDEFINED

MARKED = (
    "marked: only over tokens that an annotator marked; where most tokens are unmarked, the other is near 1 for anybody"
)


def agreement(result: Result) -> Iterable[TextTable]:
    rows = Rows(result, "agreement")
    body = [(pair, *_scores(rows, pair), *_counts(rows.get((pair, "ALL", "ALL", "f1")))) for pair in rows.systems]
    header = ("pair", "F1 (%)", "F1 of spans (%)", "κ", "κ marked", "first", "second", "both")
    yield TextTable("Agreement of each pair", header, body, [MARKED])
    labels = list(dict.fromkeys(key[2] for key in rows if key[3] == "f1" and key[2] != "ALL"))
    if labels:
        by_type = [(label, *map(with_interval, rows.across("ALL", "f1", label))) for label in labels]
        yield TextTable("F1 by type (%)", ("type", *rows.systems), by_type)
    together = [rows.get(("", "all annotators", "ALL", metric)) for metric in ("alpha", "alpha_marked")]
    if any(together):
        count = next(row.more["annotators"] for row in together if row)
        line = (str(count), *(_coefficient(row) for row in together))
        yield TextTable("All annotators", ("annotators", "Krippendorff's α", "α marked"), [line])


def _scores(rows: Rows, pair: str) -> tuple[str, ...]:
    return (
        *rows.cells(pair, ("f1", "unlabeled_f1")),
        *(_coefficient(rows.get((pair, "ALL", "ALL", metric))) for metric in ("kappa", "kappa_marked")),
    )


def _coefficient(row: Row | None) -> str:
    if row is None or row.value is None:
        return UNDEFINED
    return f"{row.value:.3f}" + ("" if row.low is None else f" [{row.low:.3f}, {row.high:.3f}]")


def _counts(row: Row | None) -> tuple[str, str, str]:
    names = ("n_first", "n_second", "n_both")
    first, second, both = (str(row.more[name]) if row and name in row.more else UNDEFINED for name in names)
    return first, second, both
