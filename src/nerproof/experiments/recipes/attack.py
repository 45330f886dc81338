"""attack: one training run, tested under attacks of growing coverage (RockNER, tables 1 and 5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from nerproof.experiments.attacked import AttackedTests
from nerproof.experiments.recipe import RECIPES, Data, Factors, Sample


@RECIPES.register("attack")
@dataclass(frozen=True)
class Attack(AttackedTests):
    """Original, entity attack by coverage, context and full attack, and the swap control."""

    modes: tuple[str, ...] = ("entity", "context", "full", "swap")
    coverages: tuple[int, ...] = (20, 40, 60, 80, 100)
    suites: ClassVar[tuple[str, ...]] = ("standard", "contamination")
    citation: ClassVar[str] = "Lin et al., EMNLP 2021"

    def sample(self, data: Mapping[str, Data], factors: Factors, seed: int) -> Sample:  # noqa: ARG002
        chosen = data[factors["dataset"]]
        return self.attacked(chosen, chosen.train, self.coverages)
