"""augmentation: training data with changed copies, tested on the original and on attacked tests (RockNER)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from nerproof.augmentations import augment
from nerproof.experiments.attacked import attacked_tests
from nerproof.experiments.drops import drops
from nerproof.experiments.parts import test_of
from nerproof.experiments.recipe import RECIPES, Data, Factors, Recipe, Sample, Summary, Test, with_baseline
from nerproof.experiments.tables import Runs

NONE = "none"


@RECIPES.register("augmentation")
@dataclass(frozen=True)
class Augmentation(Recipe):
    """Every method trains once, and so does the data as it is; ``modes`` are the attacks of the test set."""

    methods: tuple[str, ...] = (NONE, "entity-switching", "random-masking", "mixing-up")
    modes: tuple[str, ...] = ("entity",)
    gazetteer: str = "bundled"
    filters: tuple[str, ...] = ()
    language: str | None = None
    attack_seed: int = 0
    axes: ClassVar[tuple[str, ...]] = ("methods",)
    suites: ClassVar[tuple[str, ...]] = ("standard", "contamination")
    citation: ClassVar[str] = "Lin et al., EMNLP 2021, tables 5 to 7"

    def grid(self, datasets: Sequence[str]) -> list[Factors]:
        methods = with_baseline(self.methods, NONE)
        return [{"dataset": name, "augmentation": method} for name in datasets for method in methods]

    def step(self, factors: Factors, test: str) -> str:
        return f"{factors['augmentation']} · {'entity' if test == 'coverage=100' else test}"

    def sample(self, data: Mapping[str, Data], factors: Factors, seed: int) -> Sample:
        chosen = data[factors["dataset"]]
        method = factors["augmentation"]
        train = chosen.train if method == NONE else augment(chosen.train, [method], seed=seed).corpus
        # The attack is made against the original training data, so that all methods meet the same test.
        made = attacked_tests(
            chosen.train,
            test_of(chosen),
            modes=self.modes,
            coverages=(100,),
            gazetteer=self.gazetteer,
            filters=self.filters,
            language=self.language,
            seed=self.attack_seed,
        )
        return Sample(train, chosen.dev, {name: Test(c) for name, c in made.corpora.items()}, made.notes)

    def summary(self, runs: Runs) -> Summary:
        rows, table = drops(runs)
        return Summary(rows, {"drops": table})
