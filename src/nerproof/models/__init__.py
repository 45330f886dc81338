"""Models: train on a corpus, predict mentions. One file per model; judging a model needs none of them.

A model object holds its options as dataclass fields; ``train`` returns a fitted copy, ``predict`` the same
tokens with the predicted mentions. Nothing is pickled: a saved model is a folder of JSON, npz, safetensors or
the library's own file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, Self, TypeAlias

from nerproof.base.registry import Registry
from nerproof.models.options import build
from nerproof.models.store import read_card

if TYPE_CHECKING:
    from nerproof.corpus import Corpus

Progress: TypeAlias = Callable[[str, int, int], None]  # what is being done, how much is done, of how much


class Model(Protocol):
    """What every file of this folder offers."""

    def train(
        self,
        corpus: Corpus,
        dev: Corpus | None = None,
        *,
        seed: int = 0,
        progress: Progress | None = None,
    ) -> Self:
        """A fitted copy. ``dev`` is for early stopping, where the model has any."""

    def predict(self, corpus: Corpus, *, progress: Progress | None = None) -> Corpus:
        """The same tokens with the predicted mentions; the corpus's own mentions are never looked at."""

    def save(self, folder: Path) -> None:
        """Writes the fitted model; ``load`` gives one with identical predictions."""

    @classmethod
    def load(cls, folder: Path) -> Self: ...


MODELS: Registry[type[Any]] = Registry("model", "nerproof.models")


def create(name: str, options: Mapping[str, Any] | None = None) -> Model:
    """An untrained model by name.

    >>> create("memorizer")
    Memorizer()
    """
    model: Model = build(MODELS[name], name, options or {})
    return model


def load(folder: str | Path) -> Model:
    """The fitted model that was saved in a folder; every file is checked against its digest first."""
    model: Model = MODELS[read_card(Path(folder)).model].load(Path(folder))
    return model


__all__ = ["MODELS", "Model", "Progress", "create", "load"]
