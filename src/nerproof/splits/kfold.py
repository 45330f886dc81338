"""`kfold`: every sample is tested once; stratified by entity type."""

from __future__ import annotations

import numpy as np

from nerproof.base.errors import UsageError
from nerproof.splits import Split, Task, split_method
from nerproof.splits.dealing import deal


@split_method("kfold")
def kfold(task: Task) -> Split:
    """Sets ``fold-i/train`` and ``fold-i/test``; ratios are not used."""
    k = task.options.folds
    if not 2 <= k <= task.units.incidence.n_groups:
        n = task.units.incidence.n_groups
        raise UsageError(f"{k} folds cannot be made of {n} {task.units.unit}s. Use --folds between 2 and {n}.")
    fold = deal(task.units.incidence, np.full(k, 1 / k), np.random.default_rng(task.seed))
    parts = {}
    for i in range(k):
        parts[f"fold-{i + 1}/train"] = task.units.sentences(np.flatnonzero(fold != i))
        parts[f"fold-{i + 1}/test"] = task.units.sentences(np.flatnonzero(fold == i))
    return Split(parts, "kfold", options={"folds": k})
