"""Corpora with known truth: do intervals cover it, do tests err as often as they may, do they find what is there?

    python -m bench.simulation [NAME…]      prints the tables of docs/design/statistics.md (NAME: coverage, error, …)

A mention is found where a normal number is below a threshold. The number has a part that all systems share (some
mentions are hard), a part that all mentions of a document share, and a part of its own, so errors of systems and of
neighbours are correlated as strongly as asked for (0.5 between these numbers is 0.3 between found and missed), and every
score's true value is known in closed form.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import product
from statistics import NormalDist

import numpy as np

from nerproof.measures.metrics import METRICS, Slice
from nerproof.resampling.ranktests import rising
from nerproof.scoring.comparisons import comparison_rows
from nerproof.scoring.estimate import estimate
from nerproof.suites.diagnosis import bucket_test
from nerproof.suites.recipe import SUITES, Cell, Found, Table

NORMAL = NormalDist()
TOGETHER = 50  # simulated test sets whose intervals are computed at once


@dataclass(frozen=True)
class World:
    """What all systems have in common: how many units of how many sentences, and how errors hang together."""

    units: int
    sentences: int = 1  # per unit, on average
    alike: float = 0.5  # share of a mention's difficulty that all systems have in common
    clustered: float = 0.0  # share that all mentions of a unit have in common
    false: float = 0.12  # false positives per mention
    mentions: float = 1.6  # per sentence
    uneven: float = 0.0  # how far the mentions of sentences, and the lengths of documents, vary beyond chance

    def counts(self, rng: np.random.Generator, recalls: list[float]) -> list[np.ndarray]:
        """Per system and unit: correct, gold and predicted mentions."""
        unit, tables = self.sentences_of(rng, recalls)
        found = [np.zeros((self.units, 3), dtype=np.int64) for _ in tables]
        for whole, table in zip(found, tables, strict=True):
            np.add.at(whole, unit, table)
        return found

    def sentences_of(self, rng: np.random.Generator, recalls: list[float]) -> tuple[np.ndarray, list[np.ndarray]]:
        """The unit of each sentence, and the counts of each system by sentence."""
        sizes = self._sizes(rng)
        unit = np.repeat(np.arange(self.units), sizes)
        rate = self.mentions * (rng.gamma(1 / self.uneven, self.uneven, len(unit)) if self.uneven else 1.0)
        gold = rng.poisson(rate, len(unit))
        sentence = np.repeat(np.arange(len(unit)), gold)
        hard = self._difficulty(rng, unit[sentence])
        found = []
        for recall in recalls:
            own = self._difficulty(rng, unit[sentence])
            difficulty = np.sqrt(self.alike) * hard + np.sqrt(1 - self.alike) * own
            correct = np.bincount(sentence[difficulty < NORMAL.inv_cdf(recall)], minlength=len(unit))
            wrong = rng.poisson(self.mentions * self.false, len(unit))
            found.append(np.stack([correct, gold, correct + wrong], axis=1).astype(np.int64))
        return unit, found

    def _sizes(self, rng: np.random.Generator) -> np.ndarray:
        """Sentences of each unit: one, or as many as a document has."""
        if self.sentences == 1:
            return np.ones(self.units, dtype=int)
        if self.uneven:
            return np.ceil(
                rng.lognormal(np.log(self.sentences) - self.uneven / 2, self.uneven**0.5, self.units)
            ).astype(int)
        return rng.geometric(1 / self.sentences, self.units)

    def _difficulty(self, rng: np.random.Generator, unit: np.ndarray) -> np.ndarray:
        of_unit = rng.normal(size=self.units)[unit]
        return np.sqrt(self.clustered) * of_unit + np.sqrt(1 - self.clustered) * rng.normal(size=len(unit))

    def truth(self, recall: float) -> dict[str, float]:
        return {
            "recall": recall,
            "precision": recall / (recall + self.false),
            "f1": 2 * recall / (1 + recall + self.false),
        }


def strict() -> Found:
    """The headline scores of the standard suite."""
    return [(SUITES["standard"], Cell(METRICS["strict"], Slice()))]


def covered(world: World, recall: float, rng: np.random.Generator, runs: int) -> dict[str, float]:
    """In what share of test sets the intervals of one system, and of its difference to a second, hold the truth."""
    held: dict[str, list[bool]] = {}
    for first in range(0, runs, TOGETHER):
        sets = [world.counts(rng, [recall, recall - 0.05]) for _ in range(min(TOGETHER, runs - first))]
        found = _intervals([dict(zip("ab", own, strict=True)) for own in sets])
        one, other = world.truth(recall), world.truth(recall - 0.05)
        truth = {**one, "difference": one["f1"] - other["f1"]}
        for name, bounds in found:
            held.setdefault(name, []).append(bounds is not None and bounds[0] <= truth[name] <= bounds[1])
    return {name: float(np.mean(own)) for name, own in held.items()}


def _intervals(sets: list[dict[str, np.ndarray]]) -> Iterator[tuple[str, tuple[float, float] | None]]:
    """Intervals of the first system and of its difference to the second on many test sets, each a slice of its own.

    They need no more than two resamples: standard errors come from the units.
    """
    names = tuple(f"{i}" for i in range(len(sets)))
    keys = tuple((name, "ALL", "f1") for name in names)
    suite = replace(SUITES["standard"], derive=None, bound=None, headlines=keys, compared=names)
    cells = [(suite, Cell(METRICS["strict"], Slice(name))) for name in names]
    counts = {system: np.concatenate([own[system] for own in sets], axis=1) for system in "ab"}
    tables = {system: estimate(cells, table, resamples=2, seed=0) for system, table in counts.items()}
    yield from ((key[2], item.bounds) for key, item in tables["a"]["standard"].items() if not np.isnan(item.value))
    rows = comparison_rows([suite], tables, {"a": cells}, counts, 2, 0)
    for row in rows:
        if row.metric == "difference:f1" and row.value is not None:
            yield "difference", None if row.low is None or row.high is None else (row.low, row.high)


def decisions(world: World, recalls: list[float], rng: np.random.Generator, draws: int = 1000) -> set[tuple[str, str]]:
    """Pairs of systems (by number) with a significant difference in any headline score, after correction."""
    names = [f"{i}" for i in range(len(recalls))]
    counts = dict(zip(names, world.counts(rng, recalls), strict=True))
    tables = {name: estimate(strict(), c, resamples=draws, seed=0) for name, c in counts.items()}
    rows = comparison_rows([SUITES["standard"]], tables, {"0": strict()}, counts, draws, 0)
    return {(r.system, r.more["other"]) for r in rows if (r.more.get("p_adjusted") or 1) < 0.05}


def false_alarm(systems: int, n: int, rng: np.random.Generator, draws: int = 1000, **world: float) -> bool:
    """Whether any of so many equal systems is said to differ from another in any headline score."""
    return bool(decisions(World(n, **world), [0.85] * systems, rng, draws))


def finds(systems: int, n: int, rng: np.random.Generator, draws: int = 1000, lead: float = 0.03) -> float:
    """Share of the pairs found that a system with a lead of 3 points of F1 forms with the others."""
    world = World(n)
    base = world.truth(0.85)["f1"] + lead
    recall = base * (1 + world.false) / (2 - base)  # the recall that has this F1
    found = decisions(world, [recall, *[0.85] * (systems - 1)], rng, draws)
    return sum(a == "0" for a, _ in found) / (systems - 1)


def bucket_alarm(sizes: list[int], recall: float, rng: np.random.Generator, resamples: int = 300) -> bool:
    """Whether buckets that a system does equally well on are said to differ, at 0.05."""
    p = bucket_p([World(n, alike=0.0) for n in sizes], [recall] * len(sizes), rng, resamples)
    return p is not None and p < 0.05


def bucket_p(worlds: list[World], recalls: list[float], rng: np.random.Generator, resamples: int) -> float | None:
    """The Wald test's p for buckets that lie in units of their own."""
    table = buckets(worlds, recalls, rng, resamples)
    found = bucket_test([table[f"x:{i}", "ALL", "f1"] for i in range(len(worlds))])
    return None if found is None else found.p


