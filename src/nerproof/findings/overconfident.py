"""overconfident: are a system's scores what they seem?

Judged by the gap of mean score and share right, and by the calibration error: two looks at the same scores, so the
interval of the gap is corrected for two (and for the number of systems).
"""

from __future__ import annotations

from collections.abc import Iterator

from nerproof.base.results import Finding
from nerproof.findings import rule
from nerproof.findings.evidence import FEW, Evidence, Fact, bounds, effect, numbers
from nerproof.findings.wording import NO_INTERVAL, count, interval, points, share

SMALL, BAD = 0.02, 0.10  # gaps below are none worth a word; from here on bad


@rule("overconfident")
def overconfident(evidence: Evidence) -> Iterator[Finding]:
    """One finding per system that has scores, corrected over the systems."""
    found = [(s, evidence.get("confidence", "overconfidence", s)) for s in evidence.systems]
    judged = [(system, gap) for system, gap in found if gap is not None]
    for system, gap in judged:
        yield _finding(evidence, system, gap, 2 * len(judged))


def _finding(evidence: Evidence, system: str, gap: Fact, looked_at: int) -> Finding:
    ece = evidence.get("confidence", "ece", system)
    sure, right = (evidence.get("confidence", m, system) for m in ("mean_score", "share_right"))
    n, corrected = gap.row.total or 0, bounds(gap.row, looked_at)
    rows = numbers(gap, ece, sure, right)
    if n < FEW or not (corrected and ece and sure and right):
        why = NO_INTERVAL if n >= FEW else f"only {count(n, 'prediction has', 'predictions have')} a score"
        text = f"Cannot tell whether the scores of {system} are right: {why}."
        return Finding("overconfident", "confidence", "unknown", text, system, "cannot-tell", n=n, rows=rows)
    verdict, severity = _verdict(gap, ece, corrected)
    words = {
        "overconfident": f"{system} is overconfident",
        "underconfident": f"{system} is underconfident",
        "miscalibrated": f"The scores of {system} are right on average only",
        "calibrated": f"No sign that the scores of {system} are wrong",
    }[verdict]
    facts = f"its mean score is {points(sure.value)}, {share(right.value)} of its predictions are right"
    error = f"calibration error {points(ece.value)}{interval(ece.row)} points, {count(n, 'prediction')}"
    text, much = f"{words}: {facts} ({error}).", effect(gap, corrected)
    return Finding("overconfident", "confidence", severity, text, system, verdict, **much, n=n, rows=rows, slice="ALL")


def _verdict(gap: Fact, ece: Fact, corrected: tuple[float, float]) -> tuple[str, str]:
    if corrected[0] > 0 and gap.value >= SMALL:
        return "overconfident", "bad" if gap.value >= BAD else "warn"
    if corrected[1] < 0 and gap.value <= -SMALL:
        return "underconfident", "warn"
    if (ece.row.low or 0.0) > SMALL:
        return "miscalibrated", "warn"
    return "calibrated", "ok"
