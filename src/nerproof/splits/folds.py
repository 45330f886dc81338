"""Folds as sets: every fold is the test set of one, the others are its training set."""

from __future__ import annotations

import numpy as np

from nerproof.base.errors import UsageError
from nerproof.corpus import Ids, Ints
from nerproof.splits import Task


def check_folds(task: Task) -> int:
    """The number of folds; an error if there are fewer samples."""
    k, n = task.options.folds, task.units.incidence.n_groups
    if not 2 <= k <= n:
        raise UsageError(f"{k} folds cannot be made of {n} {task.units.unit}s. Use --folds between 2 and {n}.")
    return k


def fold_parts(task: Task, fold: Ints | Ids, k: int) -> dict[str, Ints]:
    """Sets ``fold-i/train`` and ``fold-i/test`` from the fold of each sample; samples of fold k are in none."""
    parts = {}
    for i in range(k):
        parts[f"fold-{i + 1}/train"] = task.units.sentences(np.flatnonzero((fold != i) & (fold < k)))
        parts[f"fold-{i + 1}/test"] = task.units.sentences(np.flatnonzero(fold == i))
    return parts
