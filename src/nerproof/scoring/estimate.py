"""From counts to scores: the same function serves the data, the bootstrap, the random swaps and the gradients."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from nerproof.corpus import Ints
from nerproof.measures.metrics import Floats
from nerproof.resampling.bootstrap import bootstrap
from nerproof.resampling.intervals import ROUNDING, Share, share_ends, share_spread, spread, studentised, t_quantile
from nerproof.suites.recipe import Cell, Found, Score, Suite, Table, is_difference

LARGEST_SHARE = 0.9  # a unit that is all there is cannot be left out
STEP = 1e-4  # by which a column's sum is raised to see how the scores move


def estimate(cells: Found, counts: Ints, *, resamples: int, seed: int) -> dict[str, Table]:
    """Scores with their resampled values and, where anything is resampled, their intervals."""
    sums = bootstrap(counts, resamples=resamples, seed=seed)
    if not resamples:
        return score(cells, sums)
    tables = score(cells, with_nudges(sums))
    named = [(key[2], item) for table in tables.values() for key, item in table.items()]
    items = [(name, item) for name, item in named if len(item.values) > len(sums)]
    for _, item in items:
        set_gradient(item, len(sums))
    _set_bounds(items, np.asfortranarray(counts))
    for suite in dict.fromkeys(suite for suite, _ in cells):
        if suite.bound:
            suite.bound(tables[suite.name])
    return tables


def with_nudges(sums: Floats) -> Floats:
    """Column sums, then the data's own with each column raised a little: scores of the latter give the gradient."""
    return np.concatenate([sums, sums[:1] + STEP * np.eye(sums.shape[1])])


def set_gradient(item: Score, n: int) -> None:
    """Takes what came of the nudges off the values, of which n stay, and keeps it as the gradient."""
    item.values, nudged = np.split(item.values, [n])
    slopes = (nudged - item.values[0]) / STEP
    columns = np.flatnonzero(slopes)
    item.gradient = columns, slopes[columns]


def influence(counts: Ints, item: Score) -> Floats:
    """How much a score would move without each unit: the jackknife, from the gradient and each unit's share.

    Without a unit, a / b moves by (a_i - a / b * b_i) / (b - b_i): its share of the divisor counts, which is what
    lowers a score. A unit that has the only hit of many mentions is a small share of them.
    """
    if item.gradient is None:
        return np.zeros(len(counts))
    columns, slopes = item.gradient
    own = counts[:, columns].astype(np.float64)
    divisor = np.minimum(slopes, 0) if (slopes < 0).any() else slopes
    moved, weight = own @ slopes, own @ np.abs(divisor)
    share = weight / max(float(weight.sum()), 1e-300)
    found: Floats = (moved - moved.mean()) / (1 - np.minimum(share, LARGEST_SHARE))
    return found


def _set_bounds(items: Sequence[tuple[str, Score]], counts: Ints) -> None:
    """Studentised intervals of all scores that are defined and smooth; a percentile has to serve for the others."""
    shares: list[tuple[Score, Share]] = []
    smooth: list[tuple[Score, float, float, float, float]] = []
    for name, item in items:
        known = item.values[~np.isnan(item.values)]
        if item.bounds is not None or np.isnan(item.values[0]) or 2 * len(known) < len(item.values):
            continue
        moved = influence(counts, item)
        error, df = (float(x) for x in spread(moved))
        item.df = df
        size, unmoved = _counted(item), item.share and item.base and np.ptp(known) <= ROUNDING and 0 <= known[0] <= 1
        if size or unmoved:
            units = int(counts[:, list(item.base)].any(axis=1).sum())
            own = share_spread(float(known[0]), moved, error if size else 0.0, size, min(units, item.total or units))
            shares.append((item, own))
        elif error > ROUNDING and np.isfinite(error):
            reach = _range(float(known.min()), float(known.max()), difference=is_difference(name))
            smooth.append((item, error, df, *((-np.inf, np.inf) if item.quotient else reach)))
    if shares:
        _keep(shares, share_ends(*np.array([share for _, share in shares]).T))
    if smooth:
        errors, dfs, lowest, highest = np.array([numbers for _, *numbers in smooth]).T
        values = np.array([item.values[0] for item, *_ in smooth])
        _keep(smooth, studentised(values, errors * t_quantile(dfs), lowest, highest))


