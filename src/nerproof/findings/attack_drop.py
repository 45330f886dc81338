"""attack-drop: what an attacked test set costs beyond its control."""

from __future__ import annotations

from collections.abc import Iterator

from nerproof.base.results import Finding
from nerproof.findings import rule
from nerproof.findings.evidence import Evidence, Fact, bounds, effect, numbers
from nerproof.findings.wording import interval, points

BAD = 0.10  # points of F1
SETTINGS = {
    "E": "With every name replaced by a new one (E)",
    "C": "With words around the names replaced (C)",
    "E+C": "With names and the words around them replaced (E+C)",
}
CONTROL = "swap"
NATURAL = "natural"


@rule("attack-drop")
def attack_drop(evidence: Evidence) -> Iterator[Finding]:
    """One finding per system and attack; beyond the control where there is one, corrected for all of them."""
    drops = [
        (system, fact)
        for system in evidence.systems
        for fact in evidence.slices("rockner", "drop_f1", system)
        if fact.row.slice not in {CONTROL, NATURAL} and not fact.row.slice.startswith("coverage=")
    ]
    for system, drop in drops:
        beyond = evidence.get("rockner", "drop_beyond_control", system, drop.row.slice)
        judged = beyond or drop
        corrected = bounds(judged.row, len(drops))
        if corrected is not None:
            yield _finding(evidence, system, drop, judged, corrected)


def _finding(evidence: Evidence, system: str, drop: Fact, judged: Fact, corrected: tuple[float, float]) -> Finding:
    setting, clear = drop.row.slice, corrected[0] > 0
    severity = ("bad" if judged.value >= BAD else "warn") if clear else "ok" if corrected[1] < BAD else "unknown"
    span = interval(drop.row) if drop.value >= 0 else ""
    change = f"{'loses' if drop.value >= 0 else 'gains'} {points(abs(drop.value))}{span} points of F1"
    text = f"{SETTINGS.get(setting, f'On {setting}')}, {system} {change}"
    control = evidence.get("rockner", "drop_f1", system, CONTROL) if judged is not drop else None
    if control is not None:
        moved = "gains" if control.value < 0 else "loses"
        text += f"; the control (names seen in training) {moved} {points(abs(control.value))} points, "
        text += f"so the attack costs {points(judged.value)}{interval(judged.row)} beyond it"
    novelty = evidence.get("rockner", "drop_f1", system, NATURAL)
    further = evidence.get("rockner", "drop_beyond_natural", system, setting)
    if novelty is not None and further is not None:
        text += f"; natural new names cost {points(novelty.value)}{interval(novelty.row)} (novelty)"
        text += f", the attack {points(further.value)}{interval(further.row)} beyond them"
    if not clear:
        text += "; no significant loss" + (" beyond the control" if control else "")
    f1 = evidence.get("rockner", "f1", system, setting)
    n, much = f1.row.more.get("n_gold") if f1 else None, effect(judged, corrected)
    rows = numbers(drop, judged if judged is not drop else None, control, novelty if further else None, further)
    return Finding("attack-drop", "attacks", severity, f"{text}.", system, **much, n=n, rows=rows, slice=setting)
