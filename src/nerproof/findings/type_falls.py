"""type-falls: an entity type on whose new names a system falls much further than on new names in general."""

from __future__ import annotations

from collections.abc import Iterator

from nerproof.base.results import Finding
from nerproof.findings import rule
from nerproof.findings.evidence import Evidence, Fact, bounds, effect, numbers
from nerproof.findings.wording import points, share

LEAST = 0.10  # points of recall that new names of the type must cost
BEYOND = 0.05  # … and so much more than new names cost the system in general
BAD = 0.25


@rule("type-falls")
def type_falls(evidence: Evidence) -> Iterator[Finding]:
    """Fires where the gap's interval, corrected for all types and systems, is above the system's overall gap."""
    gaps = [
        (system, label, fact)
        for system in evidence.systems
        for label in evidence.labels("tmr", "gap", system)
        if (fact := evidence.get("tmr", "gap", system, label=label)) is not None
    ]
    for system, label, gap in gaps:
        overall = evidence.get("tmr", "gap", system)
        corrected = bounds(gap.row, len(gaps))
        if overall is None or corrected is None:
            continue
        if gap.value >= max(LEAST, overall.value + BEYOND) and corrected[0] > max(0.0, overall.value):
            yield _finding(evidence, system, label, gap, corrected)


def _finding(evidence: Evidence, system: str, label: str, gap: Fact, corrected: tuple[float, float]) -> Finding:
    seen, new = (evidence.get("tmr", m, system, label=label) for m in ("recall_if_seen", "recall_if_new"))
    unseen = evidence.get("tmr", "recall", system, "UNSEEN-ANY", label)
    n = unseen.row.total if unseen else None
    text = (
        f"{system} falls on new {label} names: it finds {share(seen.value if seen else 0)} of such names when it saw "
        f"them in training, {share(new.value if new else 0)} when it did not; a gap of {points(gap.value)} "
        f"[{points(corrected[0])}, {points(corrected[1])}] points ({n} new mentions)."
    )
    severity, much = "bad" if gap.value >= BAD else "warn", effect(gap, corrected)
    rows = numbers(unseen, gap, seen, new)
    return Finding("type-falls", "weak-spots", severity, text, system, **much, n=n, rows=rows, slice="UNSEEN-ANY")
