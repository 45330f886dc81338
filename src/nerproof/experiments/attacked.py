"""Studies that attack the test set: its attacked versions by name, and how much each system loses on them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from nerproof.attacks import AttackOptions, attack
from nerproof.base.results import Row
from nerproof.corpus import Corpus
from nerproof.experiments.recipe import Data, Recipe, Sample, Summary, Test
from nerproof.experiments.tables import Runs, mean_row
from nerproof.gazetteers import open_gazetteer

ORIGINAL = "original"


@dataclass(frozen=True)
class AttackedTests(Recipe):
    """Every model meets the same attacks: their seed is not the model's."""

    modes: tuple[str, ...] = ("entity",)
    gazetteer: str = "bundled"
    filters: tuple[str, ...] = ()  # of a gazetteer file: "class_type_share>=0.5"
    language: str | None = None
    attack_seed: int = 0

    def attacked(self, data: Data, train: Corpus, coverages: Sequence[int] = (100,)) -> Sample:
        """``train`` with the tests ``original``, ``coverage=20`` … (entity attack), ``context``, ``full``, ``swap``.

        New names are new to the original training data, so that all training sets meet the same tests.
        """
        test = data.test_set()
        names = open_gazetteer(self.gazetteer, filters=self.filters) if {"entity", "full"} & {*self.modes} else None
        options = AttackOptions(train=data.train, gazetteer=names, language=self.language)
        tests = {ORIGINAL: Test(test)}
        notes: list[str] = []
        for mode in self.modes:
            for coverage in coverages if mode == "entity" else (100,):
                made = attack(test, mode, options, seed=self.attack_seed, coverage=coverage)
                tests[f"coverage={coverage}" if mode == "entity" else mode] = Test(made.corpus)
                notes += made.notes
        return Sample(train, data.dev, tests, tuple(dict.fromkeys(notes)))

    def summary(self, runs: Runs) -> Summary:
        """Per system and test: mean F1, drop and relative drop against the original, pair by pair of runs."""
        values: dict[tuple[str, str], dict[Any, float | None]] = {}
        for n in runs.where(metric="f1"):
            key = (n.system, n.step)
            values.setdefault(key, {})[tuple(sorted(n.factors.items())), n.seed] = n.row.value
        rows: list[Row] = []
        table = []
        for (system, step), found in values.items():
            base = values.get((system, _original_of(step)), {})
            drop = mean_row((system, step, "ALL", "drop:f1"), [_minus(base.get(k), v) for k, v in found.items()])
            mean, start = (_mean(x) for x in (found, base))
            share = drop.value / start if drop.value is not None and start else None
            rows += [drop] if step != _original_of(step) else []
            table.append({"system": system, "test": step, "f1": mean, "drop": drop.value, "relative": share})
        return Summary(rows, {"drops": table})


def _original_of(step: str) -> str:
    """``mixing-up · full`` is compared with ``mixing-up · original``."""
    head, dot, _ = step.rpartition(" · ")
    return f"{head}{dot}{ORIGINAL}"


def _minus(a: float | None, b: float | None) -> float | None:
    return None if a is None or b is None else a - b


def _mean(values: dict[Any, float | None]) -> float | None:
    return mean_row(("", "", "", ""), list(values.values())).value
