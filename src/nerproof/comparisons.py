"""Systems against each other: paired bootstrap, approximate randomisation, Holm, ranks; several runs as mean ± sd."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from nerproof.base.results import Row, plain
from nerproof.corpus import Ints
from nerproof.measures.metrics import Floats
from nerproof.scoring import score
from nerproof.stats.resample import swaps
from nerproof.stats.summary import bootstrap_p, holm, interval, randomisation_p, rank_ranges
from nerproof.suites.recipe import Cell, Found, Key, Score, Suite, Table

Tables = Mapping[str, Mapping[str, Table]]  # system -> suite -> table
ALPHA = 0.05


def groups(systems: Sequence[str]) -> dict[str, list[str]]:
    """Runs of one system: ``flair@1`` and ``flair@2`` are runs of ``flair``.

    >>> groups(["a@1", "a@2", "b"])
    {'a': ['a@1', 'a@2'], 'b': ['b']}
    """
    found: dict[str, list[str]] = {}
    for name in systems:
        found.setdefault(name.rpartition("@")[0] or name, []).append(name)
    return found


def run_rows(tables: Tables) -> list[Row]:
    """Mean and sample standard deviation over the runs of a system."""
    rows = []
    for name, runs in groups(list(tables)).items():
        if len(runs) < 2:
            continue
        for suite, table in tables[runs[0]].items():
            rows += [_mean_row(suite, name, key, [tables[r][suite][key] for r in runs]) for key in table]
    return rows


def _mean_row(suite: str, name: str, key: Key, scores: Sequence[Score]) -> Row:
    values = np.array([s.values[0] for s in scores])
    defined = values[~np.isnan(values)]
    mean = float(defined.mean()) if len(defined) else None
    sd = float(defined.std(ddof=1)) if len(defined) > 1 else None
    return Row(suite, name, key[2], mean, key[0], key[1], more={"sd": sd, "runs": len(values)})


def comparison_rows(
    suites: Sequence[Suite],
    tables: Tables,
    cells: Mapping[str, Found],
    counts: Mapping[str, Ints],
    resamples: int,
    seed: int,
) -> list[Row]:
    """For every pair of systems and every headline score: difference, interval, p-values, Holm over the pairs."""
    systems = groups(list(tables))
    pairs = list(combinations(systems, 2))
    if not pairs or not resamples:
        return []
    swapped = {(a, b): _swapped(systems[a], systems[b], cells, counts, resamples, seed) for a, b in pairs}
    rows: list[Row] = []
    for suite in suites:
        for key in suite.headlines:
            compared = [_compare(suite.name, key, a, b, systems, tables, swapped[a, b]) for a, b in pairs]
            found = [r for r in compared if r is not None]
            for row, p in zip(found, holm([r.more["p"] for r in found]), strict=True):
                row.more["p_holm"] = p
            rows += [*found, *_ranks(suite, key, list(systems), found)]
    return rows


def _averaged(runs: Sequence[str], tables: Tables, suite: str, key: Key) -> Floats | None:
    found = [tables[r][suite][key].values for r in runs if key in tables[r].get(suite, {})]
    return np.mean(found, axis=0) if found else None


def _compare(
    suite: str,
    key: Key,
    a: str,
    b: str,
    systems: Mapping[str, list[str]],
    tables: Tables,
    swapped: tuple[Mapping[str, Table], Mapping[str, Table]] | None,
) -> Row | None:
    left, right = (_averaged(systems[x], tables, suite, key) for x in (a, b))
    if left is None or right is None:
        return None
    difference = left - right
    bounds = interval(difference[1:]) or (None, None)
    more: dict[str, Any] = {"other": b, "p": bootstrap_p(difference[1:])}
    if swapped is not None and key in swapped[0].get(suite, {}):
        random_difference = swapped[0][suite][key].values - swapped[1][suite][key].values
        more["p_randomisation"] = randomisation_p(float(random_difference[0]), random_difference[1:])
    return Row(
        suite,
        a,
        f"difference:{key[2]}",
        plain(difference[0]),
        key[0],
        key[1],
        low=bounds[0],
        high=bounds[1],
        more=more,
    )


def _swapped(
    runs_a: Sequence[str],
    runs_b: Sequence[str],
    cells: Mapping[str, Found],
    counts: Mapping[str, Ints],
    resamples: int,
    seed: int,
) -> tuple[Mapping[str, Table], Mapping[str, Table]] | None:
    """Tables of the headline cells under random swaps; only for systems with one run each."""
    if len(runs_a) > 1 or len(runs_b) > 1:
        return None
    a, b = runs_a[0], runs_b[0]
    columns, kept = _headline_columns(cells[a])
    sums_a, sums_b = swaps(counts[a][:, columns], counts[b][:, columns], resamples=resamples, seed=seed)
    return score(kept, sums_a), score(kept, sums_b)


def _headline_columns(cells: Found) -> tuple[list[int], list[tuple[Suite, Cell]]]:
    columns: list[int] = []
    kept = []
    at = 0
    for suite, cell in cells:
        width = len(cell.metric.columns)
        if suite.headlines and cell.part.label == "ALL" and cell.part.name in suite.compared:
            columns += range(at, at + width)
            kept.append((suite, cell))
        at += width
    return columns, kept


def _ranks(suite: Suite, key: Key, names: Sequence[str], rows: Sequence[Row]) -> list[Row]:
    """Rank of each system with ties by test: best and worst place that the corrected tests leave open."""
    better = set()
    for r in rows:
        if r.more["p_holm"] is not None and r.more["p_holm"] < ALPHA and r.value:
            pair = (r.system, r.more["other"])
            ahead = (r.value > 0) != (key[2] in suite.lower_is_better)
            better.add(pair if ahead else pair[::-1])
    return [
        Row(
            suite.name,
            name,
            f"rank:{key[2]}",
            float(best),
            key[0],
            key[1],
            more={"rank_low": best, "rank_high": worst},
        )
        for name, (best, worst) in rank_ranges(names, better).items()
    ]
