"""random-splits: several random (or cleaner) splits of all the data; systems compared with Bonferroni."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from nerproof.experiments.paired import comparisons
from nerproof.experiments.recipe import RECIPES, Data, Factors, Recipe, Sample, Summary, Test
from nerproof.experiments.tables import Runs
from nerproof.splits import split


@RECIPES.register("random-splits")
@dataclass(frozen=True)
class RandomSplits(Recipe):
    """One split per seed; ``method`` may be any split method, ``ratios`` are train, dev, test."""

    method: str = "random"
    ratios: str = "80,10,10"
    unit: str = "sentence"
    seeds: ClassVar[tuple[int, ...]] = (0, 1, 2, 3, 4)
    suites: ClassVar[tuple[str, ...]] = ("standard", "hardeval", "contamination")
    citation: ClassVar[str] = "Bernier-Colborne and Langlais, LREC 2020"

    def sample(self, data: Mapping[str, Data], factors: Factors, seed: int) -> Sample:
        whole = data[factors["dataset"]].everything()
        made = split(whole, method=self.method, ratios=self.ratios, unit=self.unit, seed=seed)
        dev = made.corpus(whole, "dev") if "dev" in made.parts else None
        tests = {"": Test(made.corpus(whole, "test"))}
        return Sample(made.corpus(whole, "train"), dev, tests, made.notes)

    def summary(self, runs: Runs) -> Summary:
        return Summary(comparisons(runs))
