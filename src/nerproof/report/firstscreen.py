"""The first screen: the verdicts, the numbers they rest on, and the other findings, in the words of the result."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from nerproof.report.answers import Answer, answers, split_headline
from nerproof.report.view import ALL, Cell, Finding, View, pointer


@dataclass(frozen=True)
class Measure:
    """A column of the first screen in plain words; ``name`` is what the papers call it."""

    title: str
    name: str
    meaning: str
    suite: str
    slice: str
    metric: str
    kind: str = "score"


MEASURES = (
    Measure(
        "All mentions",
        "F1",
        "Balance of recall and precision over all mentions. Higher is better.",
        "standard",
        ALL,
        "f1",
    ),
    Measure(
        "Names seen in training",
        "recall if seen",
        "Recall if every name were seen in training, standardised by type and length. Higher is better.",
        "tmr",
        ALL,
        "recall_if_seen",
    ),
    Measure(
        "New names",
        "recall if new",
        "Recall if every name were new, standardised by type and length. Higher is better.",
        "tmr",
        ALL,
        "recall_if_new",
    ),
    Measure(
        "Retention",
        "new / seen",
        "How much of its recall the system keeps on new names, in percent. 100 means that memory plays no part.",
        "tmr",
        ALL,
        "retention",
    ),
    Measure(
        "Ambiguous names",
        "TCM-ALL",
        "Recall on mentions whose name has two or more types in the test set. Higher is better.",
        "tmr",
        "TCM-ALL",
        "recall",
    ),
    Measure(
        "Hard words wrong",
        "hardeval",
        "Error rate on words that are unseen or mostly labelled otherwise in training, averaged. Lower is better.",
        "hardeval",
        ALL,
        "score",
    ),
)

# Of one system and of several.
WORDS = {
    "relies-on-memory": ("relies on memory", "rely on memory"),
    "leans-on-memory": ("leans on memory", "lean on memory"),
    "holds-up": ("holds up on new names", "hold up on new names"),
}


@dataclass(frozen=True)
class Shown:
    """A number with its interval and the row it is from."""

    row: int
    value: Cell
    low: Cell | None
    high: Cell | None


@dataclass(frozen=True)
class Line:
    system: str
    verdict: Finding | None
    cells: list[Shown | None]
    note: str = ""


@dataclass(frozen=True)
class Screen:
    measures: list[Measure]
    lines: list[Line]
    findings: list[Finding]  # those that no line has
    headline: str
    answers: list[Answer]
    most: int = 10  # findings that are shown unfolded


def first_screen(view: View) -> Screen:
    """Measures that no row speaks of are left out."""
    measures = [m for m in MEASURES if view.select(m.suite, slice=m.slice, metric=m.metric, label=ALL)]
    lines = [_line(view, system, measures) for system in view.systems]
    verdicts = [line.verdict for line in lines if line.verdict is not None]
    others = [f for f in view.findings if f not in verdicts]
    headline = _headline(verdicts, _experiment(view), len(lines))
    return Screen(measures, lines, others, headline, answers(view))


def _line(view: View, system: str, measures: list[Measure]) -> Line:
    note = f"mean of {len(view.datasets)} datasets" if system in view.means else ""
    verdict = next((f for f in view.findings if f.get("rule") == "memory" and f.get("system") == system), None)
    return Line(system, verdict, [_shown(view, system, m) for m in measures], note)


def _experiment(view: View) -> str:
    if view.has("agreement"):
        return "How far do the annotators agree?"
    if view.extras.get("split"):
        return split_headline(view)
    about = view.extras.get("experiment")
    name = about.get("name") or about.get("recipe") if isinstance(about, Mapping) else ""
    return f"Experiment: {name}" if name else ""


def _shown(view: View, system: str, measure: Measure) -> Shown | None:
    at = view.at(measure.suite, system, measure.slice, ALL, measure.metric)
    if at is None:
        return None
    row = view.rows[at]
    low, high = (
        Cell(pointer("rows", at, key), measure.kind, row[key]) if row.get(key) is not None else None
        for key in ("low", "high")
    )
    return Shown(at, Cell(pointer("rows", at, "value"), measure.kind, row.get("value")), low, high)


def _headline(verdicts: list[Finding], experiment: str, systems: int) -> str:
    """How many systems get which verdict; what the result is about where nothing can be told."""
    given = [str(f["verdict"]) for f in verdicts if f.get("verdict") in WORDS]
    if not given and experiment:
        return experiment
    if not given and verdicts:
        return "Cannot tell recognising from remembering"
    if not given:
        return "How well do these systems find names?" if systems != 1 else "How well does this system find names?"
    if systems == 1:
        return f"This system {WORDS[given[0]][0]}"
    counts = [(given.count(verdict), WORDS[verdict]) for verdict in WORDS if verdict in given]
    if len(counts) == 1 and len(given) == systems:
        return f"{'Both' if systems == 2 else f'All {systems}'} systems {counts[0][1][1]}"
    (first, words), *rest = counts
    head = f"{first} of {systems} systems {words[first > 1]}"
    return ", ".join([head, *(f"{count} {words[count > 1]}" for count, words in rest)])
