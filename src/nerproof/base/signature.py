"""How a number was made: every switch that can move a score, the inputs' digests and the version."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

SHORT = (
    "compat",
    "gold",
    "train",
    "columns",
    "scheme",
    "repair",
    "align",
    "types",
    "case",
    "training",
    "bs",
    "resampled",
    "seed",
    "version",
)


def short(signature: Mapping[str, Any]) -> str:
    """One line, sacreBLEU's way.

    >>> short({"gold": "test@77ab", "repair": "begin", "version": "0.1.0", "switches": {}})
    'gold:test@77ab|repair:begin|version:0.1.0'
    >>> short({"scheme": "IOB2", "pred_schemes": {"a": "IOB2", "b": "BIOES"}, "version": "0.1.0"})
    'scheme:IOB2,b=BIOES|version:0.1.0'
    """
    unit = signature.get("resampled")
    shown = {
        **signature,
        "scheme": _schemes(signature),
        "columns": ",".join(f"{k}={v}" for k, v in (signature.get("columns") or {}).items()),
        "resampled": None if unit == "sentence" else unit,
    }
    parts = [f"{key}:{shown[key]}" for key in SHORT if shown.get(key) not in (None, "", [])]
    switches = [f"{k}:{v}" for k, v in sorted(signature.get("switches", {}).items())]
    return "|".join([*parts[:-1], *switches, *parts[-1:]])


def _schemes(signature: Mapping[str, Any]) -> str | None:
    """Gold's label scheme, then those of systems that differ from it."""
    gold = signature.get("scheme")
    others = [f"{k}={v}" for k, v in signature.get("pred_schemes", {}).items() if v not in (None, gold)]
    return ",".join([*([gold] if gold else []), *others]) or None


def long(signature: Mapping[str, Any]) -> str:
    """Everything that is known, one ``key:value`` each; nested keys are joined by a dot.

    >>> long({"version": "0.1.0", "bs": 0, "systems": {"a": "77ab"}, "train": None})
    'bs:0|systems.a:77ab|version:0.1.0'
    """
    return "|".join(f"{key}:{value}" for key, value in _flat(signature, ""))


def _flat(values: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    for key in sorted(values):
        value = values[key]
        if isinstance(value, Mapping):
            yield from _flat(value, f"{prefix}{key}.")
        elif value not in (None, "", []):
            yield prefix + key, ",".join(map(str, value)) if isinstance(value, list | tuple) else value
