"""How much a system loses on changed tests, absolute and relative."""

from __future__ import annotations

from typing import Any

from nerproof.base.results import Row
from nerproof.experiments.attacked import ORIGINAL
from nerproof.experiments.tables import Runs, mean_row


def drops(runs: Runs, metric: str = "f1") -> tuple[list[Row], list[dict[str, Any]]]:
    """Per system and test: mean score, drop and relative drop against the original, pair by pair of runs."""
    values: dict[tuple[str, str], dict[Any, float | None]] = {}
    for n in runs.where(metric=metric):
        key = (n.system, n.step)
        values.setdefault(key, {})[tuple(sorted(n.factors.items())), n.seed] = n.row.value
    rows, table = [], []
    for (system, step), found in values.items():
        base = values.get((system, _original_of(step)), {})
        lost = [_minus(base.get(k), v) for k, v in found.items()]
        drop = mean_row((system, step, "ALL", f"drop:{metric}"), lost)
        mean, start = mean_row((system, step, "ALL", metric), list(found.values())), _mean(base)
        share = drop.value / start if drop.value is not None and start else None
        if step != _original_of(step):
            rows.append(drop)
        table.append({"system": system, "test": step, metric: mean.value, "drop": drop.value, "relative": share})
    return rows, table


def _original_of(step: str) -> str:
    """``mixing-up · full`` is compared with ``mixing-up · original``."""
    head, dot, _ = step.rpartition(" · ")
    return f"{head}{dot}{ORIGINAL}"


def _minus(a: float | None, b: float | None) -> float | None:
    return None if a is None or b is None else a - b


def _mean(values: dict[Any, float | None]) -> float | None:
    defined = [v for v in values.values() if v is not None]
    return sum(defined) / len(defined) if defined else None
