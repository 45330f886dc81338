"""Bucket edges of a result: saved, reused, and compared before two results are."""

from __future__ import annotations

import json
from pathlib import Path

from nerproof.atomic import atomic
from nerproof.errors import InputError, UsageError
from nerproof.results import Result

Edges = dict[str, list[float | None]]


def edges_of(result: Result) -> Edges:
    """Upper edges of every attribute, in order; None is +∞."""
    found: dict[str, dict[str, float | None]] = {}
    for row in result.rows:
        if row.suite == "interpreteval" and ":" in row.slice and "hi" in row.more:
            found.setdefault(row.slice.split(":")[0], {})[row.slice] = row.more["hi"]
    return {name: list(buckets.values()) for name, buckets in found.items()}


def save(result: Result, path: Path) -> None:
    with atomic(path) as temporary:
        temporary.write_text(json.dumps(edges_of(result), sort_keys=True, indent=1) + "\n", encoding="utf-8")


def load(path: Path) -> Edges:
    try:
        data = json.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, json.JSONDecodeError) as error:
        raise InputError.at(path, None, f"cannot be read ({error})") from None
    lists = isinstance(data, dict) and all(
        isinstance(v, list) and all(x is None or isinstance(x, int | float) for x in v) for v in data.values()
    )
    if not lists:
        raise InputError.at(path, None, "holds no bucket edges", fix="Make it with: evaluate … --save-edges FILE.")
    return data


def check_equal(a: Result, b: Result, names: tuple[str, str]) -> None:
    """Refuses to set buckets side by side that are not the same buckets."""
    left, right = edges_of(a), edges_of(b)
    for name in sorted(set(left) & set(right)):
        if left[name] != right[name]:
            raise UsageError(
                f"{names[0]} and {names[1]} cut {name} at other edges ({left[name]} and {right[name]}): their "
                "buckets cannot be compared. Evaluate one with the other's: --save-edges FILE, then --edges FILE."
            )
