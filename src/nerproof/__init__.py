"""nerproof: does this NER system recognise entities, or does it remember them?

Nothing heavy is imported until a name is used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from nerproof.base.version import __version__

if TYPE_CHECKING:
    from nerproof.auditing.run import audit
    from nerproof.base.errors import InputError, MissingExtra, NerproofError, UnknownName, UsageError
    from nerproof.base.results import Result, Row
    from nerproof.compat.taglists import score
    from nerproof.corpus import Corpus, Mention, join
    from nerproof.engine.evaluate import Options, evaluate
    from nerproof.estimating.run import estimate
    from nerproof.formats import read, write
    from nerproof.index.lexicon import Lexicon

_HOMES = {
    "Corpus": "nerproof.corpus",
    "InputError": "nerproof.base.errors",
    "Lexicon": "nerproof.index.lexicon",
    "Mention": "nerproof.corpus",
    "MissingExtra": "nerproof.base.errors",
    "NerproofError": "nerproof.base.errors",
    "Options": "nerproof.engine.evaluate",
    "Result": "nerproof.base.results",
    "Row": "nerproof.base.results",
    "UnknownName": "nerproof.base.errors",
    "UsageError": "nerproof.base.errors",
    "audit": "nerproof.auditing.run",
    "estimate": "nerproof.estimating.run",
    "evaluate": "nerproof.engine.evaluate",
    "join": "nerproof.corpus",
    "read": "nerproof.formats",
    "score": "nerproof.compat.taglists",
    "write": "nerproof.formats",
}

__all__ = [
    "Corpus",
    "InputError",
    "Lexicon",
    "Mention",
    "MissingExtra",
    "NerproofError",
    "Options",
    "Result",
    "Row",
    "UnknownName",
    "UsageError",
    "__version__",
    "audit",
    "estimate",
    "evaluate",
    "join",
    "read",
    "score",
    "write",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'nerproof' has no attribute {name!r}")
    value = getattr(importlib.import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
