"""`leave-one-out`: one domain, file or any other field's value is the test set, the rest is train."""

from __future__ import annotations

import re

import numpy as np

from nerproof.base.errors import UsageError
from nerproof.splits import Split, Task, split_method
from nerproof.splits.units import field_values


@split_method("leave-one-out")
def leave_one_out(task: Task) -> Split:
    """A set ``without-VALUE/train`` and ``without-VALUE/test`` per value of the field ``by``."""
    values = np.array([str(v) for v in field_values(task.corpus, task.options.by)])
    kinds = sorted(set(values.tolist()))
    if len(kinds) < 2:
        raise UsageError(f"the field {task.options.by!r} has one value only: {kinds[0]!r}. Leave-one-out needs two.")
    names = _names(kinds)
    parts = {}
    for kind in kinds:
        parts[f"{names[kind]}/train"] = np.flatnonzero(values != kind)
        parts[f"{names[kind]}/test"] = np.flatnonzero(values == kind)
    return Split(parts, "leave-one-out", options={"by": task.options.by, "values": {names[k]: k for k in kinds}})


def _names(kinds: list[str]) -> dict[str, str]:
    """Folder names: letters, digits, dot and dash only, so that no value can lead out of the output folder."""
    clean = {kind: re.sub(r"[^\w.-]+", "-", short).strip("-.") or "empty" for kind, short in _short(kinds).items()}
    if len(set(clean.values())) < len(kinds):
        clean = {kind: f"{name}-{i + 1}" for i, (kind, name) in enumerate(clean.items())}
    return {kind: f"without-{name}" for kind, name in clean.items()}


def _short(kinds: list[str]) -> dict[str, str]:
    """Paths without the folders and the file name that all of them share: data/ai/train.txt is ai beside music.

    >>> _short(["data/ai/train.txt", "data/music/train.txt"])
    {'data/ai/train.txt': 'ai', 'data/music/train.txt': 'music'}
    """
    pieces = [kind.split("/") for kind in kinds]
    first = _common(pieces)
    last = _common([p[first:][::-1] for p in pieces])
    return {kind: "/".join(p[first : len(p) - last]) for kind, p in zip(kinds, pieces, strict=True)}


def _common(rows: list[list[str]]) -> int:
    """How many pieces all begin with; each keeps at least one."""
    shortest = min(map(len, rows)) - 1
    return next((i for i in range(shortest) if len({row[i] for row in rows}) > 1), shortest)
