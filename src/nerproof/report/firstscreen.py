"""The first screen: per system the six numbers that matter, what they mean, and which differences are real."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from nerproof.report.answers import Answer, answers, split_headline
from nerproof.report.verdict import Difference, Verdict, differences, small_samples, verdict
from nerproof.report.view import ALL, Cell, View, pointer


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
        "All entities",
        "F1",
        "Balance of found and correct, over all entities. Higher is better.",
        "standard",
        ALL,
        "f1",
    ),
    Measure(
        "New entities",
        "F1 clean",
        "The same, when only entities never seen in training count as found. Higher is better.",
        "contamination",
        ALL,
        "f1_clean",
    ),
    Measure(
        "Owed to memory",
        "ΔF1",
        "How far F1 falls without the entities seen in training. Near zero is better.",
        "contamination",
        ALL,
        "delta_f1",
        "points",
    ),
    Measure(
        "Hard words wrong",
        "hardeval",
        "Error rate on words that are new or change their label, averaged. Lower is better.",
        "hardeval",
        ALL,
        "score",
    ),
    Measure(
        "New names found",
        "UNSEEN-ANY",
        "Share of the mentions found whose name and type training never showed.",
        "tmr",
        "UNSEEN-ANY",
        "recall",
    ),
    Measure(
        "Ambiguous names found",
        "TCM-ALL",
        "Share of the mentions found whose name has several types in the test data.",
        "tmr",
        "TCM-ALL",
        "recall",
    ),
)


TONES = {
    "remembers": ("mostly remembers entities", "mostly remember entities"),
    "leans": ("leans on memory", "lean on memory"),
    "recognises": ("recognises new entities", "recognise new entities"),
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
    verdict: Verdict
    cells: list[Shown | None]
    note: str = ""


@dataclass(frozen=True)
class Screen:
    measures: list[Measure]
    lines: list[Line]
    differences: list[Difference]
    small: list[tuple[str, str, Cell]]
    headline: str
    answers: list[Answer]

    @property
    def clear(self) -> list[Difference]:
        return [difference for difference in self.differences if difference.significant]

    @property
    def unclear(self) -> list[Difference]:
        return [difference for difference in self.differences if not difference.significant]


def first_screen(view: View) -> Screen:
    """Measures that no row speaks of are left out."""
    measures = [m for m in MEASURES if view.select(m.suite, slice=m.slice, metric=m.metric, label=ALL)]
    lines = [_line(view, system, measures) for system in view.systems]
    whole = [line for line in lines if line.note] or lines
    headline = _headline(whole, _experiment(view))
    if lines != whole:
        headline += f" (mean of {len(view.datasets)} datasets)"
    return Screen(measures, lines, differences(view), small_samples(view), headline, answers(view))


def _line(view: View, system: str, measures: list[Measure]) -> Line:
    note = f"mean of {len(view.datasets)} datasets" if system in view.means else ""
    return Line(system, verdict(view, system), [_shown(view, system, m) for m in measures], note)


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


def _headline(lines: list[Line], experiment: str) -> str:
    tones = [line.verdict.tone for line in lines]
    known = [tone for tone in tones if tone != "unknown"]
    if not known and experiment:
        return experiment
    if not known:
        return (
            "How well do these systems find entities?"
            if len(lines) != 1
            else "How well does this system find entities?"
        )
    if set(known) == {"new"}:
        return "Nothing to remember: every test entity is new"
    counts = [(known.count(tone), TONES[tone]) for tone in TONES if tone in known]
    if len(known) == 1:
        return f"This system {counts[0][1][0]}"
    if len(counts) == 1:
        return f"{'Both' if len(known) == 2 else f'All {len(known)}'} systems {counts[0][1][1]}"
    (first, words), *rest = counts
    head = f"{first} of {len(known)} systems {words[first > 1]}"
    return ", ".join([head, *(f"{count} {words[count > 1]}" for count, words in rest)])
