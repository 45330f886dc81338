"""Bucket edges of a result: saved, reused, and compared before two results are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from nerproof.base.atomic import atomic, note_input
from nerproof.base.errors import InputError, UsageError
from nerproof.base.results import Result

Bucket = dict[str, Any]  # name, lo, hi
Edges = dict[str, list[Bucket]]


def edges_of(result: Result) -> Edges:
    """The buckets of every attribute, in order; None is -∞ or +∞."""
    found: dict[str, dict[str, Bucket]] = {}
    for row in result.rows:
        if row.suite == "interpreteval" and ":" in row.slice and "hi" in row.more:
            attribute, _, name = row.slice.partition(":")
            found.setdefault(attribute, {})[name] = {"name": name, "lo": row.more["lo"], "hi": row.more["hi"]}
    return {name: list(buckets.values()) for name, buckets in found.items()}


def save(result: Result, path: Path) -> None:
    with atomic(path) as temporary:
        temporary.write_text(json.dumps(edges_of(result), sort_keys=True, indent=1) + "\n", encoding="utf-8")


def load(path: Path) -> dict[str, Any]:
    """Buckets by attribute: as saved, or a list of upper edges that a person wrote (``{"eLen": [1, 3]}``)."""
    note_input(path)
    try:
        data = json.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise InputError.at(path, None, f"cannot be read ({error})") from None
    if not (isinstance(data, dict) and data and all(_is_edges(v) for v in data.values())):
        fix = 'Make it with evaluate … --save-edges FILE, or write {"eLen": [1, 3]}.'
        raise InputError.at(path, None, "has no bucket edges", fix=fix)
    return data


def _is_edges(value: Any) -> bool:
    if not isinstance(value, list) or not value:
        return False
    return all(_is_number(x) for x in value) or all(
        isinstance(x, dict) and {"name", "lo", "hi"} <= set(x) and _is_number(x["lo"]) and _is_number(x["hi"])
        for x in value
    )


def _is_number(value: Any) -> bool:
    return value is None or (isinstance(value, int | float) and not isinstance(value, bool))


def check_equal(a: Result, b: Result, names: tuple[str, str]) -> None:
    """Refuses to set buckets side by side that are not the same buckets."""
    left, right = edges_of(a), edges_of(b)
    for name in sorted(set(left) & set(right)):
        if left[name] != right[name]:
            raise UsageError(
                f"{names[0]} and {names[1]} cut {name} at other edges ({_shown(left[name])} and "
                f"{_shown(right[name])}): their buckets cannot be compared. Evaluate one with the other's: "
                "--save-edges FILE, then --edges FILE."
            )


def _shown(buckets: list[Bucket]) -> str:
    return ", ".join(f"{b['name']} ≤ {'∞' if b['hi'] is None else format(b['hi'], '.4g')}" for b in buckets)
