"""What `balanced` and `free` share: few touched dev and test samples, by search."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nerproof.splits import Split, Task

if TYPE_CHECKING:
    from nerproof.splits.optimiser.search import Found

# A touched test sample counts 1, a touched dev sample (or one of any other held-out part) less: the test score is the
# one that is published.
TEST, OTHER = 1.0, 0.7


def minimise(task: Task, *, method: str, tolerance: float | None) -> Split:
    """The split that the search finds; part 0 is train."""
    from nerproof.splits.optimiser.held_out import keep_apart
    from nerproof.splits.optimiser.ladder import Budget
    from nerproof.splits.optimiser.problem import Bounds, make_problem
    from nerproof.splits.optimiser.search import Search

    incidence = task.units.incidence
    bounds = Bounds(cell=tolerance)
    problem = make_problem(incidence, task.shares, bounds=bounds, weight=weights(list(task.ratios)))
    options = task.options
    budget = Budget.of(incidence.n_groups, effort=options.effort, seconds=options.time_limit)
    search = Search(problem, seed=task.seed, budget=budget, jobs=options.jobs, progress=options.progress)
    found = search.run()
    part = found.part if found.interrupted else keep_apart(problem, found.part, seed=task.seed, until=search.until)
    return Split(
        task.parts(part[incidence.group]),
        method,
        options={"effort": options.effort},
        notes=tuple(_notes(found)),
    )


def weights(names: list[str]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    last = "test" if "test" in names else names[-1]
    return np.array([0.0, *(TEST if name == last else OTHER for name in names[1:])])


def _notes(found: Found) -> list[str]:
    from nerproof.splits.optimiser.compiling import IS_COMPILED

    said = []
    if found.interrupted:
        said.append("stopped by the user: this is the best split found until then")
    if not IS_COMPILED:
        said.append("numba is not installed, so the search was short. Better: pip install 'nerproof[split]'")
    return said
