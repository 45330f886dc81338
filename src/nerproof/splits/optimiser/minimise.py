"""From a task to the best split found: its goal, its budget, and what the search has to say."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from nerproof.corpus import Ids
from nerproof.splits import Task
from nerproof.splits.harder import ambiguous_groups
from nerproof.splits.optimiser.columns import Bounds, limits, make_columns
from nerproof.splits.optimiser.compiling import IS_COMPILED
from nerproof.splits.optimiser.ladder import Budget
from nerproof.splits.optimiser.problem import Goal, make_problem
from nerproof.splits.optimiser.search import Found, Search


def goal_of_parts(task: Task, tolerance: float | None) -> Goal:
    """Train and the others; without a tolerance the types are not kept."""
    goal, n = Goal.parts(task.shares, **_asked(task, tolerance)), len(task.shares)
    if task.options.harder == "unseen":
        return replace(goal, against=((),) * (n - 1) + ((0,),), apart=((),) * n)
    if task.options.harder != "ambiguous":
        return goal
    columns = make_columns(task.units.incidence)
    high = limits(task.units.incidence, columns, goal.shares * (1 - goal.drop), goal.bounds)[1]
    return replace(goal, pinned=(n - 1, ambiguous_groups(task, columns, high[-1])))


def goal_of_folds(task: Task) -> Goal:
    return Goal.folds(task.folds, **_asked(task, task.options.tolerance))


def _asked(task: Task, tolerance: float | None) -> dict[str, Any]:
    options = task.options
    bounds = Bounds(type=tolerance, least=options.min_mentions)
    return {"minimise": options.minimise, "drop": options.drop, "bounds": bounds}


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
    options, incidence = task.options, task.units.incidence
    budget = Budget.of(incidence.n_groups, effort=options.effort, seconds=options.time_limit)
    problem = make_problem(incidence, goal)
    return Search(problem, seed=task.seed, budget=budget, jobs=options.jobs, progress=options.progress).run()


def _notes(found: Found) -> list[str]:
    said = []
    if found.interrupted:
        said.append("stopped by the user: this is the best split found until then")
    if not IS_COMPILED:
        said.append("numba is not installed, so the search was short. Better: pip install 'nerproof[split]'")
    return said
