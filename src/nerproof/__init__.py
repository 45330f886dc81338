"""nerproof: does this NER system recognise entities, or does it remember them?

Nothing heavy is imported until a name is used.
"""

from __future__ import annotations

import importlib
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

from nerproof.base.version import __version__

if TYPE_CHECKING:
    from nerproof.auditing.run import audit
    from nerproof.base.errors import InputError, MissingExtra, NerproofError, UnknownName, UsageError
    from nerproof.base.results import Result, Row
    from nerproof.corpus import Corpus, Mention, join
    from nerproof.engine.taglists import score
    from nerproof.evaluate import Options, evaluate
    from nerproof.formats import read, write
    from nerproof.index.lexicon import Lexicon

_HOMES = {
    "Corpus": "nerproof.corpus",
    "InputError": "nerproof.base.errors",
    "Lexicon": "nerproof.index.lexicon",
    "Mention": "nerproof.corpus",
    "MissingExtra": "nerproof.base.errors",
    "NerproofError": "nerproof.base.errors",
    "Options": "nerproof.evaluate",
    "Result": "nerproof.base.results",
    "Row": "nerproof.base.results",
    "UnknownName": "nerproof.base.errors",
    "UsageError": "nerproof.base.errors",
    "audit": "nerproof.auditing.run",
    "evaluate": "nerproof.evaluate",
    "join": "nerproof.corpus",
    "read": "nerproof.formats",
    "score": "nerproof.engine.taglists",
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
    "evaluate",
    "join",
    "read",
    "score",
    "write",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'nerproof' has no attribute {name!r}")
    # The function `evaluate` and its module share a name, so the attribute is set to the function once and for all.
    value = getattr(importlib.import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__


class _Package(ModuleType):
    """Keeps ``nerproof.evaluate`` the function: importing the module of that name would put the module over it."""

    def __setattr__(self, name: str, value: Any) -> None:
        if not (name in _HOMES and isinstance(value, ModuleType)):
            super().__setattr__(name, value)


sys.modules[__name__].__class__ = _Package
