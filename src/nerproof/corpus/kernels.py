"""The extensions in C where they were built; their callers have the same in Python."""

from __future__ import annotations

import importlib
import os
from functools import cache
from typing import Any


def extension(name: str) -> Any:
    """A module in C; None without it, or while NERPROOF_PURE asks for Python."""
    return None if os.environ.get("NERPROOF_PURE") else _imported(name)


def compiled() -> Any:
    """The loops of ``_count.c``."""
    return extension("_count")


@cache
def _imported(name: str) -> Any:
    try:
        return importlib.import_module(f"nerproof.{name}")
    except ImportError:
        return None
