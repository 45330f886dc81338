"""Two or more results of the same gold as one contest: their counts per unit side by side."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from nerproof.base.results import Result
from nerproof.scoring.headlinecounts import HeadlineCounts, from_units

OPTIONS = ("types", "match", "case")  # what decides which mentions count, and when one is right
NO_UNITS = "holds no counts per unit (made with --resamples 0, or by an older version)"


def side_by_side(results: Mapping[str, Result], *, always_named: bool = False) -> HeadlineCounts | str:
    """The counts of all systems of all results, or the reason why they cannot be paired.

    A system that two results have is named ``system (result)``; all are, if ``always_named``.
    """
    found: dict[str, HeadlineCounts] = {}
    for name, result in results.items():
        counts = from_units(result.units)
        if counts is None or not counts.counts:
            return f"{name} {NO_UNITS}"
        found[name] = counts
    first, *others = found
    for other in others:
        same = digest(results[first]) == digest(results[other])
        reason = _other_units(found[first], found[other]) if same else "are about different gold"
        if reason:
            return f"{first} and {other} {reason}"
    return _joined(found, always_named)


def digest(result: Result, part: str = "gold") -> str:
    """A part of the signature; of ``test.conll@1f9c…`` only what the file holds, not what it is called."""
    return str(result.signature.get(part)).rpartition("@")[2]


def _other_units(one: HeadlineCounts, other: HeadlineCounts) -> str | None:
    if (one.unit, one.n) != (other.unit, other.n):
        return f"were resampled by other units ({one.n} × {one.unit}, {other.n} × {other.unit})"
    shared = _keys(one) & _keys(other)
    if not shared:
        return "have no headline score in common"
    for key in sorted(shared):
        if not np.array_equal(_gold(one, key), _gold(other, key)):
            return "count other gold mentions (other types, another repair or other training data)"
    return None


Key = tuple[str, str, str]


def _keys(counts: HeadlineCounts) -> set[Key]:
    return {(s.name, c.part.name, c.metric.name) for s, c in counts.cells}


def _columns(counts: HeadlineCounts, key: Key, system: str) -> np.ndarray:
    """The columns of one cell."""
    at = 0
    for suite, cell in counts.cells:
        width = len(cell.metric.columns)
        if (suite.name, cell.part.name, cell.metric.name) == key:
            return counts.counts[system][:, at : at + width]
        at += width
    raise KeyError(key)


def _gold(counts: HeadlineCounts, key: Key) -> np.ndarray:
    """The column of a cell that does not depend on the system: how many gold items each unit has."""
    cell = next(c for s, c in counts.cells if (s.name, c.part.name, c.metric.name) == key)
    names = [n for n in ("gold", "gold_clean", "tokens", "total") if n in cell.metric.columns]
    at = [cell.metric.columns.index(n) for n in names]
    return _columns(counts, key, next(iter(counts.counts)))[:, at]


def _joined(found: Mapping[str, HeadlineCounts], always_named: bool) -> HeadlineCounts:
    """The cells that all have, and every system of every result."""
    first = next(iter(found.values()))
    shared = set.intersection(*(_keys(c) for c in found.values()))
    cells = [(s, c) for s, c in first.cells if (s.name, c.part.name, c.metric.name) in shared]
    keys = [(s.name, c.part.name, c.metric.name) for s, c in cells]
    tables = {
        _label(system, name, found, always_named): np.concatenate(
            [_columns(counts, key, system) for key in keys], axis=1
        )
        for name, counts in found.items()
        for system in counts.counts
    }
    return HeadlineCounts(first.unit, tuple(cells), tables)


def _label(system: str, name: str, results: Mapping[str, HeadlineCounts], always: bool) -> str:
    """Its own name where only one result has it, else with the name of its result."""
    often = sum(system in c.counts for c in results.values())
    return f"{system} ({name})" if always or often > 1 else system
