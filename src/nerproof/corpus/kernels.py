"""The loops of ``_count.c`` where they were built; their callers have the same in numpy."""

from __future__ import annotations

import os
from functools import cache
from typing import Any


@cache
def compiled() -> Any:
    """The module in C; None without it, or when NERPROOF_PURE asks for Python."""
    if os.environ.get("NERPROOF_PURE"):
        return None
    try:
        from nerproof import _count  # type: ignore[attr-defined,unused-ignore]
    except ImportError:
        return None
    return _count