def buckets(worlds: list[World], recalls: list[float], rng: np.random.Generator, resamples: int) -> Table:
    """The scores of one system in buckets that lie in units of their own."""
    parts = [w.counts(rng, [r])[0] for w, r in zip(worlds, recalls, strict=True)]
    counts = np.zeros((sum(map(len, parts)), 3 * len(parts)), dtype=np.int64)
    at = 0
    for i, part in enumerate(parts):
        counts[at : at + len(part), 3 * i : 3 * i + 3] = part
        at += len(part)
    edges = [Slice(f"x:{i}", facts={"lo": i, "hi": i + 1}) for i in range(len(parts))]
    cells = [(SUITES["interpreteval"], Cell(METRICS["strict"], edge)) for edge in edges]
    return estimate(cells, counts, resamples=resamples, seed=0)["interpreteval"]


def measures_covered(sizes: list[int], recalls: list[float], rng: np.random.Generator) -> dict[str, bool]:
    """Whether the intervals of gap, S_σ and S_ρ hold the truth."""
    worlds = [World(n, alike=0.0) for n in sizes]
    f1 = np.array([w.truth(r)["f1"] for w, r in zip(worlds, recalls, strict=True)])
    truth = {"gap": np.ptp(f1), "s_sigma": f1.std(), "s_rho": rising(f1[None])[0]}
    table = buckets(worlds, recalls, rng, 300)
    bounds = {name: table["x", "ALL", name].bounds for name in truth if not np.isnan(truth[name])}
    return {name: b is not None and b[0] - 1e-9 <= truth[name] <= b[1] + 1e-9 for name, b in bounds.items()}


# --- the tables ------------------------------------------------------------------------------------------------------


