"""`clean-kfold`: every sample is tested once, and every fold shares few mentions with the union of the others."""

from __future__ import annotations

import numpy as np

from nerproof.base.errors import UsageError
from nerproof.splits import Split, Task, split_method
from nerproof.splits.folds import check_folds, fold_parts
from nerproof.splits.minimising import minimise

MOST = 60  # folds: a part is a bit of a 64-bit word


@split_method("clean-kfold")
def clean_kfold(task: Task) -> Split:
    """Folds with few mentions and samples seen in the other folds, each like the corpus (ratios are not used)."""
    from nerproof.splits.optimiser.columns import Bounds
    from nerproof.splits.optimiser.problem import Goal

    k, options = check_folds(task), task.options
    if k > MOST:
        raise UsageError(f"clean-kfold makes at most {MOST} folds, not {k}. Use --method kfold for more.")
    bounds = Bounds(type=options.tolerance, least=options.min_mentions)
    found = minimise(task, Goal.folds(k, minimise=options.minimise, drop=options.drop, bounds=bounds))
    fold = found.part[task.units.incidence.group]
    return Split(
        fold_parts(task, fold, k),
        "clean-kfold",
        options={"folds": k, "effort": options.effort, "minimise": options.minimise},
        dropped=task.units.sentences(np.flatnonzero(fold == k)),
        notes=found.notes,
    )
