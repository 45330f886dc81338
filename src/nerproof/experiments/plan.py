"""From an experiment to its runs: every combination once, named by the digest of all that goes into it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from nerproof.base.version import __version__
from nerproof.experiments.recipe import Factors
from nerproof.experiments.spec import ModelSpec, Spec, key_of
from nerproof.models.options import options_of


@dataclass(frozen=True)
class Run:
    """One training of one model on one sample of one seed."""

    key: str
    factors: Factors
    model: ModelSpec
    seed: int

    def describe(self) -> dict[str, Any]:
        return {**self.factors, "model": self.model.name, "seed": self.seed}

    def __str__(self) -> str:
        return ", ".join(f"{k}={v}" for k, v in self.describe().items())


def plan(spec: Spec) -> list[Run]:
    """The runs in the order of the report; twins (the same digest) are run once."""
    return list({run.key: run for run in _runs(spec)}.values())


def _runs(spec: Spec) -> Iterator[Run]:
    for factors in spec.recipe.grid(list(spec.data)):
        for model in spec.models:
            for seed in spec.seeds:
                yield Run(_key(spec, factors, model, seed), factors, model, seed)


def _key(spec: Spec, factors: Factors, model: ModelSpec, seed: int) -> str:
    read = spec.recipe.reads(factors, list(spec.data))
    return key_of(
        {
            "recipe": spec.recipe_name,
            "settings": options_of(spec.recipe),
            "factors": factors,
            "data": {name: spec.data[name].digest for name in read},
            "model": model.model,
            "name": model.name,
            "options": model.options,
            "seed": seed,
            "suites": list(spec.suites),
            "resamples": spec.resamples,
            "version": __version__,
        }
    )
