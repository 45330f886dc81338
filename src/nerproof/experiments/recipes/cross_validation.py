"""cross-validation: k folds of all the data instead of one fixed split, as hardeval's authors recommend."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from nerproof.experiments.recipe import RECIPES, Data, Factors, Recipe, Sample, Test
from nerproof.splits import split


@RECIPES.register("cross-validation")
@dataclass(frozen=True)
class CrossValidation(Recipe):
    """Every sentence (or document) is tested once; systems are compared fold by fold with Bonferroni."""

    folds: int = 10
    unit: str = "sentence"
    suites: ClassVar[tuple[str, ...]] = ("standard", "hardeval", "contamination")
    citation: ClassVar[str] = "Bernier-Colborne and Langlais, LREC 2020"

    def grid(self, datasets: Sequence[str]) -> list[Factors]:
        return [{"dataset": name, "fold": fold} for name in datasets for fold in range(1, self.folds + 1)]

    def sample(self, data: Mapping[str, Data], factors: Factors, seed: int) -> Sample:
        whole = data[factors["dataset"]].everything()
        made = split(whole, method="kfold", folds=self.folds, unit=self.unit, seed=seed, ratios="50,50")
        train, test = (made.corpus(whole, f"fold-{factors['fold']}/{part}") for part in ("train", "test"))
        return Sample(train, None, {"": Test(test)}, made.notes)
