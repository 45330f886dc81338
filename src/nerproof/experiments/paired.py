"""Systems over the same splits: paired differences with Bonferroni's correction, as hardeval's authors advise."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any

import numpy as np

from nerproof.base.results import Row
from nerproof.experiments.tables import Number, Runs
from nerproof.resampling.corrections import bonferroni
from nerproof.resampling.ranktests import wilcoxon

METRICS = ("f1", "score", "f1_clean")  # F1; hardeval's score (lower is better); F1 without seen entities


def comparisons(runs: Runs, metrics: Sequence[str] = METRICS) -> list[Row]:
    """Every pair of systems on every metric; p-values are corrected for the number of all comparisons."""
    rows = [row for metric in metrics for row in _of_metric(runs, metric)]
    for row, p in zip(rows, bonferroni([r.more["p"] for r in rows]), strict=True):
        row.more["p_bonferroni"] = p
    return rows


def _of_metric(runs: Runs, metric: str) -> list[Row]:
    by_system: dict[str, dict[Any, float | None]] = {}
    for n in runs.where(metric=metric):
        by_system.setdefault(n.system, {})[_place(n)] = n.row.value
    found = []
    for a, b in combinations(by_system, 2):
        pairs = [(x, by_system[b].get(k)) for k, x in by_system[a].items()]
        differences = [x - y for x, y in pairs if x is not None and y is not None]
        if differences:
            found.append(_row(a, b, metric, differences))
    return found


def _place(n: Number) -> tuple[Any, ...]:
    """What makes two runs a pair: everything but the system."""
    return (*sorted(n.factors.items()), n.seed, n.test)


def _row(a: str, b: str, metric: str, differences: list[float]) -> Row:
    values = np.array(differences)
    more = {
        "other": b,
        "runs": len(values),
        "sd": float(values.std(ddof=1)) if len(values) > 1 else None,
        "p": _t_test(values),
        "p_wilcoxon": wilcoxon(differences),
    }
    return Row("experiment", a, f"difference:{metric}", float(values.mean()), more=more)


def _t_test(values: np.ndarray[Any, Any]) -> float | None:
    """Paired t-test: p of the differences' mean being 0; undefined below two runs, 1 when all are 0."""
    if len(values) < 2:
        return None
    if not np.ptp(values):
        return 1.0 if values[0] == 0 else None
    from scipy.stats import ttest_1samp

    return float(ttest_1samp(values, 0.0).pvalue)
