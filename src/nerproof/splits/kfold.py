"""`kfold`: every sample is tested once; stratified by entity type."""

from __future__ import annotations

import numpy as np

from nerproof.splits import Split, Task, split_method
from nerproof.splits.dealing import deal
from nerproof.splits.folds import check_folds, fold_parts


@split_method("kfold")
def kfold(task: Task) -> Split:
    """Every sample is tested once; folds stratified by type (ratios are not used)."""
    k = check_folds(task)
    fold = deal(task.units.incidence, np.full(k, 1 / k), np.random.default_rng(task.seed))
    return Split(fold_parts(task, fold, k), "kfold", options={"folds": k})