def coverage_table() -> Iterator[str]:
    """The settings that the interval was chosen on."""
    yield from _coverage(
        {
            "sentences": World(0),
            "sentences, 0.5 mentions each": World(0, mentions=0.5),
            "documents, correlated 0.5": World(0, 12, clustered=0.5),
        },
        units=(30, 100, 300, 1000, 5000),
        recalls=(0.6, 0.85, 0.93),
    )


def confirmation_table() -> Iterator[str]:
    """Settings that it was not chosen on: other recalls, sizes and correlations, uneven sentences and documents."""
    yield from _coverage(
        {
            "sentences, uneven, 3 mentions each": World(0, mentions=3, uneven=1.4),
            "sentences, 0.8 mentions each": World(0, mentions=0.8, false=0.3),
            "documents of 6 sentences, correlated 0.35": World(0, 6, clustered=0.35, mentions=1.0),
            "uneven documents of 10 sentences, correlated 0.6": World(0, 10, clustered=0.6, uneven=1.0),
        },
        units=(40, 80, 200, 2000),
        recalls=(0.5, 0.75, 0.9),
    )


def _coverage(worlds: dict[str, World], units: tuple[int, ...], recalls: tuple[float, ...]) -> Iterator[str]:
    yield "| units | recall | runs | F1 | precision | recall | difference of F1 |"
    yield "|---|---|---|---|---|---|---|"
    for name, usual in worlds.items():
        for n, recall in product(units, recalls):
            world = replace(usual, units=n)
            if n * world.sentences <= 12_000:
                runs = 2000 if n * world.sentences <= 1200 else 500
                held = covered(world, recall, np.random.default_rng([n, world.sentences, int(100 * recall)]), runs)
                shares = " | ".join(f"{100 * held[k]:.1f}" for k in ("f1", "precision", "recall", "difference"))
                yield f"| {n} {name} | {recall} | {runs} | {shares} |"


def error_table() -> Iterator[str]:
    yield "| equal systems | units | runs | any significant difference |"
    yield "|---|---|---|---|"
    documents = {"sentences": 12, "clustered": 0.5}
    for systems, usual, few in ((2, 500, 500), (8, 500, 500), (20, 200, 2000)):
        for name, n, world in (
            ("30 sentences", 30, {}),
            ("300 sentences", 300, {}),
            ("60 documents, correlated 0.5", 60, documents),
        ):
            runs = usual if n > 30 else few
            rng = np.random.default_rng([9 if world else n, systems])
            share = np.mean([false_alarm(systems, n, rng, **world) for _ in range(runs)])
            yield f"| {systems} | {name} | {runs} | {100 * share:.1f} % |"


def power_table() -> Iterator[str]:
    yield "| systems | sentences | lead | runs | pairs found | all pairs found |"
    yield "|---|---|---|---|---|---|"
    for systems in (2, 8, 20):
        rng = np.random.default_rng([systems, 3])
        found = [finds(systems, 3000, rng) for _ in range(50)]
        share, whole = 100 * np.mean(found), 100 * np.mean(np.array(found) == 1)
        yield f"| {systems} | 3000 | 3 points | {len(found)} | {share:.1f} % | {whole:.1f} % |"


def bucket_table() -> Iterator[str]:
    yield "| units per bucket | recall | runs | said to differ |"
    yield "|---|---|---|---|"
    for sizes in ([15, 15, 15, 15], [30, 30, 30, 30], [10, 40, 200, 400], [300, 300, 300, 300]):
        for recall in (0.7, 0.9, 0.97):
            rng = np.random.default_rng([sum(sizes), int(100 * recall)])
            share = np.mean([bucket_alarm(sizes, recall, rng) for _ in range(500)])
            yield f"| {', '.join(map(str, sizes))} | {recall} | 500 | {100 * share:.1f} % |"


def measure_table() -> Iterator[str]:
    yield "| units per bucket | recall in the buckets | runs | gap | S_σ | S_ρ |"
    yield "|---|---|---|---|---|---|"
    for sizes in ([30, 30, 30, 30], [300, 300, 300, 300], [10, 40, 200, 400]):
        for recalls in ([0.85, 0.85, 0.85, 0.85], [0.8, 0.82, 0.86, 0.9], [0.6, 0.7, 0.8, 0.9]):
            rng = np.random.default_rng([sum(sizes), int(100 * recalls[0])])
            held = [measures_covered(sizes, recalls, rng) for _ in range(1000)]
            shares = " | ".join(_share(held, m) for m in ("gap", "s_sigma", "s_rho"))
            yield f"| {', '.join(map(str, sizes))} | {', '.join(map(str, recalls))} | {len(held)} | {shares} |"


def _share(held: list[dict[str, bool]], name: str) -> str:
    return f"{100 * np.mean([h[name] for h in held]):.1f}" if name in held[0] else "undefined"


TABLES: dict[str, Callable[[], Iterator[str]]] = {
    "coverage": coverage_table,
    "confirmation": confirmation_table,
    "error": error_table,
    "power": power_table,
    "buckets": bucket_table,
    "measures": measure_table,
}


def main(names: list[str]) -> None:
    for name in names or TABLES:
        print(f"## {name}")
        for line in TABLES[name]():
            print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