def _keep(items: Sequence[tuple[Any, ...]], ends: tuple[Floats, Floats]) -> None:
    """Sets the bounds of scores, each the first of its tuple."""
    for (item, *_), low, high in zip(items, *(e.tolist() for e in ends), strict=True):
        item.bounds = (max(low, 0.0) if item.quotient else low), high


def _counted(item: Score) -> float:
    """How many items a score is a share of (F1: the mean of gold's and predicted mentions); 0 where it is no share."""
    if item.count is not None and item.base:
        return item.total or 0
    gold, pred = (item.facts.get(name) for name in ("n_gold", "n_pred"))
    return (gold + pred) / 2 if item.share and item.base and gold and pred else 0


def _range(lowest: float, highest: float, *, difference: bool) -> tuple[float, float]:
    """The natural range that holds all resampled values: that of a share, of a difference of shares, or none."""
    if highest > 1 or lowest < -1:
        return -np.inf, np.inf
    return (-1.0 if difference or lowest < 0 else 0.0), 1.0


def score(cells: Found, totals: Floats) -> dict[str, Table]:
    """Scores of every cell from column sums (rows: data, then resamples), and the derived ones, by suite."""
    tables: dict[str, Table] = {suite.name: Table() for suite, _ in cells}
    for at, suite, cell in placed(cells):
        for name, item in scores_of(cell, totals[:, at : at + len(cell.metric.columns)], at).items():
            tables[suite.name][cell.part.name, cell.part.label, name] = item
    derive(cells, tables)
    return tables


def placed(cells: Found) -> Iterator[tuple[int, Suite, Cell]]:
    """The place of every cell's first column, with its suite and the cell."""
    at = 0
    for suite, cell in cells:
        yield at, suite, cell
        at += len(cell.metric.columns)


def columns_of(chosen: Iterable[tuple[int, Suite, Cell]]) -> tuple[list[int], list[tuple[Suite, Cell]]]:
    """The columns of some cells, and these."""
    found = list(chosen)
    return [k for at, _, c in found for k in range(at, at + len(c.metric.columns))], [(s, c) for _, s, c in found]


def scores_of(cell: Cell, totals: Floats, first: int = 0) -> dict[str, Score]:
    """The scores of one cell from the sums of its columns; ``first`` is the place of the first one among all."""
    metric = cell.metric
    columns = {name: totals[:, i] for i, name in enumerate(metric.columns)}
    place = {name: first + i for i, name in enumerate(metric.columns)}
    found, facts = {}, _facts(cell, columns)
    for name, values in metric.score(columns).items():
        top, bottom = metric.ratios.get(name, (None, None))
        found[name] = Score(
            values,
            None if top is None else int(columns[top][0]),
            None if bottom is None else int(columns[bottom][0]),
            facts,
            share=metric.range[1] == 1 and not name.startswith("delta"),
        )
        found[name].base = tuple(place.values()) if bottom is None else (place[bottom],)
    return found


def derive(cells: Found, tables: Mapping[str, Table]) -> None:
    """Adds the derived scores of every suite."""
    for suite in {suite.name: suite for suite, _ in cells}.values():
        if suite.derive:
            suite.derive(tables[suite.name])


def _facts(cell: Cell, columns: Mapping[str, Floats]) -> dict[str, Any]:
    names = {"tp": "n_correct", "gold": "n_gold", "pred": "n_pred"}
    found = {names[k]: int(v[0]) for k, v in columns.items() if k in names}
    return {**found, **cell.part.facts}
