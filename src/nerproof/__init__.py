"""nerproof: does this NER system recognise entities, or does it remember them?

Nothing heavy is imported until a name is used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from nerproof.base.version import __version__

if TYPE_CHECKING:
    from nerproof.api.comparing import agreement, compare, compare_scorers, gate
    from nerproof.api.datasets import audit, datasheet, estimate, inspect, split, stats
    from nerproof.api.evaluating import evaluate
    from nerproof.api.making import attack, augment, experiment, gazetteer, predict, train
    from nerproof.base.errors import InputError, MissingExtra, NerproofError, UnknownName, UsageError
    from nerproof.base.results import Finding, Result, Row
    from nerproof.compat.taglists import score
    from nerproof.corpus import Corpus, Mention, join
    from nerproof.engine.study import Options
    from nerproof.formats import ReadOptions, WriteOptions, read, write
    from nerproof.formats.converting import convert
    from nerproof.formats.objects import as_corpus
    from nerproof.formats.validating import validate
    from nerproof.index.lexicon import Lexicon

_HOMES = {
    "Corpus": "nerproof.corpus",
    "Finding": "nerproof.base.results",
    "InputError": "nerproof.base.errors",
    "Lexicon": "nerproof.index.lexicon",
    "Mention": "nerproof.corpus",
    "MissingExtra": "nerproof.base.errors",
    "NerproofError": "nerproof.base.errors",
    "Options": "nerproof.engine.study",
    "ReadOptions": "nerproof.formats",
    "Result": "nerproof.base.results",
    "Row": "nerproof.base.results",
    "UnknownName": "nerproof.base.errors",
    "UsageError": "nerproof.base.errors",
    "WriteOptions": "nerproof.formats",
    "agreement": "nerproof.api.comparing",
    "as_corpus": "nerproof.formats.objects",
    "attack": "nerproof.api.making",
    "audit": "nerproof.api.datasets",
    "augment": "nerproof.api.making",
    "compare": "nerproof.api.comparing",
    "compare_scorers": "nerproof.api.comparing",
    "convert": "nerproof.formats.converting",
    "datasheet": "nerproof.api.datasets",
    "estimate": "nerproof.api.datasets",
    "evaluate": "nerproof.api.evaluating",
    "experiment": "nerproof.api.making",
    "gate": "nerproof.api.comparing",
    "gazetteer": "nerproof.api.making",
    "inspect": "nerproof.api.datasets",
    "join": "nerproof.corpus",
    "predict": "nerproof.api.making",
    "read": "nerproof.formats",
    "score": "nerproof.compat.taglists",
    "split": "nerproof.api.datasets",
    "stats": "nerproof.api.datasets",
    "train": "nerproof.api.making",
    "validate": "nerproof.formats.validating",
    "write": "nerproof.formats",
}

__all__ = [
    "Corpus",
    "Finding",
    "InputError",
    "Lexicon",
    "Mention",
    "MissingExtra",
    "NerproofError",
    "Options",
    "ReadOptions",
    "Result",
    "Row",
    "UnknownName",
    "UsageError",
    "WriteOptions",
    "__version__",
    "agreement",
    "as_corpus",
    "attack",
    "audit",
    "augment",
    "compare",
    "compare_scorers",
    "convert",
    "datasheet",
    "estimate",
    "evaluate",
    "experiment",
    "gate",
    "gazetteer",
    "inspect",
    "join",
    "predict",
    "read",
    "score",
    "split",
    "stats",
    "train",
    "validate",
    "write",
]


_RENAMED: dict[str, tuple[str, str]] = {}  # old promised name -> (new name, version without the old one)


def __getattr__(name: str) -> Any:
    if name in _RENAMED:
        from nerproof.base.deprecation import warn_renamed

        new, gone = _RENAMED[name]
        warn_renamed(f"nerproof.{name}", f"nerproof.{new}", gone=gone, level=3)
        return getattr(importlib.import_module("nerproof"), new)
    if name not in _HOMES:
        raise AttributeError(f"module 'nerproof' has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
