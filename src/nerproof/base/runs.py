"""Names of systems that are runs of one: ``flair@1`` and ``flair@2`` are runs of ``flair``."""

from __future__ import annotations

from collections.abc import Sequence


def groups(systems: Sequence[str]) -> dict[str, list[str]]:
    """The runs of each system, in the order in which they come; a run without another keeps its own name.

    >>> groups(["a@1", "a@2", "b", "c@home"])
    {'a': ['a@1', 'a@2'], 'b': ['b'], 'c@home': ['c@home']}
    """
    found: dict[str, list[str]] = {}
    for name in systems:
        found.setdefault(name.rpartition("@")[0] or name, []).append(name)
    return {name if len(runs) > 1 else runs[0]: runs for name, runs in found.items()}
