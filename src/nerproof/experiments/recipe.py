"""What a study is: which training and test sets it makes, and what it says about the runs."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from nerproof.base.errors import UsageError
from nerproof.base.registry import Registry
from nerproof.corpus import Corpus, join
from nerproof.experiments.paired import comparisons
from nerproof.splits import split

if TYPE_CHECKING:
    from nerproof.base.results import Row
    from nerproof.experiments.tables import Runs

T = TypeVar("T")
Factors = dict[str, Any]  # what is turned: dataset, gamma, fold …


@dataclass(frozen=True, eq=False)
class Data:
    """One dataset of the TOML file, read."""

    name: str
    train: Corpus
    dev: Corpus | None
    test: Corpus | None

    def test_set(self) -> Corpus:
        """The test part; an error that names the dataset when there is none."""
        if self.test is None:
            raise UsageError(f'data.{self.name} has no test file. Add one: test = "FILE".')
        return self.test

    def everything(self) -> Corpus:
        """All parts as one corpus, for studies that split it themselves."""
        return join([part for part in (self.train, self.dev, self.test) if part is not None])

    def resplit(self, method: str, ratios: str, unit: str, seed: int) -> Sample:
        """Everything, split anew."""
        whole = self.everything()
        made = split(whole, method=method, ratios=ratios, unit=unit, seed=seed)
        dev = made.corpus(whole, "dev") if "dev" in made.parts else None
        return Sample(made.corpus(whole, "train"), dev, {"": Test(made.corpus(whole, "test"))}, made.notes)


@dataclass(frozen=True, eq=False)
class Test:
    """What a trained model is tried on. ``asked``: the form it is given in, where that differs from gold's."""

    __test__ = False  # pytest: not a test class

    gold: Corpus
    asked: Corpus | None = None


@dataclass(frozen=True, eq=False)
class Sample:
    """The data of one run: one training, and any number of tests of the trained model, by name."""

    train: Corpus
    dev: Corpus | None
    tests: Mapping[str, Test]
    notes: tuple[str, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Summary:
    """What a study says about its runs, beyond their means: rows, and tables for the report."""

    rows: list[Row] = field(default_factory=list)
    tables: dict[str, Any] = field(default_factory=dict)


class Recipe(ABC):
    """Base of all recipes: a dataclass whose fields are the ``[settings]`` of the TOML file.

    ``axes`` names the settings that only list what the grid turns: a run is the same whatever else is in the list.
    """

    axes: ClassVar[tuple[str, ...]] = ()
    seeds: ClassVar[tuple[int, ...]] = (0,)
    suites: ClassVar[tuple[str, ...]] = ("standard",)
    citation: ClassVar[str] = ""

    def grid(self, datasets: Sequence[str]) -> list[Factors]:
        """All combinations of what the study turns, besides model and seed."""
        return [{"dataset": name} for name in datasets]

    def reads(self, factors: Factors, datasets: Sequence[str]) -> Sequence[str]:  # noqa: ARG002
        """The datasets that a run looks at: a change in another one does not make it run again."""
        return [str(factors["dataset"])]

    @abstractmethod
    def sample(self, data: Mapping[str, Data], factors: Factors, seed: int) -> Sample:
        """The data of the run with these factors."""

    def remarks(self, model: str) -> Sequence[str]:  # noqa: ARG002
        """What a reader must know about a model in this study."""
        return ()

    def step(self, factors: Factors, test: str) -> str:  # noqa: ARG002
        """What was turned, as the name of a slice; ``name=number`` becomes a point of a curve."""
        return test

    def system(self, factors: Factors, model: str, *, several: bool) -> str:
        """Under which name a run is shown; ``several``: the experiment has more than one dataset."""
        return f"{factors['dataset']}/{model}" if several else model

    def summary(self, runs: Runs) -> Summary:
        """Paired differences of the systems."""
        return Summary(comparisons(runs))


def with_baseline(values: Sequence[T], baseline: T) -> tuple[T, ...]:
    """The values with the one that the others are compared with, first where it was left out.

    >>> with_baseline((2, 3), 1), with_baseline((2, 1), 1)
    ((1, 2, 3), (2, 1))
    """
    return tuple(values) if baseline in values else (baseline, *values)


RECIPES: Registry[type[Any]] = Registry("recipe", "nerproof.experiments.recipes")
