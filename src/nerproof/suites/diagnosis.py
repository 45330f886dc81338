"""What the buckets of an attribute say about a system, and how sure: S_ρ, S_σ, gap, and whether they differ at all.

The paper's own tests need many systems or runs (Friedman, Wilcoxon): where they cannot reach 0.05, rows say how many
would be needed. Wald's test needs one system only: it compares the buckets by the covariance of their resamples.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations

import numpy as np

from nerproof.base.results import Row
from nerproof.base.runs import groups
from nerproof.corpus import Ints
from nerproof.measures.metrics import Floats
from nerproof.resampling.corrections import holm, simultaneous_t
from nerproof.resampling.intervals import FEWEST_DF, t_quantile
from nerproof.resampling.ranktests import blocks_needed, friedman, pairs_needed, rising, wilcoxon
from nerproof.resampling.wald import LEAST, Wald, wald
from nerproof.suites.recipe import Score, Table

ALPHA = 0.05
MOST_ORDERED = 7  # buckets whose orders are all gone through
Scores = Mapping[str, Mapping[str, float]]  # F1 by system and bucket


def attributes(table: Table) -> dict[str, list[str]]:
    """The buckets of each attribute, by the names of their slices."""
    found: dict[str, list[str]] = {}
    for slice_, label, metric in table:
        if ":" in slice_ and label == "ALL" and metric == "f1":
            found.setdefault(slice_.split(":")[0], []).append(slice_)
    return found


def put_measures(table: Table) -> None:
    """S_ρ, S_σ and the gap between best and worst bucket, with their resampled values."""
    for attribute, names in attributes(table).items():
        values = np.stack([table.values(name, "ALL", "f1") for name in names], axis=1)
        defined = np.flatnonzero(~np.isnan(values[0]))
        if not len(defined):
            continue
        known = values[:, defined]
        if "lo" in table[names[0], "ALL", "f1"].facts:
            table.put(attribute, "ALL", "s_rho", rising(known))
            table.put(attribute, "ALL", "s_sigma", known.std(axis=1))
        best, worst = (names[defined[int(pick(known[0]))]] for pick in (np.argmax, np.argmin))
        table.put(attribute, "ALL", "gap", known.max(axis=1) - known.min(axis=1), best=best, worst=worst)


# --- intervals -------------------------------------------------------------------------------------------------------


def set_bounds(table: Table) -> None:
    """Intervals of S_ρ, S_σ and the gap: no smooth functions of the counts, and two of them grow by chance alone."""
    for attribute, names in attributes(table).items():
        known = [s for s in (table[name, "ALL", "f1"] for name in names) if not np.isnan(s.values[0])]
        values = np.stack([s.values for s in known], axis=1) if known else np.zeros((0, 0))
        rows = values[~np.isnan(values).any(axis=1)]
        if len(known) < 2 or 2 * len(rows) < len(values):
            continue
        pairs, reach = _apart(rows, known)
        table[attribute, "ALL", "gap"].bounds = _bounds_of_gap(rows[0], pairs, reach)
        if (attribute, "ALL", "s_sigma") in table:
            table[attribute, "ALL", "s_sigma"].bounds = _bounds_of_spread(rows)
            order = table[attribute, "ALL", "s_rho"]
            order.bounds = None if np.isnan(order.value) else _bounds_of_order(rows[0], pairs, reach)


def _apart(rows: Floats, scores: Sequence[Score]) -> tuple[Ints, Floats]:
    """All pairs of buckets, and how far the interval of each difference reaches if all are to hold at once."""
    pairs = np.array(list(combinations(range(rows.shape[1]), 2)))
    differences = rows[:, pairs[:, 0]] - rows[:, pairs[:, 1]]
    error = np.sqrt(np.maximum(differences[1:].var(axis=0, ddof=1), _least(scores)[pairs].sum(axis=1)))
    dfs = np.array([s.df or FEWEST_DF for s in scores])[pairs].min(axis=1)
    usual = t_quantile(np.array(np.inf))
    together = max(simultaneous_t((differences[1:] - differences[0]) / error), float(usual))  # 0 where nothing varies
    return pairs, together * error * t_quantile(dfs) / usual


def _bounds_of_gap(scores: Floats, pairs: Ints, reach: Floats) -> tuple[float, float]:
    """The largest lower end and the largest upper end of all differences."""
    size = np.abs(scores[pairs[:, 0]] - scores[pairs[:, 1]])
    return float(max((size - reach).max(), 0.0)), float(min((size + reach).max(), 1.0))


def _bounds_of_order(scores: Floats, pairs: Ints, reach: Floats) -> tuple[float, float] | None:
    """Smallest and largest ρ of the orders in which no two buckets that differ for sure are swapped."""
    if len(scores) > MOST_ORDERED:
        return None
    orders = np.array(list(permutations(range(len(scores)))), dtype=np.float64)
    difference = scores[pairs[:, 0]] - scores[pairs[:, 1]]
    sure = np.abs(difference) > reach
    apart = orders[:, pairs[sure, 0]] - orders[:, pairs[sure, 1]]
    found = rising(orders[(apart * difference[sure] > 0).all(axis=1)])
    return float(found.min()), float(found.max())


def _bounds_of_spread(rows: Floats) -> tuple[float, float]:
    """Percentiles of the resampled variances less twice what chance adds: once in the data, once in each resample."""
    variances = rows.var(axis=1)
    by_chance = float(np.cov(rows[1:], rowvar=False).diagonal().sum()) * (1 - 1 / rows.shape[1]) / rows.shape[1]
    low, high = np.quantile(np.sqrt(np.maximum(variances[1:] - 2 * by_chance, 0)), [0.025, 0.975])
    return float(low), float(max(high, low))


def _items(score: Score) -> float:
    """Items that a score is about: those of its denominator, or the mean of both sides (F1)."""
    if score.total is not None:
        return float(score.total)
    return (score.facts.get("n_gold", 0) + score.facts.get("n_pred", 0)) / 2


def _least(scores: Sequence[Score]) -> Floats:
    """The smallest variance that is believed of each score, by the number of its items."""
    n = np.array([_items(s) for s in scores])
    moved = (np.array([s.values[0] for s in scores]) * n + 1) / (n + 2)
    return LEAST * moved * (1 - moved) / (n + 2)


# --- one system ------------------------------------------------------------------------------------------------------


def bucket_test(scores: Sequence[Score]) -> Wald | None:
    """Whether the buckets of one system differ at all."""
    if not scores or len(scores[0].values) < 3:
        return None
    items = np.array([_items(s) for s in scores])
    dfs = np.array([s.df or FEWEST_DF for s in scores])
    return wald(np.stack([s.values for s in scores], axis=1), items, dfs)


def wald_rows(tables: Mapping[str, Table]) -> Iterator[Row]:
    """Per system and attribute: do its buckets differ in F1, and in recall? Each corrected (Holm) over all of them.

    False positives have an attribute, too: random ones are mostly names that train lacks, and lower the F1 of such
    buckets whatever the system finds there. Recall knows nothing of them.
    """
    by_recall = {(system, attribute): p for system, attribute, _, p in _tested(tables, "recall")}
    for system, attribute, test, p in _tested(tables, "f1"):
        more: dict[str, object] = {
            "statistic": test.statistic,
            "df": test.df,
            "df_error": test.df_error,
            "treatments": test.compared,
            "p_adjusted": p,
            "greyed": p is None or p >= ALPHA,
            "recall_p_adjusted": by_recall.get((system, attribute)),
        }
        yield Row("interpreteval", system, "wald_p", test.p, attribute, more=more)


def _tested(tables: Mapping[str, Table], metric: str) -> list[tuple[str, str, Wald, float | None]]:
    """System, attribute, test and corrected p, where there is a test."""
    found = [
        (system, attribute, test)
        for system, table in tables.items()
        for attribute, names in attributes(table).items()
        if (test := bucket_test([table[name, "ALL", metric] for name in names])) is not None
    ]
    return [(*one, p) for one, p in zip(found, holm([test.p for *_, test in found]), strict=True)]


def self_rows(attribute: str, models: Mapping[str, Sequence[Mapping[str, float]]]) -> Iterator[Row]:
    """The paper's self-diagnosis test: the best against the worst bucket of a model over its runs (and datasets)."""
    for model, runs in models.items():
        mean = {b: v for b, v in means(runs).items() if not np.isnan(v)}
        if len(runs) < 2 or len(mean) < 2:
            continue
        best, worst = max(mean, key=lambda b: mean[b]), min(mean, key=lambda b: mean[b])
        differences = [run[best] - run[worst] for run in runs]
        yield _wilcoxon(model, "self_wilcoxon_p", attribute, differences, {"best": best, "worst": worst})


