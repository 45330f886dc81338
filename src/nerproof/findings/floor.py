"""floor: a system that scores no more than a list of the training names would."""

from __future__ import annotations

from collections.abc import Iterator

from nerproof.base.results import Finding
from nerproof.findings import rule
from nerproof.findings.evidence import FEW, Evidence, numbers
from nerproof.findings.wording import interval, points


@rule("floor")
def floor(evidence: Evidence) -> Iterator[Finding]:
    """Compares the F1 of each system with the list's on the same test set, unless that is tiny."""
    listed = evidence.overlap("memorizer_f1")
    for system in evidence.systems if listed else ():
        f1 = evidence.get("standard", "f1", system)
        if f1 is None or listed is None or f1.value > listed.value or (f1.row.more.get("n_gold") or FEW) < FEW:
            continue
        text = (
            f"{system} scores no more than a list of the training names: F1 {points(f1.value)}{interval(f1.row)}, "
            f"the list {points(listed.value)}."
        )
        less, n, rows = f1.value - listed.value, f1.row.more.get("n_gold"), numbers(f1, listed)
        yield Finding("floor", "new-names", "bad", text, system, value=less, n=n, rows=rows, slice="ALL")
