"""leaks: what redaction by a system's predictions would leave readable."""

from __future__ import annotations

from collections.abc import Iterator

from nerproof.base.results import Finding
from nerproof.findings import rule
from nerproof.findings.evidence import FEW, Evidence, Fact, effect, numbers
from nerproof.findings.wording import count, interval, share

BAD = 0.01  # share of mentions that leak


@rule("leaks")
def leaks(evidence: Evidence) -> Iterator[Finding]:
    """One finding per system; direct identifiers where they are named, else all mentions."""
    for system in evidence.systems:
        slice_ = "direct" if evidence.get("leakage", "whole_recall", system, "direct") else "ALL"
        whole = evidence.get("leakage", "whole_recall", system, slice_)
        if whole is not None:
            yield _finding(evidence, system, slice_, whole)


def _finding(evidence: Evidence, system: str, slice_: str, whole: Fact) -> Finding:
    n, open_ = whole.row.total or 0, (whole.row.total or 0) - (whole.row.count or 0)
    safe = evidence.get("leakage", "safe_documents", system, slice_)
    over = evidence.get("leakage", "over_redaction", system)
    what = "direct identifier" if slice_ == "direct" else "mention"
    if open_:
        text = f"{system} leaves {count(open_, what)} of {n:,} readable in whole or in part"
        text += f" ({share(whole.value)}{interval(whole.row, 0)} are covered)"
    else:
        text = f"{system} covers all {count(n, what)}"
        if whole.row.low is not None:
            text += f"; that does not exclude a leak of up to {100 * (1 - whole.row.low):.2g} % of such mentions"
    if safe is not None:
        documents = count(safe.row.total or 0, "document")
        text += f"; nothing leaks in {share(safe.value)}{interval(safe.row, 0)} of {documents}"
    if over is not None:
        text += f"; {share(over.value)} of what it hides need not be hidden"
    severity = "unknown" if n < FEW else "ok" if not open_ else "bad" if 1 - whole.value >= BAD else "warn"
    return Finding(
        "leaks",
        "leakage",
        severity,
        f"{text}.",
        system,
        **effect(whole),
        n=n,
        rows=numbers(whole, safe, over),
        slice=slice_,
        effect=1 - whole.value,
    )
