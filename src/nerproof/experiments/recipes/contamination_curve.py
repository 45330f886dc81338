"""contamination-curve: training sets of one size with 0 … 100 % contaminated samples (Babl et al. 2025)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from nerproof.base.results import Row
from nerproof.corpus import join
from nerproof.experiments.parts import test_of
from nerproof.experiments.recipe import RECIPES, Data, Factors, Recipe, Sample, Summary, Test
from nerproof.experiments.tables import Runs, pearson
from nerproof.splits import split

CORRELATED = (
    "f1",
    "f1_clean",
    "f1_contaminated",
    "delta_recall",
    "delta_f1",
    "recall_clean",
    "recall_contaminated",
)


@RECIPES.register("contamination-curve")
@dataclass(frozen=True)
class ContaminationCurve(Recipe):
    """11 levels × 5 seeds = 55 training sets; each is scored against its own entities."""

    levels: tuple[int, ...] = tuple(range(0, 101, 10))
    unit: str = "sentence"
    seeds: ClassVar[tuple[int, ...]] = (0, 1, 2, 3, 4)
    suites: ClassVar[tuple[str, ...]] = ("standard", "contamination")
    citation: ClassVar[str] = "Babl et al., 2025, Algorithm 1"

    def grid(self, datasets: Sequence[str]) -> list[Factors]:
        return [{"dataset": name, "gamma": gamma} for name in datasets for gamma in self.levels]

    def step(self, factors: Factors, test: str) -> str:  # noqa: ARG002
        return f"gamma={factors['gamma']}"

    def sample(self, data: Mapping[str, Data], factors: Factors, seed: int) -> Sample:
        chosen = data[factors["dataset"]]
        test = test_of(chosen)
        whole = join([chosen.train, test])
        n = chosen.train.n_sentences
        made = split(
            whole,
            method="contamination-level",
            unit=self.unit,
            levels=(factors["gamma"],),
            repeats=seed + 1,
            given={"train": np.arange(n), "test": np.arange(n, whole.n_sentences)},
        )
        train = made.corpus(whole, f"gamma-{factors['gamma']:03d}/seed-{seed}/train")
        return Sample(train, chosen.dev, {"": Test(test)}, made.notes)

    def summary(self, runs: Runs) -> Summary:
        """Pearson's r of the level with each score, over all runs of a system; undefined points are dropped."""
        rows, table = [], []
        for system in runs.systems:
            for metric in CORRELATED:
                points = [n for n in runs.where(metric=metric) if n.system == system]
                found = pearson([(n.factors["gamma"], n.row.value) for n in points])
                rows.append(_row(system, metric, found))
                table.append({"system": system, "score": metric, **found})
        return Summary(rows, {"correlations": table})


def _row(system: str, metric: str, found: dict[str, Any]) -> Row:
    more = {k: found[k] for k in ("p", "n", "dropped", "stars")}
    return Row("experiment", system, f"r:{metric}", found["r"], total=found["n"], more=more)
