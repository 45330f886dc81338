"""sure-of-new-names: is a system as sure of new names as of seen ones, and rightly?"""

from __future__ import annotations

from collections.abc import Iterator

from nerproof.base.results import Finding
from nerproof.findings import rule
from nerproof.findings.evidence import FEW, Evidence, Fact, bounds, effect, numbers
from nerproof.findings.wording import count, interval, points, share

SMALL, BAD = 0.02, 0.10


@rule("sure-of-new-names")
def sure_of_new_names(evidence: Evidence) -> Iterator[Finding]:
    """One finding per system with scores and a training set; corrected over the systems."""
    found = [(s, evidence.get("confidence", "delta_overconfidence", s, "UNSEEN")) for s in evidence.systems]
    judged = [(system, more) for system, more in found if more is not None and bounds(more.row) is not None]
    for system, more in judged:
        finding = _finding(evidence, system, more, len(judged))
        if finding is not None:
            yield finding


def _finding(evidence: Evidence, system: str, more: Fact, looked_at: int) -> Finding | None:
    sides = {
        m: [evidence.get("confidence", m, system, s) for s in ("SEEN", "UNSEEN")] for m in ("mean_score", "share_right")
    }
    (sure, sure_new), (right, right_new) = sides["mean_score"], sides["share_right"]
    corrected = bounds(more.row, looked_at)
    if sure is None or sure_new is None or right is None or right_new is None or corrected is None:
        return None
    n = min(sure.row.total or 0, sure_new.row.total or 0)
    if n < FEW:
        return None
    share_right = bounds(right_new.row, looked_at)
    surer = share_right is not None and sure_new.value > share_right[1]  # overconfident on new names at all
    if surer and corrected[0] > 0 and more.value >= SMALL:
        severity, verdict = "bad" if more.value >= BAD else "warn", "as-sure-as-of-seen"
        head = f"{system} is surer of new names than it may be"
    elif corrected[1] < BAD or sure_new.value <= right_new.value:
        severity, verdict = "ok", None
        head = f"No clear sign that {system} is more overconfident on new names than on seen ones"
    else:
        severity, verdict = "unknown", "cannot-tell"
        head = f"Cannot tell whether {system} is more overconfident on new names than on seen ones"
    scores = f"mean score {points(sure_new.value)} on new names and {points(sure.value)} on seen ones"
    facts = f"{share(right_new.value)} and {share(right.value)} of them are right"
    gap = f"{points(more.value)}{interval(more.row)} points of overconfidence more"
    text = f"{head}: {scores}, {facts} ({gap}; {count(sure_new.row.total or 0, 'prediction')} of new names)."
    return Finding(
        "sure-of-new-names",
        "confidence",
        severity,
        text,
        system,
        verdict,
        **effect(more, corrected),
        n=sure_new.row.total,
        rows=numbers(more, sure_new, sure, right_new, right),
        slice="UNSEEN",
    )
