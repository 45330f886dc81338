"""`random` and `kfold`: by chance, stratified by entity type; what every other split is compared with."""

from __future__ import annotations

import numpy as np

from nerproof.splits import Split, Task, split_method
from nerproof.splits.dealing import deal


@split_method("random")
def random(task: Task) -> Split:
    """Random parts, stratified by type."""
    part = deal(task.units.incidence, task.shares, np.random.default_rng(task.seed))
    return Split(task.parts(part), "random")


@split_method("kfold")
def kfold(task: Task) -> Split:
    """Every sample is tested once; folds stratified by type (ratios are not used)."""
    k = task.folds
    fold = deal(task.units.incidence, np.full(k, 1 / k), np.random.default_rng(task.seed))
    return Split(task.fold_parts(fold), "kfold", options={"folds": k})
