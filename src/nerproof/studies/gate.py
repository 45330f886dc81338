"""The gate: is a result worse than a stored baseline, by more than chance explains?

Two result files hold values and intervals, no sentences, so the test is the unpaired one: z of the difference
over the two standard errors. On one test set it is cautious (the same hard sentences move both results);
``max_drop`` is a bound that holds whatever the test says, ``nerproof compare`` the paired test.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from statistics import NormalDist
from typing import TYPE_CHECKING

from nerproof.base.errors import UsageError
from nerproof.resampling.corrections import holm

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nerproof.base.results import Result, Row

CHECKS = (
    "standard/ALL/f1",
    "contamination/*/f1_clean",
    "contamination/*/delta_f1",
    "tmr/UNSEEN-*/recall",
    "tmr/TCM-*/recall",
    "hardeval/ALL/score",
)
LOWER_IS_BETTER = frozenset({"delta_f1", "delta_recall", "ter", "score"})
_WIDTH = 2 * NormalDist().inv_cdf(0.975)  # a 95 % interval in standard errors


@dataclass(frozen=True)
class Verdict:
    """One gated score: ``loss`` is how much worse it got, ``p`` is one-sided and Holm-corrected."""

    check: str
    system: str
    baseline: float | None
    current: float | None
    loss: float | None
    p: float | None
    worse: bool
    why: str


def gate(
    baseline: Result,
    current: Result,
    *,
    checks: Sequence[str] = CHECKS,
    alpha: float = 0.05,
    max_drop: float | None = None,
    other_data: bool = False,
) -> list[Verdict]:
    """Compares two results score by score; ``checks`` are patterns of ``suite/slice/metric``."""
    if not other_data:
        _same_data(baseline, current)
    verdicts = [
        _judge(key, old, new)
        for old_name, new_name in _systems(baseline, current).items()
        for key, old, new in _pairs(baseline, current, old_name, new_name, checks)
    ]
    if not verdicts:
        raise UsageError(f"the baseline has none of the scores to check: {', '.join(checks)}.")
    corrected = holm([v.p for v in verdicts])
    return [_decide(replace(v, p=p), alpha, max_drop) for v, p in zip(verdicts, corrected, strict=True)]


def _same_data(baseline: Result, current: Result) -> None:
    for part in ("gold", "train"):
        old, new = (_digest(r.signature.get(part)) for r in (baseline, current))
        if old != new:
            raise UsageError(
                f"the two results are about different data: {part} is {old} in the baseline and {new} now. "
                "Make a new baseline, or pass --other-data if that is meant."
            )


def _digest(name: object) -> str:
    """Of ``test.conll@1f9c…`` only what the file holds, not what it is called."""
    return str(name).rpartition("@")[2]


def _systems(baseline: Result, current: Result) -> dict[str, str]:
    """Which system of the baseline is which now: by name, or the only one of each."""
    old, new = baseline.systems, current.systems
    if len(old) == len(new) == 1:
        return {old[0]: new[0]}
    missing = [name for name in old if name not in new]
    if missing:
        raise UsageError(f"the current result lacks the system {missing[0]!r}. It has: {', '.join(new)}.")
    return {name: name for name in old}


def _pairs(
    baseline: Result, current: Result, old_name: str, new_name: str, checks: Sequence[str]
) -> list[tuple[str, Row, Row]]:
    old, new = _rows(baseline, old_name, checks), _rows(current, new_name, checks)
    missing = sorted(set(old) - set(new))
    if missing:
        raise UsageError(
            f"the current result lacks {missing[0]} of {new_name!r}. Run the same suites as for the baseline."
        )
    return [(key, row, new[key]) for key, row in old.items()]


def _rows(result: Result, system: str, checks: Sequence[str]) -> dict[str, Row]:
    rows = (r for r in result.where(system=system, label="ALL") if "other" not in r.more)
    found = {f"{r.suite}/{r.slice}/{r.metric}": r for r in rows}
    return {key: row for key, row in found.items() if any(fnmatchcase(key, c) for c in checks)}


def _judge(key: str, old: Row, new: Row) -> Verdict:
    loss = None
    if old.value is not None and new.value is not None:
        loss = new.value - old.value if new.metric in LOWER_IS_BETTER else old.value - new.value
    return Verdict(key, new.system, old.value, new.value, loss, _p(loss, old, new), worse=False, why="")


def _p(loss: float | None, old: Row, new: Row) -> float | None:
    """One-sided p of "it did not get worse"; None where nothing tells how sure the values are."""
    errors = _error(old), _error(new)
    if loss is None or errors[0] is None or errors[1] is None:
        return None
    spread = math.hypot(errors[0], errors[1])
    if spread == 0:
        return 1.0 if loss <= 0 else 0.0
    return 1 - NormalDist().cdf(loss / spread)


def _error(row: Row) -> float | None:
    """Standard error from the interval, or from the counts (Agresti-Coull: 0 of 5 is not sure)."""
    if row.low is not None and row.high is not None:
        return (row.high - row.low) / _WIDTH
    if row.count is None or not row.total:
        return None
    n, share = row.total + 4, (row.count + 2) / (row.total + 4)
    return math.sqrt(share * (1 - share) / n)


def _decide(v: Verdict, alpha: float, max_drop: float | None) -> Verdict:
    if v.loss is None:
        lost = v.baseline is not None
        return replace(v, worse=lost, why="was defined, is not any more" if lost else "undefined")
    if max_drop is not None and v.loss > max_drop:
        return replace(v, worse=True, why=f"worse by more than {max_drop:g}")
    if v.p is None:
        why = "worse, without an interval to test" if v.loss > 0 else "not worse"
        return replace(v, worse=v.loss > 0, why=why)
    if v.p < alpha and v.loss > 0:
        return replace(v, worse=True, why="significantly worse")
    return replace(v, why="not worse" if v.loss <= 0 else "within chance")
