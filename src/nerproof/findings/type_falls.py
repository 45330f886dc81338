"""type-falls: an entity type on whose new names a system falls much further than on those of the other types."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import hypot

from nerproof.base.results import Finding
from nerproof.findings import rule
from nerproof.findings.evidence import Evidence, Fact, bounds, effect, numbers
from nerproof.findings.wording import points, share

LEAST = 0.10  # points of recall that new names of the type must cost
BEYOND = 0.05  # … and so much more than new names of the other types
BAD = 0.25
Ends = tuple[float, float]


@rule("type-falls")
def type_falls(evidence: Evidence) -> Iterator[Finding]:
    """Fires where the gap is above that of the other types for sure, corrected for all types and systems."""
    gaps = {system: _gaps(evidence, system) for system in evidence.systems}
    tests = sum(map(len, gaps.values()))
    for system, own in gaps.items():
        corrected = {label: found for label, gap in own.items() if (found := bounds(gap.row, tests)) is not None}
        for label, ends in corrected.items():
            others = {name: own[name] for name in corrected if name != label}
            if others and _falls(own[label], ends, *_mean(evidence, system, others, corrected)):
                yield _finding(evidence, system, label, own[label], ends)


def _gaps(evidence: Evidence, system: str) -> dict[str, Fact]:
    found = {label: evidence.get("tmr", "gap", system, label=label) for label in evidence.labels("tmr", "gap", system)}
    return {label: gap for label, gap in found.items() if gap is not None}


def _mean(evidence: Evidence, system: str, gaps: Mapping[str, Fact], ends: Mapping[str, Ends]) -> tuple[float, float]:
    """The gap of several types together, by their mentions, and how far its interval reaches up."""
    recalls = {label: evidence.get("tmr", "recall", system, label=label) for label in gaps}
    weight = {label: float(fact.row.total or 1) if fact else 1.0 for label, fact in recalls.items()}
    total = sum(weight.values())
    mean = sum(weight[label] * gap.value for label, gap in gaps.items()) / total
    return mean, hypot(*(weight[label] * (ends[label][1] - gap.value) for label, gap in gaps.items())) / total


def _falls(gap: Fact, ends: Ends, others: float, reach: float) -> bool:
    """Whether a gap is large, and larger than that of the other types by more than chance explains."""
    clear = ends[0] > 0 and gap.value - others > hypot(gap.value - ends[0], reach)
    return gap.value >= max(LEAST, others + BEYOND) and clear


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
