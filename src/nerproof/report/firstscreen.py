"""The first screen: the main finding, the numbers of every system, and the other findings, as the result says them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

from nerproof.report.answers import Answer, agreement_headline, answers, experiment_headline, split_headline
from nerproof.report.numbers import written
from nerproof.report.view import ALL, SMALL, Cell, Finding, Part, Row, View, pointer


@dataclass(frozen=True)
class Measure:
    """A column of the first screen in plain words; ``name`` is what the papers call it, ``n`` on how many it rests."""

    title: str
    name: str
    meaning: str
    suite: str
    slice: str
    metric: str
    kind: str = "score"
    sized: tuple[str, str] | None = None  # suite and slice of the row whose count says how many there are
    n: Cell | None = None


MEANINGS = {
    "f1": "Balance of recall and precision over all mentions. Higher is better.",
    "seen": "Recall if every name were seen in training, standardised by type and length. Higher is better.",
    "new": "Recall if every name were new, standardised by type and length. Higher is better.",
    "retention": "How much of its recall the system keeps on new names, in percent. 100: memory plays no part.",
    "ambiguous": "Recall on mentions whose name has two or more types in the test set (TCM-ALL). Higher is better.",
    "hard": "Error rate on words that are unseen or mostly labelled otherwise in training, averaged. Lower is better.",
    "attack": "Points of F1 lost with every name replaced by a new one, beyond the control with training names.",
}
F1 = Measure("All mentions", "F1", MEANINGS["f1"], "standard", ALL, "f1")
MEASURES = (
    F1,
    Measure("Recall if seen", "standardised", MEANINGS["seen"], "tmr", ALL, "recall_if_seen", sized=("tmr", "SEEN")),
    Measure("Recall if new", "standardised", MEANINGS["new"], "tmr", ALL, "recall_if_new", sized=("tmr", "UNSEEN-ANY")),
    Measure("Retention", "new / seen", MEANINGS["retention"], "tmr", ALL, "retention"),
    Measure("Ambiguous names", "recall", MEANINGS["ambiguous"], "tmr", "TCM-ALL", "recall", sized=("tmr", "TCM-ALL")),
    Measure(
        *("Hard words wrong ↓", "hardeval", MEANINGS["hard"], "hardeval", ALL, "score"),
        sized=("hardeval", "unseen+diff"),
    ),
    Measure(
        *("Attack beyond control ↓", "points of F1", MEANINGS["attack"], "rockner", "E", "drop_beyond_control"),
        "points",
    ),
)

MANY = 5  # systems with more than this have a line each without intervals
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
    """A system: its verdict in a word, its scores, and its weakest type."""

    system: str
    verdict: Finding | None
    cells: list[Shown | None]
    note: str = ""
    weakest: tuple[str, Shown] | None = None
    place: tuple[Cell, Cell] | None = None  # by F1: the best and the worst that the tests leave open


@dataclass(frozen=True)
class Screen:
    measures: list[Measure]
    lines: list[Line]
    findings: list[list[Finding]]  # by rule, the most important first; the headline's own is left out
    headline: str
    answers: list[Answer]
    about: list[tuple[Part, ...]] = field(default_factory=list)  # the data in short
    summary: str = ""  # how many systems get which verdict
    rest: str = ""  # of the finding that the headline begins
    main: Finding | None = None
    most: int = 5  # rules that are shown unfolded

    @property
    def compact(self) -> bool:
        """Many systems have a line each; what is said of one is a word."""
        return len(self.lines) > MANY

    @property
    def tall(self) -> bool:
        """So many systems that their figure leaves room beside it for sentences."""
        return len(self.lines) > 2 * MANY

    @staticmethod
    def word(verdict: Finding) -> str:
        """The verdict in a word or two."""
        return WORDS.get(str(verdict["verdict"]), ("cannot tell",))[0]


def first_screen(view: View) -> Screen:
    """Measures that no row speaks of are left out."""
    every = (replace(m, slice=view.attack) if m.suite == "rockner" else m for m in MEASURES)
    measures = [_sized(view, m) for m in every if _has(view, m)]
    lines = [_line(view, system, measures) for system in view.systems]
    verdicts = [line.verdict for line in lines if line.verdict is not None]
    main = _main(view, verdicts)
    summary = _summary(verdicts, len(lines))
    if not summary:  # a word that every system gets says nothing
        lines = [replace(line, verdict=None) for line in lines]
    headline, rest = _clauses(str(main["text"])) if main else (summary or _about_result(view), "")
    about = list(_about(view)) if measures else []
    found = _by_rule([f for f in view.findings if f is not main])
    return Screen(measures, lines, found, headline, answers(view), about, summary if main else "", rest, main)


def _has(view: View, m: Measure) -> bool:
    rows = view.select(m.suite, slice=m.slice, metric=m.metric, label=ALL)
    return any(row.get("value") is not None for _, row in rows)


def _sized(view: View, measure: Measure) -> Measure:
    """With the number of mentions or tokens that the column rests on."""
    if measure.suite == "standard":
        at = next((n for n, row in view.select("standard", slice=ALL, metric="f1", label=ALL) if "n_gold" in row), None)
        return measure if at is None or view.datasets else replace(measure, n=_count(view, at, "n_gold"))
    at = view.at(measure.sized[0], "", measure.sized[1], ALL, "share") if measure.sized else None
    return measure if at is None else replace(measure, n=_count(view, at, "count"))


def _count(view: View, at: int, key: str) -> Cell:
    return Cell(pointer("rows", at, key), "count", view.rows[at].get(key))


def _about(view: View) -> Iterator[tuple[Part, ...]]:
    """How large the test set is, how many systems there are, and how much of it train has."""
    sentences = view.data.get("signature", {}).get("sentences")
    if isinstance(sentences, int):
        yield (Cell(pointer("signature", "sentences"), "count", sentences), " sentences")
    at = view.at("standard", view.systems[0], ALL, ALL, "f1") if view.systems else None
    if at is not None and not view.datasets and view.rows[at].get("n_gold") is not None:
        yield (_count(view, at, "n_gold"), " mentions")
    yield (f"{len(view.systems)} system{'s' * (len(view.systems) != 1)}",)
    seen = view.at("tmr", "", "SEEN", ALL, "share")
    if seen is not None and view.rows[seen].get("value") is not None:
        share = Cell(pointer("rows", seen, "value"), "whole", view.rows[seen]["value"])
        yield (share, " % of the mentions are seen in train")


def _main(view: View, verdicts: list[Finding]) -> Finding | None:
    """What the page says first: an odd best system, a flip, the best on new names, little data, who leads."""
    odd = [f for f in view.findings if f.get("rule") == "degenerate" and f.get("system") == view.systems[0]]
    flips = [f for f in view.findings if f.get("rule") == "flip"]
    told = [f for f in verdicts if f.get("verdict") in WORDS]
    small = [f for f in view.findings if (f.get("rule"), f.get("slice")) == ("little-data", ALL)]
    leaders = [f for f in view.findings if f.get("rule") == "leader"]
    return next(iter([*odd, *flips, *told, *small, *leaders]), None)


def _clauses(text: str) -> tuple[str, str]:
    """The first clause of a finding, and the rest, which is said below it.

    >>> _clauses("a holds up: it finds 97 %, 86 % if new; it keeps 89 %.")
    ('a holds up: it finds 97 %, 86 % if new', 'It keeps 89 %.')
    """
    first, _, rest = text.partition("; ")
    return first.rstrip("."), rest[:1].upper() + rest[1:]


def _by_rule(found: list[Finding]) -> list[list[Finding]]:
    groups: dict[str, list[Finding]] = {}
    for finding in found:
        groups.setdefault(str(finding.get("rule")), []).append(finding)
    return list(groups.values())


def _line(view: View, system: str, measures: list[Measure]) -> Line:
    note = f"mean of {len(view.datasets)} datasets" if system in view.means else ""
    verdict = next((f for f in view.findings if f.get("rule") == "memory" and f.get("system") == system), None)
    cells = [_shown(view, system, m) for m in measures]
    return Line(system, verdict, cells, note, _weakest(view, system), _place(view, system))


def _place(view: View, system: str) -> tuple[Cell, Cell] | None:
    at = view.at("standard", system, ALL, ALL, "rank:f1")
    if at is None or "rank_low" not in view.rows[at] or len(view.systems) <= MANY:
        return None
    return _count(view, at, "rank_low"), _count(view, at, "rank_high")


def _weakest(view: View, system: str) -> tuple[str, Shown] | None:
    """The type of lowest F1 among those with enough mentions."""

    def enough(row: Row) -> bool:
        return row["label"] != ALL and row.get("value") is not None and (row.get("n_gold") or 0) >= SMALL

    rows = [row for _, row in view.select("standard", system=system, slice=ALL, metric="f1") if enough(row)]
    if len(rows) < 2:
        return None
    label = str(min(rows, key=lambda row: float(row["value"]))["label"])
    shown = _shown(view, system, F1, label)
    return None if shown is None else (label, shown)


def _about_result(view: View) -> str:
    """What a result says that no finding leads: agreement, a split, an experiment, or the F1 of its best system."""
    if view.has("agreement"):
        return agreement_headline(view)
    if view.extras.get("split"):
        return split_headline(view)
    if isinstance(view.extras.get("experiment"), Mapping):
        return experiment_headline(view)
    shown = _shown(view, view.systems[0], F1) if view.systems else None
    return f"{view.systems[0]} has F1 {_said(shown)}" if shown else "What this result holds"


def _said(shown: Shown) -> str:
    value, *ends = (written(c.value, c.kind) for c in (shown.value, shown.low, shown.high) if c is not None)
    return f"{value} [{', '.join(ends)}]" if ends else value


def _shown(view: View, system: str, measure: Measure, label: str = ALL) -> Shown | None:
    at = view.at(measure.suite, system, measure.slice, label, measure.metric)
    if at is None:
        return None
    row = view.rows[at]
    low, high = (
        Cell(pointer("rows", at, key), measure.kind, row[key]) if row.get(key) is not None else None
        for key in ("low", "high")
    )
    return Shown(at, Cell(pointer("rows", at, "value"), measure.kind, row.get("value")), low, high)


def _summary(verdicts: list[Finding], systems: int) -> str:
    """How many systems get which verdict; nothing where none can be told."""
    given = [str(f["verdict"]) for f in verdicts if f.get("verdict") in WORDS]
    if not given:
        return ""
    if systems == 1:
        return f"This system {WORDS[given[0]][0]}"
    counts = [(given.count(verdict), WORDS[verdict]) for verdict in WORDS if verdict in given]
    if len(counts) == 1 and len(given) == systems:
        return f"{'Both' if systems == 2 else f'All {systems}'} systems {counts[0][1][1]}"
    (first, words), *rest = counts
    head = f"{first} of {systems} systems {words[first > 1]}"
    return ", ".join([head, *(f"{count} {words[count > 1]}" for count, words in rest)])