# --- several systems -------------------------------------------------------------------------------------------------


def means(runs: Sequence[Mapping[str, float]]) -> dict[str, float]:
    """Mean over the runs of a model in every bucket; undefined where a run has no score."""
    return {bucket: float(np.mean([run.get(bucket, np.nan) for run in runs])) for bucket in runs[0]}


def friedman_row(system: str, attribute: str, blocks: Sequence[Mapping[str, float]]) -> Row:
    """Friedman's test: treatments are the buckets that every block has a score in; blocks are systems or datasets.

    Where so few blocks cannot reach 0.05 there is no p, but the number of blocks that could.
    """
    names = [b for b in blocks[0] if all(not np.isnan(s.get(b, np.nan)) for s in blocks)] if blocks else []
    table = np.array([[s[b] for b in names] for s in blocks]).reshape(len(blocks), len(names))
    more: dict[str, object] = {"blocks": len(blocks), "treatments": len(names)}
    needed = blocks_needed(len(names), ALPHA)
    if needed is None or len(blocks) < needed:
        more["needs"] = needed
        return Row("interpreteval", system, "friedman_p", None, attribute, more=more)
    p = friedman(table)
    return Row("interpreteval", system, "friedman_p", p, attribute, more={**more, "greyed": p is None or p >= ALPHA})


