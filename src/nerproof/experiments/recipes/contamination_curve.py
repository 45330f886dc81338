"""contamination-curve: training sets of one size with 0 … 100 % of samples with a seen entity (Babl et al. 2025)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from nerproof.base.errors import UsageError
from nerproof.base.results import Row
from nerproof.corpus import Bools, Corpus, Ints, join
from nerproof.experiments.recipe import RECIPES, Data, Factors, Recipe, Sample, Summary, Test
from nerproof.experiments.tables import Number, Runs, pearson
from nerproof.index.lexicon import Lexicon
from nerproof.splits import Split, split

CORRELATED = ("f1", "f1_clean", "f1_contaminated", "delta_recall", "delta_f1", "recall_clean", "recall_contaminated")
POOLED = "all systems"
WHOLE = 100


@RECIPES.register("contamination-curve")
@dataclass(frozen=True)
class ContaminationCurve(Recipe):
    """11 levels × 5 seeds = 55 training sets; each is scored against its own entities.

    Clean samples hold fewer mentions, so low levels also mean fewer training mentions: ``matched`` cuts every set down
    to one number of mentions. ``shares`` are percent of each training set: contamination against training size.
    ``compat`` draws the sets as the authors' program does.
    """

    levels: tuple[int, ...] = tuple(range(0, 101, 10))
    unit: str = "sentence"
    matched: bool = False
    compat: bool = False
    shares: tuple[int, ...] = (WHOLE,)
    axes: ClassVar[tuple[str, ...]] = ("levels", "shares")
    seeds: ClassVar[tuple[int, ...]] = (0, 1, 2, 3, 4)
    suites: ClassVar[tuple[str, ...]] = ("standard", "contamination")
    citation: ClassVar[str] = "Babl et al., 2025, Algorithm 1"

    def grid(self, datasets: Sequence[str]) -> list[Factors]:
        if not all(0 < share <= WHOLE for share in self.shares):
            raise UsageError("shares are percent of the training set: above 0, up to 100.")
        return [
            {"dataset": name, "gamma": gamma, **({} if share == WHOLE else {"share": share})}
            for name in datasets
            for gamma in self.levels
            for share in self.shares
        ]

    def step(self, factors: Factors, test: str) -> str:  # noqa: ARG002
        part = f" · {factors['share']} % of it" if "share" in factors else ""
        return f"gamma={factors['gamma']}{part}"

    def sample(self, data: Mapping[str, Data], factors: Factors, seed: int) -> Sample:
        chosen = data[factors["dataset"]]
        test = chosen.test_set()
        whole = join([chosen.train, test])
        n = chosen.train.n_sentences
        gamma = factors["gamma"]
        made = split(
            whole,
            method="contamination-level",
            unit=self.unit,
            levels=tuple(dict.fromkeys((gamma, 0, 100))) if self.matched else (gamma,),
            repeats=seed + 1,
            compat=self.compat,
            given={"train": np.arange(n), "test": np.arange(n, whole.n_sentences)},
        )
        train = _set(made, whole, gamma, seed)
        dirty = Lexicon(test).entity_count(train) > 0
        if self.matched:
            fewest = min(len(_set(made, whole, level, seed).mentions) for level in (0, 100))
            train, dirty = _first(train, dirty, seed, mentions=fewest)
        if "share" in factors:
            train, dirty = _first(train, dirty, seed, sentences=round(train.n_sentences * factors["share"] / WHOLE))
        return Sample(train, chosen.dev, {"": Test(test)}, made.notes, _facts(train, dirty))

    def summary(self, runs: Runs) -> Summary:
        """Pearson's r of the level with each score, per system and over all runs of all systems and datasets."""
        rows, table = [], []
        for system in [*runs.systems, POOLED]:
            for metric in CORRELATED:
                points = [n for n in runs.where(metric=metric) if system in (n.system, POOLED)]
                found = _correlated(points)
                rows.append(_row("" if system == POOLED else system, metric, found))
                table.append({"system": system, "score": metric, **found})
        return Summary(rows, {"correlations": table})


def _set(made: Split, whole: Corpus, gamma: int, seed: int) -> Corpus:
    return made.corpus(whole, f"gamma-{gamma:03d}/seed-{seed}/train")


def _first(
    train: Corpus, dirty: Bools, seed: int, *, mentions: int | None = None, sentences: int | None = None
) -> tuple[Corpus, Bools]:
    """The first sentences of a random order in which clean and contaminated ones alternate by their share."""
    order = _order(train, dirty, seed)
    held = np.bincount(train.sentence_of_mention, minlength=train.n_sentences)[order]
    n = int(np.searchsorted(np.cumsum(held), mentions)) + 1 if mentions is not None else max(sentences or 1, 1)
    keep = np.zeros(train.n_sentences, dtype=np.bool_)
    keep[order[:n]] = True
    return train.select(keep), dirty[keep[train.sentence_of_mention]]


def _order(train: Corpus, dirty: Bools, seed: int) -> Ints:
    touched = np.zeros(train.n_sentences, dtype=np.bool_)
    touched[train.sentence_of_mention[dirty]] = True
    dice = np.random.default_rng([seed, 3])
    place = np.empty(train.n_sentences)
    for group in (np.flatnonzero(touched), np.flatnonzero(~touched)):
        place[dice.permutation(group)] = (np.arange(len(group)) + 0.5) / max(len(group), 1)
    return np.argsort(place, kind="stable")


def _facts(train: Corpus, dirty: Bools) -> dict[str, Any]:
    """How much of the training set is in the test set, and its mentions by type."""
    touched = len(np.unique(train.sentence_of_mention[dirty]))
    kinds = Counter(train.types[k] for k in train.mentions.type.tolist())
    return {
        "sample_overlap": touched / train.n_sentences if train.n_sentences else None,
        "mention_overlap": float(dirty.mean()) if len(dirty) else None,
        "train_types": dict(sorted(kinds.items())),
    }


def _correlated(points: Sequence[Number]) -> dict[str, Any]:
    """Undefined points are dropped and counted; ``r_zero`` takes them as 0, as the authors' figures do."""
    pairs = [(n.factors["gamma"], n.row.value) for n in points]
    found = pearson(pairs)
    as_zero = pearson([(x, 0.0 if y is None else y) for x, y in pairs])
    return {**found, "r_zero": as_zero["r"]}


def _row(system: str, metric: str, found: dict[str, Any]) -> Row:
    more = {k: found[k] for k in ("p", "n", "dropped", "stars", "r_zero")}
    return Row("experiment", system, f"r:{metric}", found["r"], total=found["n"], more=more)
