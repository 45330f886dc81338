"""Optional libraries: imported when a model needs them, with the install line when they are not there."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeAlias

from nerproof.base.errors import InputError, MissingExtra

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


@contextmanager
def loaded_by(library: str, place: str | Path, fix: str = "Give what this library saved.") -> Iterator[None]:
    """Turns whatever a foreign file makes a library raise into one line."""
    try:
        yield
    except Exception as error:
        what = " ".join(str(error).split("\n")[0].split())[:200].rstrip(".")
        raise InputError.at(place, None, f"cannot be loaded by {library} ({what})", fix=fix) from None
