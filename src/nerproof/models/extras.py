"""Optional libraries: imported when a model needs them, with the install line when they are not there."""

from __future__ import annotations

import importlib
import importlib.util
from typing import Any

from nerproof.errors import MissingExtra


def need(module: str, *, package: str, extra: str) -> Any:
    """The imported module, or an error that names the extra to install."""
    if importlib.util.find_spec(module.split(".", maxsplit=1)[0]) is None:
        raise MissingExtra.of(package, extra)
    return importlib.import_module(module)
