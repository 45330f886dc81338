"""The numbers of a result by name, for tools that log name and value."""

from __future__ import annotations

from nerproof.base.errors import UnknownName
from nerproof.base.results import Result
from nerproof.suites.recipe import SUITES


def headlines(result: Result, system: str | None = None) -> dict[str, float]:
    """The main scores of a system; what is undefined is left out, because such tools know no undefined number.

    >>> from nerproof import score
    >>> headlines(score([["B-PER", "O"]], [["B-PER", "B-PER"]]))["precision"]
    0.5
    """
    wanted = {(s.name, *key) for s in SUITES.values() for key in s.headlines}
    return _named(result, system, wanted)


def all_numbers(result: Result, system: str | None = None) -> dict[str, float]:
    """Every score of a system, by ``suite/slice/label/metric``."""
    return _named(result, system, None)


def _named(result: Result, system: str | None, wanted: set[tuple[str, str, str, str]] | None) -> dict[str, float]:
    name = one_system(result, system)
    rows = [r for r in result.rows if r.system == name and r.value is not None and "other" not in r.more]
    keys = [(r.suite, r.slice, r.label, r.metric) for r in rows]
    found = zip(keys, rows, strict=True)
    return {name_of(*key): float(r.value or 0.0) for key, r in found if wanted is None or key in wanted}


def name_of(suite: str, slice_: str, label: str, metric: str) -> str:
    """Standard scores go by the metric alone; ``ALL`` is not said."""
    parts = [part for part in (suite if suite != "standard" else "", slice_, label) if part not in {"", "ALL"}]
    return "/".join([*parts, metric])


def one_system(result: Result, system: str | None) -> str:
    """The system asked for, or the only one."""
    if system is None and len(result.systems) == 1:
        return result.systems[0]
    if system is None or system not in result.systems:
        raise UnknownName.among("system", system or "", result.systems)
    return system
