"""threshold: does a threshold that was chosen on dev raise F1, or lower the cost, on the test set?"""

from __future__ import annotations

from collections.abc import Iterator

from nerproof.base.results import Finding
from nerproof.findings import rule
from nerproof.findings.evidence import Evidence, Fact, bounds, effect, numbers
from nerproof.findings.wording import points


@rule("threshold")
def threshold(evidence: Evidence) -> Iterator[Finding]:
    """One finding per system and aim; none where the threshold was chosen on the test set itself."""
    gains = [
        (system, aim, fact)
        for system in evidence.systems
        for aim, fact in (
            ("F1", evidence.get("confidence", "gain_f1", system, "at-threshold")),
            ("cost", evidence.get("cost", "cost_saved", system, "at-cheapest-threshold")),
        )
        if fact is not None and fact.row.more.get("chosen_on") == "dev"
    ]
    for system, aim, fact in gains:
        corrected = bounds(fact.row, len(gains))
        if corrected is not None:
            yield _finding(system, aim, fact, corrected)


def _finding(system: str, aim: str, fact: Fact, corrected: tuple[float, float]) -> Finding:
    t = f"{fact.row.more['threshold']:.2f}"
    amount = _amount(aim, fact)
    if corrected[0] > 0:
        severity, text = "ok", f"Dropping predictions of {system} below {t} (chosen on dev) {amount}."
    elif corrected[1] < 0:
        severity, text = "warn", f"The threshold {t} chosen on dev does harm to {system} on the test set: it {amount}."
    else:
        severity = "unknown"
        text = f"The threshold {t} chosen on dev makes no significant difference to the {aim} of {system}: it {amount}."
    return Finding("threshold", "confidence", severity, text, system, **effect(fact, corrected), rows=numbers(fact))


def _amount(aim: str, fact: Fact) -> str:
    low, high = fact.row.low or 0.0, fact.row.high or 0.0
    if aim == "F1":
        moved = "raises" if fact.value >= 0 else "lowers"
        ends = sorted((abs(low), abs(high))) if low * high > 0 else None
        span = f" [{points(ends[0])}, {points(ends[1])}]" if ends else ""
        return f"{moved} F1 by {points(abs(fact.value))}{span} points"
    moved, least, most = ("saves", low, high) if fact.value >= 0 else ("adds", -high, -low)
    return f"{moved} {abs(fact.value):.2f} [{least:.2f}, {most:.2f}] of cost per 1,000 tokens"
