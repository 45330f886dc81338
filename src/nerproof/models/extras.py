"""Optional libraries: imported when a model needs them, with the install line when they are not there."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any, TypeAlias

from nerproof.base.errors import MissingExtra

Libraries: TypeAlias = tuple[tuple[str, str, str], ...]  # module, package and extra of each


def need(module: str, *, package: str, extra: str) -> Any:
    """The imported module, or an error that names the extra to install."""
    if importlib.util.find_spec(module.split(".", maxsplit=1)[0]) is None:
        raise MissingExtra.of(package, extra)
    return importlib.import_module(module)


def check_installed(model: str) -> None:
    """An error with the install line when the library of a model is missing; nothing is imported."""
    from nerproof.models import MODELS

    for module, package, extra in getattr(MODELS[model], "libraries", ()):
        if importlib.util.find_spec(module) is None:
            raise MissingExtra.of(package, extra)
