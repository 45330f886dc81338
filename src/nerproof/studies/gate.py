"""The gate: is a result worse than a stored baseline, by more than chance explains?

Two results of the same gold are compared unit by unit (paired randomisation, max-t over all checks). Where that cannot
be, the test is the unpaired one: z of the difference over the two standard errors, which is cautious on one test set.
``max_drop`` and ``minimums`` are bounds that hold whatever the test says. Drops and bounds are in points.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from fnmatch import fnmatchcase
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.base.errors import UnknownName, UsageError
from nerproof.base.results import plain
from nerproof.resampling.corrections import holm, step_down
from nerproof.resampling.randomisation import randomisation_p, sign_sums, swapped
from nerproof.studies.pairedresults import OPTIONS, digest, side_by_side
from nerproof.suites.recipe import SUITES

if TYPE_CHECKING:
    from nerproof.base.results import Result, Row
    from nerproof.measures.metrics import Floats

CHECKS = (
    "standard/ALL/f1",
    "contamination/*/f1_clean",
    "tmr/UNSEEN-*/recall",
    "tmr/TCM-*/recall",
    "hardeval/ALL/score",
)
DRAWS = 1000
ROUNDING = 1e-6  # points by which the rows of a result and its counts per unit may differ
_WIDTH = 2 * NormalDist().inv_cdf(0.975)  # a 95 % interval in standard errors


@dataclass(frozen=True)
class Verdict:
    """One gated score, in points: ``loss`` is how much worse it got; ``p`` is one-sided."""

    check: str
    system: str
    baseline: float | None
    current: float | None
    loss: float | None = None
    p: float | None = None
    p_adjusted: float | None = None
    worse: bool = False
    why: str = ""


@dataclass(frozen=True)
class Judgement:
    """All checks, and which test they were put to."""

    checks: tuple[Verdict, ...]
    paired: bool
    why: str  # why not paired, or by which units

    @property
    def worse(self) -> int:
        return sum(v.worse for v in self.checks)

    def to_dict(self) -> dict[str, Any]:
        test = "paired" if self.paired else "unpaired"
        return {"ok": not self.worse, "test": test, "why": self.why, "checks": [asdict(v) for v in self.checks]}


def gate(
    baseline: Result,
    current: Result,
    *,
    checks: Sequence[str] = CHECKS,
    minimums: Mapping[str, float] | None = None,
    alpha: float = 0.05,
    max_drop: float | None = None,
    other_data: bool = False,
) -> Judgement:
    """Compares two results score by score; ``checks`` are patterns of ``suite/slice/metric``."""
    if not other_data:
        _same_data(baseline, current)
    least = dict(minimums or {})
    for check in [*(checks if tuple(checks) != CHECKS else ()), *least]:
        _known(baseline, check)
    wanted = [*checks, *(check for check in least if check not in checks)]
    systems = _systems(baseline, current)
    pairs = [(old, *found) for old, new in systems.items() for found in _pairs(baseline, current, old, new, wanted)]
    if not pairs:
        raise UsageError(f"the baseline has none of the scores to check: {', '.join(checks)}.")
    losses, why = _paired_losses(baseline, current, systems)
    verdicts = _tested([_judge(key, old, new) for _, key, old, new in pairs], losses)
    compared = any(v.loss is not None for v in verdicts)  # a gate that compares nothing does not pass
    decided = [_decide(v, alpha, max_drop, least, undefined_fails=not compared) for v in verdicts]
    return Judgement(tuple(decided), bool(losses), why)


def lower_is_better(check: str) -> bool:
    """Whether less of a score (``suite/slice/metric``) is better, as its suite says."""
    suite = check.partition("/")[0]
    return suite in SUITES and check.rpartition("/")[2] in SUITES[suite].lower_is_better


def zero_leak(current: Result, types: Sequence[str]) -> list[Verdict]:
    """One verdict per system and type: whether every gold mention of it is wholly covered."""
    rows = [r for r in current.rows if (r.suite, r.slice, r.metric) == ("leakage", "ALL", "whole_recall")]
    known = list(dict.fromkeys(r.label for r in rows if r.label != "ALL"))
    if not rows:
        raise UsageError("the result has no suite 'leakage'. Make it with: nerproof evaluate --suite standard,leakage")
    for name in types:
        if name not in known:
            raise UnknownName.among("type", name, known)
    return [_leaked(r) for r in rows if r.label in types]


def _leaked(row: Row) -> Verdict:
    open_, total = (row.total or 0) - (row.count or 0), row.total or 0
    why = (
        f"{open_} of {total} mentions leak" if open_ else f"all {total} mentions are covered" if total else "no mention"
    )
    check = f"leakage/{row.slice}/whole_recall {row.label}"
    return Verdict(check, row.system, None, _points(row.value), worse=bool(open_), why=why)


def _same_data(baseline: Result, current: Result) -> None:
    """Refuses results that do not count the same."""
    for part in ("gold", "train", *OPTIONS, "training"):
        old, new = (digest(r, part) for r in (baseline, current))
        if old != new:
            raise UsageError(
                f"the two results are about different data: {part} is {old} in the baseline and {new} now. "
                "Make a new baseline, or pass --other-data if that is meant."
            )


def full_name(check: str) -> str:
    """A metric alone is the standard score of that name.

    >>> full_name("f1"), full_name("tmr/SEEN/recall")
    ('standard/ALL/f1', 'tmr/SEEN/recall')
    """
    return check if "/" in check else f"standard/ALL/{check}"


def _known(baseline: Result, check: str) -> None:
    """An error with a hint for a check that no score of the baseline fits."""
    known = dict.fromkeys(f"{r.suite}/{r.slice}/{r.metric}" for r in _scores(baseline))
    if not any(fnmatchcase(key, check) for key in known):
        raise UnknownName.among("check", check, list(known))


def _scores(result: Result) -> list[Row]:
    return [r for r in result.rows if r.system and r.label == "ALL" and "other" not in r.more]


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
    found = {f"{r.suite}/{r.slice}/{r.metric}": r for r in _scores(result) if r.system == system}
    return {key: row for key, row in found.items() if any(fnmatchcase(key, c) for c in checks)}


def _judge(key: str, old: Row, new: Row) -> Verdict:
    before, after = (_points(row.value) for row in (old, new))
    loss = None
    if before is not None and after is not None:
        loss = after - before if lower_is_better(key) else before - after
    return Verdict(key, new.system, before, after, loss, _unpaired_p(loss, old, new))


def _points(value: object) -> float | None:
    """A score in points; None where it is undefined, be it by null or by NaN."""
    known = isinstance(value, int | float) and math.isfinite(value)
    return 100 * float(value) if known else None  # type: ignore[arg-type]


# --- paired: counts of both results, unit by unit --------------------------------------------------------------------


def _paired_losses(
    baseline: Result, current: Result, systems: Mapping[str, str]
) -> tuple[dict[tuple[str, str], Floats], str]:
    """Losses by system and check, as they are and under random swaps; or the reason why there are none."""
    from nerproof.scoring.estimate import score

    counts = side_by_side({"baseline": baseline, "current": current}, always_named=True)
    if isinstance(counts, str):
        return {}, counts
    sums = sign_sums(counts.counts, draws=DRAWS, seed=int(current.signature.get("seed") or 0))
    losses: dict[tuple[str, str], Floats] = {}
    for old, new in systems.items():
        sides = sums.get(f"{old} (baseline)"), sums.get(f"{new} (current)")
        if sides[0] is None or sides[1] is None:
            return {}, f"{old!r} holds no counts per unit in one of the results"
        for suite, table in score(counts.cells, np.concatenate(swapped(sides[0], sides[1]))).items():
            for (slice_, label, metric), item in table.items():
                if label == "ALL" and len(item.values) == 2 * (DRAWS + 1):
                    before, after = np.split(item.values, 2)
                    check = f"{suite}/{slice_}/{metric}"
                    losses[new, check] = after - before if lower_is_better(check) else before - after
    return losses, f"the same {counts.n} units ({counts.unit})"


def _tested(verdicts: Sequence[Verdict], losses: Mapping[tuple[str, str], Floats]) -> list[Verdict]:
    """Corrected over all checks: by max-t where they are paired, by Holm where they are not."""
    paired = {v: losses[v.system, v.check] for v in verdicts if (v.system, v.check) in losses}
    other = [v for v in verdicts if v not in paired]
    found = dict(zip(other, zip((v.p for v in other), holm([v.p for v in other]), strict=True), strict=True))
    if paired:
        _check_units(paired)
        draws = np.stack(list(paired.values()), axis=1)
        tests = (test(draws, one_sided=True) for test in (randomisation_p, step_down))
        found |= dict(zip(paired, zip(*(map(plain, p) for p in tests), strict=True), strict=True))
    groups = bool(paired) + bool(other)
    return [replace(v, p=p, p_adjusted=x and min(1.0, groups * x)) for v in verdicts for p, x in [found[v]]]


def _check_units(losses: Mapping[Verdict, Floats]) -> None:
    """Refuses results whose scores are not those of their counts per unit."""
    if any(v.loss is not None and abs(100 * float(loss[0]) - v.loss) > ROUNDING for v, loss in losses.items()):
        raise UsageError(
            "the scores of a result are not those of its counts per unit, so it was edited. "
            "Make both results again with nerproof evaluate --json."
        )


# --- unpaired --------------------------------------------------------------------------------------------------------


def _unpaired_p(loss: float | None, old: Row, new: Row) -> float | None:
    """One-sided p of "it did not get worse"; None where nothing tells how sure the values are."""
    errors = standard_error(old), standard_error(new)
    if loss is None or errors[0] is None or errors[1] is None:
        return None
    spread = 100 * math.hypot(errors[0], errors[1])
    if spread == 0:
        return 1.0 if loss <= 0 else 0.0
    return 1 - NormalDist().cdf(loss / spread)


def standard_error(row: Row) -> float | None:
    """From the interval, or from the counts (Agresti-Coull: 0 of 5 is not sure)."""
    if row.low is not None and row.high is not None:
        return (row.high - row.low) / _WIDTH
    if row.count is None or not row.total:
        return None
    n, share = row.total + 4, (row.count + 2) / (row.total + 4)
    return math.sqrt(share * (1 - share) / n)


# --- decisions -------------------------------------------------------------------------------------------------------


def _decide(
    v: Verdict, alpha: float, max_drop: float | None, minimums: Mapping[str, float], *, undefined_fails: bool
) -> Verdict:
    if v.baseline is None and v.current is None:
        return replace(v, worse=undefined_fails, why="undefined in both")
    if v.loss is None:
        lost = v.current is None
        return replace(v, worse=lost, why="undefined" if lost else "undefined in the baseline")
    least = [value for check, value in minimums.items() if fnmatchcase(v.check, check)]
    if least and v.current is not None and v.current < max(least):
        return replace(v, worse=True, why=f"below the minimum of {max(least):g}")
    if max_drop is not None and v.loss > max_drop:
        return replace(v, worse=True, why=f"worse by more than {max_drop:g} points")
    if v.p_adjusted is None:
        why = "worse, without an interval to test" if v.loss > 0 else "not worse"
        return replace(v, worse=v.loss > 0, why=why)
    if v.p_adjusted < alpha and v.loss > 0:
        return replace(v, worse=True, why="significantly worse")
    return replace(v, why="not worse" if v.loss <= 0 else "within chance")
