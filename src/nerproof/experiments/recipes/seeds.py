"""seeds: the given split, several seeds; mean and standard deviation."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from nerproof.experiments.recipe import RECIPES, Data, Factors, Recipe, Sample, Test


@RECIPES.register("seeds")
@dataclass(frozen=True)
class Seeds(Recipe):
    """Trains every model once per seed on the given split."""

    seeds: ClassVar[tuple[int, ...]] = (0, 1, 2)
    suites: ClassVar[tuple[str, ...]] = ("standard", "tmr", "hardeval", "contamination")

    def sample(self, data: Mapping[str, Data], factors: Factors, seed: int) -> Sample:  # noqa: ARG002
        chosen = data[factors["dataset"]]
        return Sample(chosen.train, chosen.dev, {"": Test(chosen.test_set())})
