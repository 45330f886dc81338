"""learning-curve: growing random shares of the training data; each contains the smaller ones of its seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from nerproof.base.errors import UsageError
from nerproof.experiments.recipe import RECIPES, Data, Factors, Recipe, Sample, Summary, Test
from nerproof.experiments.tables import Runs


@RECIPES.register("learning-curve")
@dataclass(frozen=True)
class LearningCurve(Recipe):
    """``shares``: percent of the training sentences."""

    shares: tuple[int, ...] = (5, 10, 20, 40, 60, 80, 100)
    axes: ClassVar[tuple[str, ...]] = ("shares",)
    seeds: ClassVar[tuple[int, ...]] = (0, 1, 2)
    suites: ClassVar[tuple[str, ...]] = ("standard", "contamination")

    def grid(self, datasets: Sequence[str]) -> list[Factors]:
        if not all(0 < share <= 100 for share in self.shares):
            raise UsageError("shares are percent of the training data: above 0, up to 100.")
        return [{"dataset": name, "share": share} for name in datasets for share in self.shares]

    def step(self, factors: Factors, test: str) -> str:  # noqa: ARG002
        return f"share={factors['share']}"

    def summary(self, runs: Runs) -> Summary:  # noqa: ARG002 - shares of one training set are no independent runs
        return Summary()

    def sample(self, data: Mapping[str, Data], factors: Factors, seed: int) -> Sample:
        chosen = data[factors["dataset"]]
        order = np.random.default_rng(seed).permutation(chosen.train.n_sentences)
        n = max(1, round(len(order) * factors["share"] / 100))
        return Sample(chosen.train.select(np.sort(order[:n])), chosen.dev, {"": Test(chosen.test_set())})
