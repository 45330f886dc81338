"""The scanner in C where it was built; its callers have the same in Python."""

from __future__ import annotations

import importlib
import os
from functools import cache
from typing import Any


def extension() -> Any:
    """The module in C; None without it, or while NERPROOF_PURE asks for Python."""
    return None if os.environ.get("NERPROOF_PURE") else _imported()


@cache
def _imported() -> Any:
    try:
        return importlib.import_module("nerproof._scan")
    except ImportError:
        return None
