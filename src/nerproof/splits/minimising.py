"""What `balanced`, `free` and `clean-kfold` share: parts with few seen mentions and samples, by search."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from nerproof.corpus import Ids
from nerproof.splits import Split, Task
from nerproof.splits.harder import ambiguous_groups
from nerproof.splits.refusal import refuse_inseparable

if TYPE_CHECKING:
    from nerproof.splits.optimiser.problem import Goal, Pinned
    from nerproof.splits.optimiser.search import Found


@dataclass(frozen=True, eq=False)
class Minimised:
    """The part of each group (the last one: dropped) and what the search has to say."""

    part: Ids
    drop: float
    notes: tuple[str, ...]


def minimised_parts(task: Task, *, method: str, tolerance: float | None) -> Split:
    """Train and the parts that are judged against it."""
    options = task.options
    found = minimise(task, _goal(task, tolerance))
    part = found.part[task.units.incidence.group]
    if method == "balanced":
        refuse_inseparable(task, part)
    gone = task.units.sentences(np.flatnonzero(part == len(task.ratios)))
    said = {"effort": options.effort, "minimise": options.minimise, "harder": options.harder}
    return Split(task.parts(part), method, options=said, dropped=gone, notes=found.notes)


def _goal(task: Task, tolerance: float | None) -> Goal:
    from nerproof.splits.optimiser.columns import Bounds
    from nerproof.splits.optimiser.problem import Goal

    options = task.options
    bounds = Bounds(type=tolerance, least=options.min_mentions)
    goal = Goal.parts(task.shares, minimise=options.minimise, drop=options.drop, bounds=bounds)
    n = len(task.shares)
    if options.harder == "unseen":
        return replace(goal, against=((),) * (n - 1) + ((0,),), apart=((),) * n)
    return replace(goal, pinned=_pinned(task, goal)) if options.harder == "ambiguous" else goal


def _pinned(task: Task, goal: Goal) -> Pinned:
    """Samples with ambiguous names, in test."""
    from nerproof.splits.optimiser.columns import limits, make_columns
    from nerproof.splits.optimiser.problem import Pinned

    columns = make_columns(task.units.incidence)
    high = limits(task.units.incidence, columns, goal.shares * (1 - goal.drop), goal.bounds)[1]
    return Pinned(len(task.shares) - 1, ambiguous_groups(task, columns, high[-1]))


def minimise(task: Task, goal: Goal) -> Minimised:
    """The best split found; of the samples that may be dropped no more than are needed for nothing to be shared."""
    found = _search(task, goal)
    if goal.drop > 0 and found.score == 0 and not found.interrupted:
        for share in (0.0, goal.drop / 4, goal.drop / 2):
            less = _search(task, replace(goal, drop=share))
            if less.score == 0:
                return Minimised(less.part, share, tuple(_notes(less)))
    return Minimised(found.part, goal.drop, tuple(_notes(found)))


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
