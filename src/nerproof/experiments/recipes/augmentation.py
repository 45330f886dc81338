"""augmentation: training data with changed copies, tested on the original and on attacked tests (RockNER)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from nerproof.augmentations import augment
from nerproof.experiments.attacked import AttackedTests
from nerproof.experiments.recipe import RECIPES, Data, Factors, Sample, with_baseline

NONE = "none"


@RECIPES.register("augmentation")
@dataclass(frozen=True)
class Augmentation(AttackedTests):
    """Every method trains once, and so does the unchanged data; ``modes`` are the attacks of the test set."""

    methods: tuple[str, ...] = (NONE, "entity-switching", "random-masking", "mixing-up")
    axes: ClassVar[tuple[str, ...]] = ("methods",)
    suites: ClassVar[tuple[str, ...]] = ("standard", "contamination")
    citation: ClassVar[str] = "Lin et al., EMNLP 2021, tables 5 to 7"

    def grid(self, datasets: Sequence[str]) -> list[Factors]:
        methods = with_baseline(self.methods, NONE)
        return [{"dataset": name, "augmentation": method} for name in datasets for method in methods]

    def step(self, factors: Factors, test: str) -> str:
        return f"{factors['augmentation']} · {'entity' if test == 'coverage=100' else test}"

    def sample(self, data: Mapping[str, Data], factors: Factors, seed: int) -> Sample:
        chosen, method = data[factors["dataset"]], factors["augmentation"]
        train = chosen.train if method == NONE else augment(chosen.train, [method], seed=seed).corpus
        return self.attacked(chosen, train)
