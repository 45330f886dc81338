"""degenerate: a system that predicts nothing, or whose predictions are gold."""

from __future__ import annotations

from collections.abc import Iterator

from nerproof.base.results import Finding
from nerproof.findings import rule
from nerproof.findings.evidence import Evidence, Fact, numbers
from nerproof.findings.wording import count


@rule("degenerate")
def degenerate(evidence: Evidence) -> Iterator[Finding]:
    """Read off the counts of the strict F1."""
    for system in evidence.systems:
        f1 = evidence.get("standard", "f1", system)
        if f1 is None:
            continue
        gold, pred, right = (f1.row.more.get(k) for k in ("n_gold", "n_pred", "n_correct"))
        if pred == 0:
            yield _finding(system, f1, f"{system} predicts nothing: gold has {count(gold or 0, 'mention')}.", "bad")
        elif gold and gold == pred == right:
            yield _finding(system, f1, f"{system} equals gold in all {gold:,} mentions: is it a copy of gold?", "warn")


def _finding(system: str, f1: Fact, text: str, severity: str) -> Finding:
    n = f1.row.more.get("n_gold")
    return Finding(
        "degenerate", "fair-test", severity, text, system, value=f1.value, n=n, rows=numbers(f1), slice="ALL"
    )
