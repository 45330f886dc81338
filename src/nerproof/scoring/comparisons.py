"""Systems against each other: differences with intervals and paired tests, ranks; several runs as mean ± sd."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations, product
from typing import Any

import numpy as np

from nerproof.base.results import Row, plain
from nerproof.base.runs import groups
from nerproof.corpus import Ints
from nerproof.measures.metrics import Floats
from nerproof.resampling.corrections import rank_ranges, simultaneous_t, step_down
from nerproof.resampling.intervals import ROUNDING, spread, studentised, t_quantile
from nerproof.resampling.randomisation import randomisation_p, sign_sums, smallest_p, swapped
from nerproof.scoring.estimate import columns_of, influence, placed, score, set_gradient, with_nudges
from nerproof.scoring.headlinecounts import headline_columns
from nerproof.suites.recipe import Cell, Found, Key, Score, Suite, Table

Tables = Mapping[str, Mapping[str, Table]]  # system -> suite -> table
ALPHA = 0.05


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


# --- pairs of systems ------------------------------------------------------------------------------------------------

Named = tuple[Suite, Key]


def comparison_rows(
    suites: Sequence[Suite],
    tables: Tables,
    cells: Mapping[str, Found],
    counts: Mapping[str, Ints],
    resamples: int,
    seed: int,
) -> list[Row]:
    """For every pair of systems: differences with interval and test, by headline scores (with ranks) and by bucket."""
    systems = groups(list(tables))
    if len(systems) < 2 or not resamples:
        return []
    contest = Contest(systems, tables, cells, counts, resamples, seed)
    headlines = [(s, key) for s in suites for key in s.headlines if contest.has(s, key)]
    buckets = [(s, key) for s in suites if s.diagnosed for key in contest.keys(s, s.diagnosed)]
    contest.swap([*headlines, *buckets])
    rows = contest.rows(headlines)
    ranks = [r for suite, key in headlines for r in _ranks(suite, key, list(systems), rows)]
    return [*rows, *ranks, *contest.rows(buckets)]


def test_notes(rows: Sequence[Row], draws: int) -> list[str]:
    """Where no difference could be significant, whatever the systems do."""
    if not any("p_adjusted" in r.more for r in rows):
        return []
    if 1 / (draws + 1) >= ALPHA:
        return [f"{draws} resamples give no p below {1 / (draws + 1):.2f}: no difference can be significant; use 1000"]
    few = dict.fromkeys((r.system, r.more["other"]) for r in rows if "p_smallest" in r.more and r.slice == "ALL")
    if not few:
        return []
    names = ", ".join(f"{a} and {b}" for a, b in list(few)[:3]) + (" …" if len(few) > 3 else "")
    return [
        f"cannot tell some differences: {names} differ in too few units for a p below {ALPHA} (p_smallest in the rows)"
    ]


class Contest:
    """All pairs of systems under the same random swaps and the same resamples."""

    def __init__(
        self,
        systems: Mapping[str, list[str]],
        tables: Tables,
        cells: Mapping[str, Found],
        counts: Mapping[str, Ints],
        resamples: int,
        seed: int,
    ) -> None:
        self.systems, self.tables = systems, tables
        self.draws, self.seed = resamples, seed
        self.pairs = list(combinations(systems, 2))
        columns, self.kept = _compared_columns(next(iter(cells.values())))
        self.counts = {run: counts[run][:, columns] for run in tables}
        self.gradients: dict[str, Mapping[str, Table]] = {}
        self.moved: dict[str, dict[tuple[str, Key], Floats]] = {}
        self.differences: dict[tuple[str, str], dict[tuple[str, Key], Floats]] = {}

    def has(self, suite: Suite, key: Key) -> bool:
        """Whether all systems have the score."""
        return all(key in table.get(suite.name, {}) for table in self.tables.values())

    def keys(self, suite: Suite, metric: str) -> list[Key]:
        """The scores of a metric in all slices that have a name and a bucket."""
        first = next(iter(self.tables.values())).get(suite.name, Table())
        counted = {cell.part.name for _, cell in self.kept}  # of very many types only some are
        return [k for k in first if k[0] in counted and k[1:] == ("ALL", metric) and self.has(suite, k)]

    def swap(self, scores: Sequence[Named]) -> None:
        """The differences of all pairs, first as they are, then under random swaps."""
        sums = sign_sums(self.counts, draws=self.draws, seed=self.seed)
        self.moved = {run: self._influences(run, scores) for run in self.counts}
        for a, b in self.pairs:
            runs = _matched(self.systems[a], self.systems[b])
            found = [self._difference(sums[x], sums[y], scores) for x, y in runs]
            self.differences[a, b] = {key: np.mean([f[key] for f in found], axis=0) for key in found[0]}

    def _influences(self, run: str, scores: Sequence[Named]) -> dict[tuple[str, Key], Floats]:
        """How much each score of a system would move without each unit."""
        tables = score(self.kept, with_nudges(self.counts[run].sum(axis=0, dtype=np.float64)[None]))
        self.gradients[run] = tables
        for suite, key in scores:
            set_gradient(tables[suite.name][key], 1)
        return {(s.name, key): influence(self.counts[run], tables[s.name][key]) for s, key in scores}

    def _difference(self, left: Floats, right: Floats, scores: Sequence[Named]) -> dict[tuple[str, Key], Floats]:
        tables = score(self.kept, np.concatenate(swapped(left, right)))
        halves = {(s.name, key): np.split(tables[s.name][key].values, 2) for s, key in scores}
        return {name: one - other for name, (one, other) in halves.items()}

    def rows(self, scores: Sequence[Named]) -> list[Row]:
        """Differences with their intervals and p-values, corrected over all pairs and all of these scores together."""
        if not scores:
            return []
        names = [(s.name, key) for s, key in scores]
        random = np.stack([self.differences[pair][name] for pair in self.pairs for name in names], axis=1)
        columns = [*self._intervals(names), randomisation_p(random), step_down(random)]
        places = [(pair, name) for pair in self.pairs for name in names]
        return [
            self._row(pair, name, [plain(x) for x in numbers])
            for pair, name, numbers in zip(*zip(*places, strict=True), np.stack(columns, axis=1), strict=True)
        ]

    def _intervals(self, names: Sequence[tuple[str, Key]]) -> list[Floats]:
        """By pair and score: the difference, its interval, and the interval that holds for all of them at once."""
        means = {s: np.stack([self._mean(s, n) for n in names], axis=1) for s in self.systems}
        moved = {s: np.stack([self._influence(s, n) for n in names], axis=1) for s in self.systems}
        values = np.concatenate([means[a] - means[b] for a, b in self.pairs], axis=1)
        if len(values) == 1:  # a single unit says nothing about others
            return [values[0], *np.full((4, values.shape[1]), np.nan)]
        error, df = np.concatenate([spread(moved[a] - moved[b], excess=0.0) for a, b in self.pairs], axis=1)
        error = np.where(error > ROUNDING, error, 0.0)
        with np.errstate(divide="ignore", invalid="ignore"):
            wide = simultaneous_t((values[1:] - values[0]) / np.where(error > 0, error, np.nan))
        reach = t_quantile(df)
        shared = np.maximum(reach, reach / t_quantile(np.array(np.inf)) * wide)
        bounds = [studentised(values[0], error * r, np.full_like(df, -1), np.ones_like(df)) for r in (reach, shared)]
        return [values[0], *bounds[0], *bounds[1]]

    def _mean(self, system: str, name: tuple[str, Key]) -> Floats:
        suite, key = name
        return np.mean([self.tables[run][suite][key].values for run in self.systems[system]], axis=0)

    def _influence(self, system: str, name: tuple[str, Key]) -> Floats:
        return np.mean([self.moved[run][name] for run in self.systems[system]], axis=0)

    def _row(self, pair: tuple[str, str], name: tuple[str, Key], numbers: Sequence[float | None]) -> Row:
        suite, (slice_, label, metric) = name
        value, low, high, low_adjusted, high_adjusted, p, p_adjusted = numbers
        more: dict[str, Any] = {"other": pair[1], "p": p, "p_adjusted": p_adjusted}
        if ":" not in slice_:  # of buckets there are thousands
            more |= {"low_adjusted": low_adjusted, "high_adjusted": high_adjusted}
        if p is not None:
            smallest = smallest_p(self.draws, self._differing(pair, name))
            more |= {"p_smallest": smallest} if smallest >= ALPHA else {}
        return Row(suite, pair[0], f"difference:{metric}", value, slice_, label, low=low, high=high, more=more)

    def _differing(self, pair: tuple[str, str], name: tuple[str, Key]) -> int:
        """On how many units the two systems differ in what the score counts, as far as it matters."""
        suite, key = name
        a, b = (self.systems[s][0] for s in pair)
        gradient = self.gradients[a][suite][key].gradient
        if gradient is None or len(self.systems[pair[0]]) + len(self.systems[pair[1]]) > 2:
            return self.draws
        differs = self.counts[a][:, gradient[0]] != self.counts[b][:, gradient[0]]
        return int(differs.any(axis=1).sum())


def _matched(left: Sequence[str], right: Sequence[str]) -> list[tuple[str, str]]:
    """Which runs of two systems swap their outputs: the first with the first; each with each where one has more."""
    if len(left) == len(right):
        return list(zip(left, right, strict=True))
    return list(product(left, right))


def _compared_columns(cells: Found) -> tuple[list[int], list[tuple[Suite, Cell]]]:
    """The columns that comparisons need, and their cells: headline scores and buckets (nothing is derived there)."""
    columns, kept = headline_columns(cells)
    diagnosed = ((at, s, c) for at, s, c in placed(cells) if s.diagnosed and c.part.label == "ALL")
    more, buckets = columns_of((at, replace(s, derive=None), c) for at, s, c in diagnosed if ":" in c.part.name)
    return [*columns, *more], [*kept, *buckets]


def _ranks(suite: Suite, key: Key, names: Sequence[str], rows: Sequence[Row]) -> list[Row]:
    """Rank of each system with ties by test: best and worst place that the corrected tests leave open."""
    slice_, label, metric = key
    better = set()
    for r in rows:
        own = (r.suite, r.slice, r.label, r.metric) == (suite.name, slice_, label, f"difference:{metric}")
        if own and r.value and (r.more["p_adjusted"] or 1) < ALPHA:
            pair = (r.system, r.more["other"])
            ahead = (r.value > 0) != (metric in suite.lower_is_better)
            better.add(pair if ahead else pair[::-1])
    found = rank_ranges(names, better)
    return [
        Row(
            suite.name,
            name,
            f"rank:{metric}",
            float(best),
            slice_,
            label,
            more={"rank_low": best, "rank_high": worst},
        )
        for name, (best, worst) in found.items()
    ]
