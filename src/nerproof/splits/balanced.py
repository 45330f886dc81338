"""`balanced` (the default), `free` and `clean-kfold`: parts with few seen mentions and samples, by search."""

from __future__ import annotations

import numpy as np

from nerproof.base.errors import UsageError
from nerproof.corpus import Ids
from nerproof.splits import Split, Task, split_method
from nerproof.splits.refusal import refuse_inseparable

MOST_FOLDS = 60  # a part is a bit of a 64-bit word
WARNING = (
    "method free does not keep the types: dev and test may hold hardly any entities. Read density and L1 below, "
    "or use --method balanced"
)


@split_method("balanced")
def balanced(task: Task) -> Split:
    """Few dev and test mentions and samples seen in train, every part like the corpus."""
    part, notes = _parts(task, task.options.tolerance)
    refuse_inseparable(task, part)
    return _train_and_others(task, "balanced", part, notes)


@split_method("free")
def free(task: Task) -> Split:
    """As few seen mentions and samples as possible, without bounds on types."""
    part, notes = _parts(task, None)
    return _train_and_others(task, "free", part, (*notes, WARNING))


def _parts(task: Task, tolerance: float | None) -> tuple[Ids, tuple[str, ...]]:
    from nerproof.splits.optimiser.minimise import goal_of_parts, minimise  # numba takes a second

    return minimise(task, goal_of_parts(task, tolerance))


def _train_and_others(task: Task, method: str, part: Ids, notes: tuple[str, ...]) -> Split:
    said = {"effort": task.options.effort, "minimise": task.options.minimise, "harder": task.options.harder}
    gone = task.units.sentences(np.flatnonzero(part == len(task.ratios)))
    return Split(task.parts(part), method, options=said, dropped=gone, notes=notes)


@split_method("clean-kfold")
def clean_kfold(task: Task) -> Split:
    """Folds with few mentions and samples seen in the other folds, each like the corpus (ratios are not used)."""
    k, options = task.folds, task.options
    if k > MOST_FOLDS:
        raise UsageError(f"clean-kfold makes at most {MOST_FOLDS} folds, not {k}. Use --method kfold for more.")
    from nerproof.splits.optimiser.minimise import goal_of_folds, minimise

    fold, notes = minimise(task, goal_of_folds(task))
    said = {"folds": k, "effort": options.effort, "minimise": options.minimise}
    gone = task.units.sentences(np.flatnonzero(fold == k))
    return Split(task.fold_parts(fold), "clean-kfold", options=said, dropped=gone, notes=notes)
