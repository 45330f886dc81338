"""ambiguous-names: recall on names that have two or more types in the test set, beside recall on all mentions."""

from __future__ import annotations

from collections.abc import Iterator

from nerproof.base.results import Finding
from nerproof.findings import rule
from nerproof.findings.evidence import FEW, Evidence, bounds, numbers
from nerproof.findings.wording import count, points, share

LEAST = 0.05  # points of recall that ambiguous names must cost
BAD = 0.20
AMBIGUOUS = "TCM-ALL"


@rule("ambiguous-names")
def ambiguous_names(evidence: Evidence) -> Iterator[Finding]:
    """Fires where the interval of the loss, corrected for the number of systems, is above 0."""
    for system in evidence.systems:
        lost = evidence.get("tmr", "recall_drop", system, AMBIGUOUS)
        recall, whole = (evidence.get("tmr", "recall", system, s) for s in (AMBIGUOUS, "ALL"))
        corrected = bounds(lost.row, len(evidence.systems)) if lost else None
        if lost is None or recall is None or whole is None or corrected is None or (recall.row.total or 0) < FEW:
            continue
        if lost.value < LEAST or corrected[0] <= 0:
            continue
        n = recall.row.total or 0
        text = (
            f"{system} finds {share(recall.value)} of the ambiguous names (two or more types in the test set) and "
            f"{share(whole.value)} of all mentions: {points(lost.value)} [{points(corrected[0])}, "
            f"{points(corrected[1])}] points less ({count(n, 'ambiguous mention')})."
        )
        yield Finding(
            "ambiguous-names",
            "ambiguity",
            "bad" if lost.value >= BAD else "warn",
            text,
            system,
            value=lost.value,
            low=corrected[0],
            high=corrected[1],
            n=n,
            rows=numbers(recall, lost, whole),
            slice=AMBIGUOUS,
        )
