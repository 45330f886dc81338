"""Buckets: a number column cut into named intervals (lo, hi], from gold values only (Fu, Liu & Neubig, EMNLP 2020)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from nerproof.base.errors import UnknownName, UsageError
from nerproof.corpus import Ints

Floats = NDArray[np.float64]
NAMES = ("XS", "S", "L", "XL")
BELOW_ONE = float(np.nextafter(1.0, 0.0))
RULES = ("consistency", "zero", "equal", "balanced", "length")


@dataclass(frozen=True)
class Buckets:
    """Upper edges; the buckets lie side by side from -∞ to +∞, so every value is in exactly one.

    >>> b = Buckets((0.0, 4.0, float("inf")), points=(True, False, False))
    >>> b.place(np.array([0.0, 1.0, 4.0, 9.0])).tolist(), b.facts(0), b.facts(1)
    ([0, 1, 1, 2], {'lo': 0.0, 'hi': 0.0}, {'lo': 0.0, 'hi': 4.0})
    """

    edges: tuple[float, ...]
    points: tuple[bool, ...]  # buckets of a single value: {0}, {1} …
    m: int = 4
    names: tuple[str, ...] = ()  # of saved buckets; else by number

    def place(self, values: NDArray[Any]) -> Ints:
        """Number of the bucket of each value; what lies above the last edge belongs to the last bucket."""
        return np.minimum(np.searchsorted(self.edges, values, side="left"), len(self.edges) - 1)

    def name(self, i: int) -> str:
        if self.names:
            return self.names[i]
        return NAMES[i] if self.m == len(NAMES) else f"{i + 1}"

    def facts(self, i: int) -> dict[str, float | None]:
        """Edges for people and JSON: None is -∞ or +∞; lo = hi is a single value."""
        hi = self.edges[i]
        lo = hi if self.points[i] else self.edges[i - 1] if i else None
        return {"lo": lo, "hi": None if np.isinf(hi) else hi}

    def __len__(self) -> int:
        return len(self.edges)


def cut(values: NDArray[Any], rule: str, m: int = 4) -> Buckets:
    """Buckets by one of the paper's rules from gold values."""
    if m < 2:
        raise UsageError(f"{m} buckets: give at least 2")
    if rule == "length":
        edges = (*(float(k) for k in range(1, m)), np.inf)
        return Buckets(edges, (*([True] * (m - 1)), False), m)
    if rule == "consistency":
        inner = equal_parts(values[(values > 0) & (values < 1)], max(m - 2, 1))
        return Buckets((0.0, *inner[:-1], BELOW_ONE, 1.0), (True, *[False] * max(len(inner), 1), True), m)
    if rule == "zero":
        rest = values[values > 0]
        zero = len(rest) < len(values)
        inner = equal_parts(rest, m - 1 if zero else m)
        edges = (*([0.0] if zero else []), *inner[:-1], np.inf)
        return Buckets(edges, (*([True] if zero else []), *[False] * max(len(inner), 1)), m)
    if rule == "equal":
        inner = equal_parts(values, m)
        return Buckets((*inner[:-1], np.inf), tuple([False] * max(len(inner), 1)), m)
    if rule == "balanced":
        return _balanced(values, m)
    raise UnknownName.among("bucket rule", rule, RULES)


def equal_parts(values: NDArray[Any], parts: int) -> list[float]:
    """Upper edges of greedy parts over sorted distinct values; ties are never split, the last takes the remainder."""
    if not len(values):
        return []
    distinct, counts = np.unique(values, return_counts=True)
    edges: list[float] = []
    target, size = len(values) / parts, 0
    for value, count in zip(distinct[:-1].tolist(), counts[:-1].tolist(), strict=True):
        size += count
        if size > target and len(edges) < parts - 1:
            edges.append(float(value))
            size = 0
    return [*edges, float(distinct[-1])]


def _balanced(values: NDArray[Any], m: int) -> Buckets:
    """The re-balancing variant: after each cut, what is left is shared among the parts that are left."""
    distinct, counts = np.unique(values, return_counts=True)
    edges: list[float] = []
    left, size = len(values), 0
    for value, count in zip(distinct[:-1].tolist(), counts[:-1].tolist(), strict=True):
        size += count
        if len(edges) < m - 1 and size >= left / (m - len(edges)):
            edges.append(float(value))
            left, size = left - size, 0
    return Buckets((*edges, np.inf), tuple([False] * (len(edges) + 1)), m)


def fixed(edges: Sequence[float | None] | Sequence[Mapping[str, Any]]) -> Buckets:
    """Buckets as an earlier run saved them (name, lo, hi), or from upper edges alone; None is ∞.

    >>> fixed([{"name": "XS", "lo": 0.0, "hi": 0.0}, {"name": "S", "lo": 0.0, "hi": None}]).facts(0)
    {'lo': 0.0, 'hi': 0.0}
    >>> fixed([5, 10]).edges
    (5.0, 10.0, inf)
    """
    saved = [e for e in edges if isinstance(e, Mapping)]
    upper = [e["hi"] for e in saved] if saved else [*edges, *([] if edges and edges[-1] is None else [None])]
    known = tuple(np.inf if e is None else float(e) for e in upper)
    if not known or list(known) != sorted(set(known)):
        raise UsageError(f"bucket edges must rise: {upper}")
    if not saved:
        return Buckets(known, (False,) * len(known), len(known))
    points = tuple(e["lo"] is not None and e["lo"] == e["hi"] for e in saved)
    return Buckets(known, points, names=tuple(str(e["name"]) for e in saved))
