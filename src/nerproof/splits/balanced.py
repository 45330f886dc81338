"""`balanced` (the default), `free` and `clean-kfold`: parts with few seen mentions and samples, by search."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from nerproof.base.errors import UsageError
from nerproof.corpus import Ids, Ints
from nerproof.splits import Split, Task, split_method
from nerproof.splits.harder import ambiguous_groups
from nerproof.splits.refusal import refuse_inseparable

if TYPE_CHECKING:
    from nerproof.splits.optimiser.columns import Bounds
    from nerproof.splits.optimiser.problem import Goal
    from nerproof.splits.optimiser.search import Found


MOST_FOLDS = 60  # a part is a bit of a 64-bit word
WARNING = (
    "method free does not keep the types: dev and test may hold hardly any entities. Read density and L1 below, "
    "or use --method balanced"
)


@split_method("balanced")
def balanced(task: Task) -> Split:
    """Few dev and test mentions and samples seen in train, every part like the corpus."""
    part, notes = minimise(task, _goal(task, task.options.tolerance))
    refuse_inseparable(task, part)
    return _train_and_others(task, "balanced", part, notes)


@split_method("free")
def free(task: Task) -> Split:
    """As few seen mentions and samples as possible, without bounds on types."""
    part, notes = minimise(task, _goal(task, None))
    return _train_and_others(task, "free", part, (*notes, WARNING))


@split_method("clean-kfold")
def clean_kfold(task: Task) -> Split:
    """Folds with few mentions and samples seen in the other folds, each like the corpus (ratios are not used)."""
    from nerproof.splits.optimiser.problem import Goal

    k, options = task.folds, task.options
    if k > MOST_FOLDS:
        raise UsageError(f"clean-kfold makes at most {MOST_FOLDS} folds, not {k}. Use --method kfold for more.")
    bounds = _bounds(task, options.tolerance)
    fold, notes = minimise(task, Goal.folds(k, minimise=options.minimise, drop=options.drop, bounds=bounds))
    said = {"folds": k, "effort": options.effort, "minimise": options.minimise}
    return Split(task.fold_parts(fold), "clean-kfold", options=said, dropped=_dropped(task, fold, k), notes=notes)


def _train_and_others(task: Task, method: str, part: Ids, notes: tuple[str, ...]) -> Split:
    said = {"effort": task.options.effort, "minimise": task.options.minimise, "harder": task.options.harder}
    gone = _dropped(task, part, len(task.ratios))
    return Split(task.parts(part), method, options=said, dropped=gone, notes=notes)


def _dropped(task: Task, part: Ids, number: int) -> Ints:
    return task.units.sentences(np.flatnonzero(part == number))


def _bounds(task: Task, tolerance: float | None) -> Bounds:
    from nerproof.splits.optimiser.columns import Bounds

    return Bounds(type=tolerance, least=task.options.min_mentions)


def _goal(task: Task, tolerance: float | None) -> Goal:
    from nerproof.splits.optimiser.problem import Goal

    options, bounds = task.options, _bounds(task, tolerance)
    goal = Goal.parts(task.shares, minimise=options.minimise, drop=options.drop, bounds=bounds)
    n = len(task.shares)
    if options.harder == "unseen":
        return replace(goal, against=((),) * (n - 1) + ((0,),), apart=((),) * n)
    return replace(goal, pinned=_pinned(task, goal)) if options.harder == "ambiguous" else goal


def _pinned(task: Task, goal: Goal) -> tuple[int, Ints]:
    """Samples with ambiguous names, in test."""
    from nerproof.splits.optimiser.columns import limits, make_columns

    columns = make_columns(task.units.incidence)
    high = limits(task.units.incidence, columns, goal.shares * (1 - goal.drop), goal.bounds)[1]
    return len(task.shares) - 1, ambiguous_groups(task, columns, high[-1])


def minimise(task: Task, goal: Goal) -> tuple[Ids, tuple[str, ...]]:
    """The part of each sample in the best split found (the last one: dropped), and what the search has to say.

    Of the samples that may be dropped no more are than are needed for nothing to be shared.
    """
    found = _search(task, goal)
    if goal.drop > 0 and found.score == 0 and not found.interrupted:
        fewer = (_search(task, replace(goal, drop=share)) for share in (0.0, goal.drop / 4, goal.drop / 2))
        found = next((less for less in fewer if less.score == 0), found)
    return found.part[task.units.incidence.group], tuple(_notes(found))


def _search(task: Task, goal: Goal) -> Found:
    from nerproof.splits.optimiser.ladder import Budget
    from nerproof.splits.optimiser.problem import make_problem
    from nerproof.splits.optimiser.search import Search

    options = task.options
    budget = Budget.of(task.units.incidence.n_groups, effort=options.effort, seconds=options.time_limit)
    problem = make_problem(task.units.incidence, goal)
    return Search(problem, seed=task.seed, budget=budget, jobs=options.jobs, progress=options.progress).run()


def _notes(found: Found) -> list[str]:
    from nerproof.splits.optimiser.compiling import IS_COMPILED

    said = []
    if found.interrupted:
        said.append("stopped by the user: this is the best split found until then")
    if not IS_COMPILED:
        said.append("numba is not installed, so the search was short. Better: pip install 'nerproof[split]'")
    return said
