"""The answer in words: one sentence per system; every number in it says where it stands in the JSON."""

from __future__ import annotations

from dataclasses import dataclass

from nerproof.report.numbers import written
from nerproof.report.view import ALL, SMALL, Cell, View, pointer

REMEMBERS, LEANS = 0.3, 0.1  # shares of F1 that come from seen entities; stated in docs/report.md
SIGNIFICANT = 0.05
SETS = {
    "UNSEEN-ANY": "new names (UNSEEN-ANY)",
    "TCM-ALL": "ambiguous names (TCM-ALL)",
    "unseen": "words that training does not have (unseen)",
    "diff": "words that change their label (diff)",
    "clean": "entities that training does not have",
}
Part = str | Cell


@dataclass(frozen=True)
class Verdict:
    """``tone`` is remembers, leans, recognises, new (nothing could be remembered) or unknown."""

    system: str
    tone: str
    parts: tuple[Part, ...]

    @property
    def text(self) -> str:
        return "".join(part if isinstance(part, str) else written(part.value, part.kind) for part in self.parts)


def verdict(view: View, system: str) -> Verdict:
    f1, delta = (
        number(view, "standard", system, "f1", "whole"),
        number(view, "contamination", system, "delta_f1", "whole"),
    )
    clean = number(view, "contamination", system, "f1_clean", "whole")
    if f1 is None:
        return Verdict(system, "unknown", ("has no F1: neither gold nor predicted mentions were counted.",))
    if delta is None or clean is None:
        return Verdict(
            system,
            "unknown",
            ("scores ", f1, " points of F1; without training data nobody can say how many of them are memory."),
        )
    return _weighed(view, system, f1, delta, clean)


def _weighed(view: View, system: str, f1: Cell, delta: Cell, clean: Cell) -> Verdict:
    nothing_shared = shared_mentions(view) == 0
    share = float(str(delta.value)) / float(str(f1.value)) if f1.value else 0.0
    if nothing_shared:
        return Verdict(
            system, "new", ("all of its ", f1, " points are earned on entities that training does not have.")
        )
    if share >= REMEMBERS:
        return Verdict(
            system,
            "remembers",
            ("remembers: ", delta, " of its ", f1, " points come from entities it saw in training."),
        )
    if share >= LEANS:
        return Verdict(
            system,
            "leans",
            ("leans on memory: ", delta, " of its ", f1, " points come from entities it saw in training."),
        )
    if share >= 0:
        return Verdict(
            system,
            "recognises",
            ("recognises: only ", delta, " of its ", f1, " points come from entities it saw in training."),
        )
    return Verdict(
        system, "recognises", ("recognises: it does no worse on new entities (", clean, ") than on all (", f1, ").")
    )


def shared_mentions(view: View) -> int | None:
    """Gold mentions whose entity is in training; None when nobody counted."""
    at = view.at("contamination", "", "test|train", ALL, "mention_rate")
    if at is not None:
        count = view.rows[at].get("count")
        return count if isinstance(count, int) else None
    totals = [
        row.get("total") for row in view.rows if row.get("metric") == "recall_contaminated" and row["label"] == ALL
    ]
    return totals[0] if totals and isinstance(totals[0], int) else None


def number(view: View, suite: str, system: str, metric: str, kind: str, slice_: str = ALL) -> Cell | None:
    at = view.at(suite, system, slice_, ALL, metric)
    if at is None or view.rows[at].get("value") is None:
        return None
    return Cell(pointer("rows", at, "value"), kind, view.rows[at]["value"])


@dataclass(frozen=True)
class Difference:
    """One tested pair; ``better`` leads by ``value``."""

    better: str
    worse: str
    value: Cell
    p: Cell
    significant: bool


def differences(view: View) -> list[Difference]:
    """Tested differences of overall F1, the better system first, the clearest first."""
    found = []
    for at, row in view.select("standard", metric="difference:f1", slice=ALL, label=ALL):
        key = "p_adjusted" if row.get("p_adjusted") is not None else "p"
        value, p = row.get("value"), row.get(key)
        if value is None or p is None:
            continue
        names = (str(row["system"]), str(row["other"])) if value >= 0 else (str(row["other"]), str(row["system"]))
        found.append(
            Difference(
                *names,
                Cell(pointer("rows", at, "value"), "size", value),
                Cell(pointer("rows", at, key), "p", p),
                p < SIGNIFICANT,
            )
        )
    return sorted(found, key=lambda d: (float(str(d.p.value)), -abs(float(str(d.value.value)))))


def small_samples(view: View) -> list[tuple[str, str, Cell]]:
    """Sets of fewer than thirty units on the first screen: their scores are weak evidence."""
    wanted = (
        ("tmr", "UNSEEN-ANY", "recall"),
        ("tmr", "TCM-ALL", "recall"),
        ("hardeval", "unseen", "ter"),
        ("hardeval", "diff", "ter"),
        ("contamination", ALL, "recall_clean"),
    )
    out = []
    for suite, slice_, metric in wanted:
        at = next(
            (n for n, row in view.select(suite, slice=slice_, metric=metric, label=ALL) if row.get("system")), None
        )
        total = None if at is None else view.rows[at].get("total")
        if at is not None and isinstance(total, int) and total < SMALL:
            name = SETS[slice_ if suite != "contamination" else "clean"]
            out.append((suite, name, Cell(pointer("rows", at, "total"), "count", total)))
    return out
