"""The combined result of an experiment as plain text: scores by step, then the recipe's own tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nerproof.base.results import Result, Row
from nerproof.experiments.tables import HEADLINES

TABLES = ("correlations", "domains", "drops")


def overview(result: Result) -> str:
    """A table of means ± sd per system and step, and the tables of the recipe."""
    extra = result.extras["experiment"]
    parts = [_scores(result.rows, extra["steps"])]
    parts += [_table(extra[name]) for name in TABLES if extra.get(name)]
    differences = [r for r in result.rows if r.metric.startswith("difference:")]
    if differences:
        parts.append(_table([_difference(r) for r in differences]))
    return "\n\n".join(parts)


def _scores(rows: Sequence[Row], steps: Sequence[str]) -> str:
    means = [r for r in rows if r.label == "ALL" and r.metric in HEADLINES and r.slice in steps]
    found: dict[tuple[str, str], dict[str, Row]] = {}
    for row in means:
        found.setdefault((row.system, row.slice), {})[row.metric] = row
    columns = [c for c in HEADLINES if any(c in cells for cells in found.values())]
    lines = [
        {"system": system, "step": step, **{c: _mean(cells.get(c)) for c in columns}}
        for (system, step), cells in found.items()
    ]
    return _table(lines)


def _mean(row: Row | None) -> str:
    if row is None or row.value is None:
        return "–"
    sd = row.more.get("sd")
    return _number(row.value) + (f" ± {100 * sd:.2f}" if sd is not None else "")


def _number(value: float) -> str:
    return f"{round(100 * value, 2) + 0.0:.2f}"  # no -0.00


def _difference(row: Row) -> dict[str, Any]:
    names = {"a": row.system, "b": row.more["other"], "score": row.metric.partition(":")[2]}
    return {**names, "a − b": row.value, **{k: row.more.get(k) for k in ("runs", "p", "p_bonferroni")}}


def _table(lines: Sequence[Mapping[str, Any]]) -> str:
    columns = list(dict.fromkeys(c for line in lines for c in line))
    cells = [columns, *([_cell(c, line.get(c)) for c in columns] for line in lines)]
    widths = [max(len(row[i]) for row in cells) for i in range(len(columns))]
    return "\n".join("  ".join(c.ljust(w) for c, w in zip(row, widths, strict=True)).rstrip() for row in cells)


def _cell(column: str, value: Any) -> str:
    if value is None:
        return "–"
    if not isinstance(value, float):
        return str(value)
    if column in ("r", "r_zero"):
        return f"{value:.2f}"
    if not column.startswith("p"):
        return _number(value)
    return f"{value:.4f}" if value >= 0.0001 else "<0.0001"
