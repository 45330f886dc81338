"""grid: all combinations of splits, augmentations, models and seeds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from nerproof.augmentations import augment
from nerproof.experiments.recipe import RECIPES, Data, Factors, Recipe, Sample, Test, with_baseline
from nerproof.splits import SPLITS

GIVEN, NONE = "given", "none"


@RECIPES.register("grid")
@dataclass(frozen=True)
class Grid(Recipe):
    """``splits``: "given" or split methods; ``transforms``: augmentations, beside "none", which is always there."""

    splits: tuple[str, ...] = (GIVEN,)
    transforms: tuple[str, ...] = (NONE,)
    ratios: str = "80,10,10"
    unit: str = "sentence"
    axes: ClassVar[tuple[str, ...]] = ("splits", "transforms")
    suites: ClassVar[tuple[str, ...]] = ("standard", "hardeval", "contamination")

    def grid(self, datasets: Sequence[str]) -> list[Factors]:
        for method in {*self.splits} - {GIVEN}:
            SPLITS[method]  # an unknown method is an error before the first training
        return [
            {"dataset": name, "split": method, "transform": transform}
            for name in datasets
            for method in self.splits
            for transform in with_baseline(self.transforms, NONE)
        ]

    def step(self, factors: Factors, test: str) -> str:  # noqa: ARG002
        turned = [(factors["split"], self.splits), (factors["transform"], with_baseline(self.transforms, NONE))]
        return " · ".join(value for value, all_values in turned if len(all_values) > 1)

    def sample(self, data: Mapping[str, Data], factors: Factors, seed: int) -> Sample:
        chosen = data[factors["dataset"]]
        if factors["split"] == GIVEN:
            sample = Sample(chosen.train, chosen.dev, {"": Test(chosen.test_set())})
        else:
            sample = chosen.resplit(factors["split"], self.ratios, self.unit, seed)
        if factors["transform"] != NONE:
            sample = replace(sample, train=augment(sample.train, [factors["transform"]], seed=seed).corpus)
        return sample
