"""random-splits: several random (or cleaner) splits of all the data; systems compared with Bonferroni."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from nerproof.experiments.recipe import RECIPES, Data, Factors, Recipe, Sample


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
        return data[factors["dataset"]].resplit(self.method, self.ratios, self.unit, seed)
