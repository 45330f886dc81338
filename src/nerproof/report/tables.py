"""The tables people read, from a Result: the same for terminal, Markdown and LaTeX."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from nerproof.base.results import Result, Row
from nerproof.report.cells import ALPHA, TextTable, percent, significant, systems_of, with_interval
from nerproof.report.numbers import UNDEFINED
from nerproof.report.suite_tables import SUITE_TABLES, grid, standard


def tables(result: Result) -> list[TextTable]:
    """All tables of a result; of several datasets one after the other, then what they say together."""
    datasets = list(dict.fromkeys(str(r.more["dataset"]) for r in result.rows if "dataset" in r.more))
    if not datasets:
        return _tables(result)
    found = [replace(t, title=f"{d}: {t.title}") for d in datasets for t in _tables(_part(result, d))]
    return [*found, *(replace(t, title=f"All datasets: {t.title}") for t in _tables(_part(result, None)))]


def _part(result: Result, dataset: str | None) -> Result:
    return Result(result.signature, [r for r in result.rows if r.more.get("dataset") == dataset])


def _tables(result: Result) -> list[TextTable]:
    suites = _suites(result)
    found = [t for s in suites for t in (SUITE_TABLES[s](result) if s in SUITE_TABLES else grid(result, s))]
    return [*found, *_comparisons(result), *_over_splits(result)]


def _suites(result: Result) -> list[str]:
    """Suites in the order of their tables, standard scores first; those without tables of their own at the end."""
    known = list(SUITE_TABLES)
    return sorted({r.suite: 0 for r in result.rows}, key=lambda s: known.index(s) if s in known else len(known))


# What a reader wants first: which row, under which heading.
ANSWERS = (
    ("F1", "standard", "ALL", "f1"),
    ("recall if seen", "tmr", "ALL", "recall_if_seen"),
    ("recall if new", "tmr", "ALL", "recall_if_new"),
    ("retention", "tmr", "ALL", "retention"),
    ("recall ambiguous", "tmr", "TCM-ALL", "recall"),
    ("hardeval ↓", "hardeval", "ALL", "score"),
)


def answer(result: Result) -> TextTable | None:
    """One line per system: F1, recall if every name were seen and if every name were new, and the verdict."""
    rows = {(r.system, r.suite, r.slice, r.metric): r for r in result.rows if r.label == "ALL"}
    known = {key[1:] for key, row in rows.items() if row.value is not None}
    wanted = [a for a in ANSWERS if a[1:] in known]
    if len(wanted) < 2:
        return None
    verdicts = {f.system: f.verdict or "" for f in result.findings if f.rule == "memory" and f.system}
    body = [
        (s, *(with_interval(rows.get((s, *a[1:]))) for a in wanted), *([verdicts.get(s, "")] if verdicts else []))
        for s in systems_of(result)
    ]
    header = ("system", *(a[0] for a in wanted), *(["verdict"] if verdicts else []))
    said = {
        "recall if new": "if seen, if new: standardised by type and length; retention = if new / if seen",
        "hardeval ↓": "↓ lower is better",
    }
    notes = ["; ".join(text for title, text in said.items() if title in header)] if set(said) & set(header) else []
    return TextTable("Does it recognise names or remember them? (%)", header, body, notes)


def brief(result: Result) -> list[TextTable]:
    """The answer, the standard scores and the comparison by F1: one screen."""
    first = answer(result)
    if not any(r.suite == "standard" for r in result.rows):
        return tables(result)
    compared = _comparisons(result, only={("standard", "ALL", "f1"), ("tmr", "UNSEEN-ANY", "recall")})
    return [*([first] if first else []), *standard(result), *compared]


def _comparisons(result: Result, only: set[tuple[str, str, str]] | None = None) -> Iterable[TextTable]:
    """All comparisons; of ``only`` some scores, those that are significant."""
    rows = [r for r in result.rows if r.metric.startswith("difference:") and r.suite != "interpreteval"]
    if only is not None:
        rows = [r for r in rows if (r.suite, r.slice, r.metric.partition(":")[2]) in only]
    apart = [r for r in rows if r.more.get("paired") is False]
    beside = [r for r in rows if r.more.get("paired") is not False]
    paired, unpaired = f"p: paired randomisation; {ADJUSTED} (max-t)", f"p: from both intervals; {ADJUSTED} (Holm)"
    yield from _compared("Paired comparisons", beside, paired, every=only is None)
    yield from _compared("Unpaired comparisons", apart, unpaired, every=only is None)


ADJUSTED = "adjusted for all pairs and all headline scores"


def _compared(title: str, rows: Sequence[Row], legend: str, *, every: bool) -> Iterable[TextTable]:
    told = [r for r in rows if every or significant(r)]
    if not told:
        return
    body = [
        (
            f"{r.suite} {r.slice} {r.metric.partition(':')[2]}",
            r.system,
            r.more["other"],
            with_interval(r),
            _p(r.more.get("p")),
            _p(r.more.get("p_adjusted")) + (" ✓" if significant(r) else ""),
        )
        for r in told
    ]
    header = ("score", "A", "B", "A − B (points)", "p", "p adjusted")
    left = len(rows) - len(told)
    others = f"{left} comparison{'s' * (left != 1)} without a significant difference: use -v to print them"
    yield TextTable(title, header, body, [f"{legend}; ✓: adjusted p < {ALPHA}", *([others] if left else [])])


def _over_splits(result: Result) -> Iterable[TextTable]:
    """Mean differences over splits, and in how many of them the difference is significant after correction."""
    rows = [r for r in result.rows if r.metric.startswith("mean_difference:")]
    body = [
        (
            f"{r.suite} {r.slice} {r.metric.partition(':')[2]}",
            r.system,
            r.more["other"],
            percent(r.value),
            f"{r.more['ahead']}/{r.more['splits']}",
            *(str(r.more[f"significant_{name}"]) for name in ("bonferroni", "holm")),
        )
        for r in rows
    ]
    if body:
        header = ("score", "A", "B", "mean A − B (points)", "A higher in", "significant: Bonferroni", "Holm")
        yield TextTable("Differences over splits", header, body, ["significant: splits with p < 0.05 after correction"])


def _p(value: float | None) -> str:
    return UNDEFINED if value is None else f"{value:.4f}"


def flags(shown: Sequence[TextTable]) -> list[str]:
    """The legend of the marks that were used."""
    starred = any(" *" in cell for t in shown for row in t.rows for cell in row)
    return ["* fewer than 30 items, or a set under 1 % of the mentions: read with care"] if starred else []
