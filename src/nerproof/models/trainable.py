"""What trained models share: a fitted copy, the check that there is one, saving and loading."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, Self, TypeVar

from nerproof.base.errors import UsageError
from nerproof.corpus import Corpus, Mentions
from nerproof.models.options import options_of
from nerproof.models.store import Content, read_card, save_files

if TYPE_CHECKING:
    from nerproof.models import Progress

F = TypeVar("F")


class Run(NamedTuple):
    """How a model is trained, beside its options."""

    dev: Corpus | None = None
    seed: int = 0
    progress: Progress | None = None


@dataclass
class Trainable(ABC, Generic[F]):
    """A model by its dataclass fields (the options) and what it has learned (``fitted``).

    A model's file says how to ``learn`` and to ``label``, which ``files`` hold it, and how to ``restore`` it.
    """

    name: ClassVar[str]
    fitted: F | None = field(default=None, init=False, repr=False)
    facts: dict[str, Any] = field(default_factory=dict, init=False, repr=False)  # of the training, for the card

    @abstractmethod
    def learn(self, corpus: Corpus, run: Run) -> tuple[F, dict[str, Any]]:
        """What is learned, and facts about it. It is called on a copy, which may take over options from the data."""

    @abstractmethod
    def label(self, fitted: F, corpus: Corpus, progress: Progress | None) -> Corpus:
        """The predictions for a corpus that has tokens."""

    @abstractmethod
    def files(self, fitted: F) -> dict[str, Content]:
        """What a folder holds of it, by file name."""

    @abstractmethod
    def restore(self, folder: Path, facts: dict[str, Any]) -> F:
        """What ``files`` wrote, read again."""

    def untrained(self) -> F:
        """What predicts without training; most models have no such thing."""
        raise UsageError(f"the {self.name} model is not trained. Call train first.")

    def train(
        self, corpus: Corpus, dev: Corpus | None = None, *, seed: int = 0, progress: Progress | None = None
    ) -> Self:
        if not corpus.n_tokens:
            raise UsageError("the training corpus has no tokens. Give a corpus with at least one sentence.")
        model = replace(self)
        model.fitted, facts = model.learn(corpus, Run(dev, seed, progress))
        model.facts = {"trained_on": corpus.digest, **facts}
        return model

    def with_fitted(self, fitted: F) -> Self:
        """A copy that predicts by what is given."""
        model = replace(self)
        model.fitted = fitted
        return model

    def predict(self, corpus: Corpus, *, progress: Progress | None = None) -> Corpus:
        fitted = self.untrained() if self.fitted is None else self.fitted
        if not corpus.n_tokens:
            return corpus.with_mentions(Mentions.of([], [], []), ())
        return self.label(fitted, corpus, progress)

    def save(self, folder: Path) -> None:
        if self.fitted is None:
            raise UsageError(f"the {self.name} model is not trained. Call train first.")
        save_files(folder, self.name, options_of(self), self.files(self.fitted), self.facts)

    @classmethod
    def load(cls, folder: Path) -> Self:
        card = read_card(folder)
        model = cls(**{key: tuple(value) if isinstance(value, list) else value for key, value in card.options.items()})
        model.facts = card.facts
        model.fitted = model.restore(folder, card.facts)
        return model


def refuse_no_mentions(corpus: Corpus) -> None:
    """For libraries that cannot be trained without any."""
    if not len(corpus.mentions):
        raise UsageError("the training corpus has no mentions. Nothing can be learned from it.")
