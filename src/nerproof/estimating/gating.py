"""The gate of a deployment without labels: is the estimated F1 worse than the labelled set's, beyond its interval?"""

from __future__ import annotations

from nerproof.base.errors import UsageError
from nerproof.base.results import Result, Row
from nerproof.estimating.run import SUITE
from nerproof.studies.gate import Judgement, Verdict

CHECK = f"{SUITE}/ALL/f1"


def gate_estimate(estimated: Result, baseline: Result | None = None, *, max_drop: float = 0.0) -> Judgement:
    """Worse: even the upper end of the 90 % interval is more than ``max_drop`` points below the baseline.

    The baseline is the labelled set's F1, or that of an evaluated result.
    """
    rows = list(estimated.where(suite=SUITE, metric="f1", label="ALL"))
    if not rows:
        raise UsageError("the result has no estimates. Make one with: nerproof estimate … --json FILE")
    checks = tuple(_judged(row, _before(row, baseline), max_drop) for row in rows)
    return Judgement(checks, paired=False, why="estimates, by their 90 % intervals")


def _before(row: Row, baseline: Result | None) -> float | None:
    if baseline is None:
        found: float | None = row.more["labelled"]
        return found
    rows = list(baseline.where(suite="standard", metric="f1", slice="ALL", label="ALL", system=row.system))
    if not rows:
        raise UsageError(f"the baseline lacks the system {row.system!r}. It has: {', '.join(baseline.systems)}.")
    return rows[0].value


def _judged(row: Row, before: float | None, max_drop: float) -> Verdict:
    if row.value is None or before is None:
        was = None if before is None else 100 * before
        return Verdict(CHECK, row.system, was, None, why=f"cannot tell: {row.more['reason']}")
    worse = 100 * row.more["high_90"] < 100 * before - max_drop
    why = "estimated below the baseline, beyond the 90 % interval" if worse else "within the 90 % interval"
    return Verdict(CHECK, row.system, 100 * before, 100 * row.value, 100 * (before - row.value), worse=worse, why=why)
