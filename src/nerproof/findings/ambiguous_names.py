"""ambiguous-names: recall on names that have two or more types in the test set, beside mentions as often new."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from nerproof.base.results import Finding
from nerproof.findings import rule
from nerproof.findings.evidence import FEW, Evidence, bounds, effect, numbers
from nerproof.findings.wording import count, points, share

LEAST = 0.05  # points of recall that ambiguous names must cost
BAD = 0.20
FOLDED = 3  # more systems than this are one finding
AMBIGUOUS = "TCM-ALL"


@rule("ambiguous-names")
def ambiguous_names(evidence: Evidence) -> Iterator[Finding]:
    """Fires where the interval of the loss, corrected for the number of systems, is above 0."""
    found = [f for system in evidence.systems if (f := _finding(evidence, system)) is not None]
    if len(found) <= FOLDED:
        yield from found
        return
    worst = max(found, key=lambda f: f.value or 0.0)
    many = f"{len(found)} of {len(evidence.systems)} systems find fewer of the ambiguous names. The widest gap: "
    yield replace(worst, text=f"{many}{worst.text}")


def _finding(evidence: Evidence, system: str) -> Finding | None:
    lost = evidence.get("tmr", "recall_drop", system, AMBIGUOUS)
    recall = evidence.get("tmr", "recall", system, AMBIGUOUS)
    corrected = bounds(lost.row, len(evidence.systems)) if lost else None
    if lost is None or recall is None or corrected is None or (recall.row.total or 0) < FEW:
        return None
    if lost.value < LEAST or corrected[0] <= 0:
        return None
    n = recall.row.total or 0
    text = (
        f"{system} finds {share(recall.value)} of the ambiguous names (two or more types in the test set) and "
        f"{share(recall.value + lost.value)} of mentions that are as often new: {points(lost.value)} "
        f"[{points(corrected[0])}, {points(corrected[1])}] points less ({count(n, 'ambiguous mention')})."
    )
    severity, rows, much = "bad" if lost.value >= BAD else "warn", numbers(recall, lost), effect(lost, corrected)
    return Finding("ambiguous-names", "ambiguity", severity, text, system, **much, n=n, rows=rows, slice=AMBIGUOUS)
