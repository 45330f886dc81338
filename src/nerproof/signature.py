"""How a number was made: every switch that can move a score, the inputs' digests and the version."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

SHORT = ("compat", "gold", "train", "scheme", "repair", "align", "types", "case", "training", "bs", "seed", "version")


def short(signature: Mapping[str, Any]) -> str:
    """One line, sacreBLEU's way.

    >>> short({"gold": "test@77ab", "repair": "begin", "version": "0.1.0", "switches": {}})
    'gold:test@77ab|repair:begin|version:0.1.0'
    """
    parts = [f"{key}:{signature[key]}" for key in SHORT if signature.get(key) not in (None, "", [])]
    switches = [f"{k}:{v}" for k, v in sorted(signature.get("switches", {}).items())]
    return "|".join([*parts[:-1], *switches, *parts[-1:]])