def wilcoxon_rows(a: str, b: str, pairs: Sequence[tuple[Mapping[str, float], Mapping[str, float]]]) -> Iterator[Row]:
    """The paper's comparative test: one bucket, its pairs of scores over runs and datasets."""
    for bucket in dict.fromkeys(name for left, _ in pairs for name in left):
        both = [(x[bucket], y[bucket]) for x, y in pairs if bucket in x and bucket in y]
        differences = [x - y for x, y in both if not np.isnan(x - y)]
        if len(differences) > 1:
            yield _wilcoxon(a, "wilcoxon_p", bucket, differences, {"other": b})


def _wilcoxon(system: str, metric: str, slice_: str, differences: Sequence[float], more: dict[str, object]) -> Row:
    """Wilcoxon's signed-rank test; without p, but with the number of pairs needed, where so few cannot reach 0.05."""
    needed = pairs_needed(ALPHA)
    enough = len(differences) >= needed
    more = {**more, "pairs": len(differences), "difference": float(np.mean(differences))}
    more |= {} if enough else {"needs": needed}
    return Row("interpreteval", system, metric, wilcoxon(differences) if enough else None, slice_, more=more)


def runs_of(tables: Mapping[str, Table], attribute: str) -> dict[str, list[dict[str, float]]]:
    """F1 by bucket of each run of each model."""
    scores = {
        system: {name: float(t.values(name, "ALL", "f1")[0]) for name in attributes(t).get(attribute, [])}
        for system, t in tables.items()
    }
    return {model: [scores[run] for run in runs] for model, runs in groups(list(tables)).items()}
