"""attack: one training, tests that are attacked more and more (RockNER, tables 1 and 5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from nerproof.experiments.attacked import attacked_tests
from nerproof.experiments.drops import drops
from nerproof.experiments.parts import test_of
from nerproof.experiments.recipe import RECIPES, Data, Factors, Recipe, Sample, Summary, Test
from nerproof.experiments.tables import Runs


@RECIPES.register("attack")
@dataclass(frozen=True)
class Attack(Recipe):
    """Original, entity attack by coverage, context and full attack, and the swap control."""

    modes: tuple[str, ...] = ("entity", "context", "full", "swap")
    coverages: tuple[int, ...] = (20, 40, 60, 80, 100)
    gazetteer: str = "bundled"
    filters: tuple[str, ...] = ()  # of a gazetteer file: "class_type_share>=0.5"
    language: str | None = None
    attack_seed: int = 0
    suites: ClassVar[tuple[str, ...]] = ("standard", "contamination")
    citation: ClassVar[str] = "Lin et al., EMNLP 2021"

    def step(self, factors: Factors, test: str) -> str:  # noqa: ARG002
        return test

    def sample(self, data: Mapping[str, Data], factors: Factors, seed: int) -> Sample:  # noqa: ARG002
        chosen = data[factors["dataset"]]
        made = attacked_tests(
            chosen.train,
            test_of(chosen),
            modes=self.modes,
            coverages=self.coverages,
            gazetteer=self.gazetteer,
            filters=self.filters,
            language=self.language,
            seed=self.attack_seed,
        )
        tests = {name: Test(corpus) for name, corpus in made.corpora.items()}
        return Sample(chosen.train, chosen.dev, tests, made.notes)

    def summary(self, runs: Runs) -> Summary:
        rows, table = drops(runs)
        return Summary(rows, {"drops": table})
