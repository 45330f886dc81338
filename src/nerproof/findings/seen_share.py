"""seen-share: how many test mentions are seen in train, and what a list of the training names would score."""

from __future__ import annotations

from collections.abc import Iterator

from nerproof.base.results import Finding
from nerproof.findings import rule
from nerproof.findings.evidence import Evidence, numbers
from nerproof.findings.wording import points, share

MOST = 0.5  # from here on F1 says more about seen names than about new ones


@rule("seen-share")
def seen_share(evidence: Evidence) -> Iterator[Finding]:
    """A fact about the test set; ``low`` and ``high`` are empty because nothing is estimated."""
    seen, floor = evidence.get("tmr", "share", "", "SEEN"), evidence.overlap("memorizer_f1")
    if seen is None:
        return
    n, total = seen.row.count or 0, seen.row.total or 0
    severity = "bad" if n == total else "warn" if seen.value >= MOST else "ok"
    text = f"{share(seen.value)} of the test mentions ({n:,} of {total:,}) are seen in {evidence.training}"
    if n == total:
        text = f"Every test mention ({total:,}) is seen in {evidence.training}: this test says nothing about new names"
    if n == 0:
        text = f"No test mention ({total:,}) is seen in {evidence.training}: every name is new"
    list_ = f"; a list of the training names would score F1 {points(floor.value)}" if floor else ""
    name = f"{evidence.dataset}: " if evidence.dataset else ""
    rows = numbers(seen, floor)
    yield Finding(
        "seen-share", "fair-test", severity, f"{name}{text}{list_}.", value=seen.value, n=total, rows=rows, slice="SEEN"
    )
