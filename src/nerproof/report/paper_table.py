"""The one table that a paper needs: systems by main scores, the best in bold where it is significant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from nerproof.base.results import Result, Row
from nerproof.report.cells import significant, systems_of
from nerproof.report.numbers import UNDEFINED, written


@dataclass(frozen=True)
class Column:
    """A heading and the row it shows; ``lower``: lower is better."""

    title: str
    suite: str
    slice: str
    metric: str
    lower: bool = False


COLUMNS = (
    Column("F1", "standard", "ALL", "f1"),
    Column("seen", "tmr", "SEEN", "recall"),
    Column("unseen", "tmr", "UNSEEN-ANY", "recall"),
    Column("retention", "tmr", "ALL", "retention"),
    Column("clean F1", "contamination", "ALL", "f1_clean"),
    Column("hardeval ↓", "hardeval", "ALL", "score", lower=True),
    Column("attacked F1", "rockner", "E", "f1"),
)
KNOWN = {c.slice for c in COLUMNS}
LEGEND = {
    "seen": "seen, unseen: recall on mentions whose entity is in the training set and on the others",
    "retention": "retention: recall if every name were new, in percent of the recall if every name were seen",
    "clean F1": "clean F1: F1 when recall counts new entities only",
    "hardeval ↓": "hardeval: error rate on unseen and label-shifted tokens (lower is better)",
    "attacked F1": "attacked F1: F1 with every name replaced by a new one",
}


@dataclass(frozen=True)
class Entry:
    """A number as text, its interval, and whether it is significantly better than every other system's."""

    value: str
    interval: str = ""
    best: bool = False


@dataclass(frozen=True)
class PaperTable:
    """Systems by columns, the best system first."""

    columns: tuple[Column, ...]
    lines: list[tuple[str, list[Entry]]]
    legend: list[str]


def paper_table(result: Result) -> PaperTable:
    """The columns that the result has rows for; systems in the order of their first column."""
    found = {
        (r.system, r.suite, r.slice, r.metric): r for r in result.rows if r.label == "ALL" and "other" not in r.more
    }
    systems = systems_of(result)
    every = [replace(c, slice=_attack(found)) if c.suite == "rockner" else c for c in COLUMNS]
    columns = tuple(c for c in every if any((s, c.suite, c.slice, c.metric) in found for s in systems))
    best = {c.title: _winner(result, c, systems) for c in columns}
    first = {s: found.get((s, *_key(columns[0]))) for s in systems} if columns else {}
    lines = [
        (s, [_entry(found.get((s, *_key(c))), best=best[c.title] == s) for c in columns])
        for s in sorted(systems, key=lambda s: -_number(first.get(s)))
    ]
    return PaperTable(columns, lines, list(_legend(columns, best)))


def _attack(found: Iterable[tuple[str, str, str, str]]) -> str:
    """Entities replaced, or the first setting of the user's own."""
    own = [k[2] for k in found if k[1] == "rockner" and k[3] == "drop_f1" and k[2] not in {"swap", "natural"}]
    return "E" if "E" in own or not own else own[0]


def _key(column: Column) -> tuple[str, str, str]:
    return column.suite, column.slice, column.metric


def _number(row: Row | None) -> float:
    return row.value if row is not None and row.value is not None else -1.0


def _entry(row: Row | None, *, best: bool) -> Entry:
    if row is None or row.value is None:
        return Entry(UNDEFINED)
    low, high = (written(end, "score") for end in (row.low, row.high))
    return Entry(written(row.value, "score"), "" if row.low is None else f"[{low}, {high}]", best)


def _winner(result: Result, column: Column, systems: Sequence[str]) -> str | None:
    """The system that is significantly better than every other one by this score."""
    suite, slice_, metric = _key(column)
    won: dict[str, int] = dict.fromkeys(systems, 0)
    for row in result.where(suite=suite, slice=slice_, label="ALL", metric=f"difference:{metric}"):
        if row.value and significant(row):
            ahead = (row.value > 0) != column.lower
            name = row.system if ahead else str(row.more["other"])
            won[name] = won.get(name, 0) + 1
    return next((s for s in systems if len(systems) > 1 and won[s] == len(systems) - 1), None)


def _legend(columns: Sequence[Column], best: dict[str, str | None]) -> Iterator[str]:
    own = {c.title: f"attacked F1: F1 on the attacked test set ({c.slice})" for c in columns if c.slice not in KNOWN}
    yield from (own.get(c.title, LEGEND[c.title]) for c in columns if c.title in LEGEND)
    if any(best.values()):
        yield "bold: significantly better than every other system (p < 0.05, paired randomisation, corrected by max-t)"
    elif columns:
        yield "no system is significantly better than every other one"
    yield "95 % intervals in brackets"
