"""Parts of a dataset that a recipe may ask for."""

from __future__ import annotations

from nerproof.base.errors import UsageError
from nerproof.corpus import Corpus, join
from nerproof.experiments.recipe import Data


def test_of(data: Data) -> Corpus:
    """The test part; an error that names the dataset when there is none."""
    if data.test is None:
        raise UsageError(f'data.{data.name} has no test file. Add one: test = "FILE".')
    return data.test


def everything(data: Data) -> Corpus:
    """All parts as one corpus, for studies that split it themselves."""
    parts = [p for p in (data.train, data.dev, data.test) if p is not None]
    return join(parts)
