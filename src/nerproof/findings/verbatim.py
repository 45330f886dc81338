"""verbatim: test sentences that occur verbatim in train."""

from __future__ import annotations

from collections.abc import Iterator

from nerproof.base.results import Finding
from nerproof.findings import rule
from nerproof.findings.evidence import Evidence, numbers
from nerproof.findings.wording import points

WARN, BAD = 0.01, 0.10  # shares of the test sentences
SHORTEST = 5  # tokens; shorter ones are not counted


@rule("verbatim")
def verbatim(evidence: Evidence) -> Iterator[Finding]:
    """A fact about the test set: nothing is estimated."""
    rate = evidence.overlap("verbatim_rate")
    n = rate.row.count if rate else 0
    if rate is None or not n:
        return
    severity = "bad" if rate.value >= BAD else "warn" if rate.value >= WARN else "ok"
    sentences = "1 test sentence also occurs" if n == 1 else f"{n:,} test sentences also occur"
    name = f"{evidence.dataset}: " if evidence.dataset else ""
    of = f"{points(rate.value)} % of those with {SHORTEST} or more tokens"
    text = f"{name}{sentences} verbatim in {evidence.training} ({of})."
    yield Finding(
        "verbatim", "fair-test", severity, text, value=rate.value, n=rate.row.total, rows=numbers(rate), slice="ALL"
    )
