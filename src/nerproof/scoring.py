"""From column sums to scores: the same function serves the data, the bootstrap and the random swaps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from nerproof.measures.metrics import Floats
from nerproof.suites.recipe import Cell, Found, Score, Table


def score(cells: Found, totals: Floats) -> dict[str, Table]:
    """Scores of every cell from column sums (rows: data, then resamples), and the derived ones, by suite."""
    tables: dict[str, Table] = {suite.name: Table() for suite, _ in cells}
    at = 0
    for suite, cell in cells:
        metric = cell.metric
        columns = {name: totals[:, at + i] for i, name in enumerate(metric.columns)}
        at += len(metric.columns)
        for name, values in metric.score(columns).items():
            top, bottom = metric.ratios.get(name, (None, None))
            tables[suite.name][cell.part.name, cell.part.label, name] = Score(
                values,
                None if top is None else int(columns[top][0]),
                None if bottom is None else int(columns[bottom][0]),
                _facts(cell, columns),
            )
    for suite in dict.fromkeys(suite for suite, _ in cells):
        if suite.derive:
            suite.derive(tables[suite.name])
    return tables


def _facts(cell: Cell, columns: Mapping[str, Floats]) -> dict[str, Any]:
    names = {"tp": "n_correct", "gold": "n_gold", "pred": "n_pred"}
    found = {names[k]: int(v[0]) for k, v in columns.items() if k in names}
    return {**found, **cell.part.facts}
