"""little-data: sets of mentions or tokens that are too small to tell anything."""

from __future__ import annotations

from collections.abc import Iterator

from nerproof.base.results import Finding
from nerproof.findings import rule
from nerproof.findings.evidence import FEW, Evidence, Fact, numbers
from nerproof.findings.wording import count

SETS = (
    ("tmr", "UNSEEN-ANY", "recall", "new mention"),
    ("tmr", "TCM-ALL", "recall", "ambiguous mention"),
    ("hardeval", "unseen", "ter", "token that train lacks", "tokens that train lacks"),
    ("hardeval", "diff", "ter", "token that train labels otherwise", "tokens that train labels otherwise"),
)


@rule("little-data")
def little_data(evidence: Evidence) -> Iterator[Finding]:
    """Fires for a test set, or a set in it, with 1 to 29 items; of a tiny test set nothing else is said."""
    if not evidence.systems:
        return
    whole = evidence.get("standard", "recall", evidence.systems[0])
    if whole is not None and (whole.row.total or 0) < FEW:
        yield _finding(evidence, whole, "mention", None)
        return
    for suite, slice_, metric, *words in SETS:
        fact = evidence.get(suite, metric, evidence.systems[0], slice_)
        if fact is not None and 0 < (fact.row.total or 0) < FEW:
            yield _finding(evidence, fact, *words)


def _finding(evidence: Evidence, fact: Fact, one: str, several: str | None = None) -> Finding:
    n = fact.row.total or 0
    name = f"{evidence.dataset}: " if evidence.dataset else ""
    text = f"{name}The test set has only {count(n, one, several)}: scores on so few say little."
    return Finding("little-data", "fair-test", "unknown", text, n=n, rows=numbers(fact), slice=fact.row.slice)
