"""Documents or groups that nothing can keep apart: an error that says why and what is reachable."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nerproof.base.errors import UsageError
from nerproof.splits.card_reference import mean_rates, rates_of
from nerproof.splits.incidence import connected

if TYPE_CHECKING:
    from nerproof.corpus import Ids
    from nerproof.splits import Task
    from nerproof.splits.incidence import Incidence

CLEAN = 0.5  # of the rate of random parts


def refuse_inseparable(task: Task, part_of_sample: Ids) -> None:
    """Nothing for sentences; for larger units an error if they hang together and stay half as dirty as random parts."""
    incidence = task.units.incidence
    if task.options.accept_overlap or incidence.n_groups == task.corpus.n_sentences or len(task.ratios) < 2:
        return
    first, *others = task.ratios
    inside = {name: part_of_sample == p for p, name in enumerate(task.ratios)}
    found = rates_of(incidence, inside)
    random = mean_rates(incidence, {name: int(some.sum()) for name, some in inside.items()})
    worst = max(others, key=lambda name: found[f"{name}|{first}"]["mention"] or 0)
    rate, usual = (rates[f"{worst}|{first}"]["mention"] or 0 for rates in (found, random))
    together = largest_component(incidence)
    if rate <= CLEAN * usual or together <= task.shares[0]:
        return
    what = task.units.unit if incidence.n_groups == incidence.n_samples else "group"
    raise UsageError(
        f"no clean split of these {what}s exists: {together:.0%} of them hang together through shared entities. "
        f"Reachable: {rate:.0%} of the mentions of {worst} seen in {first} (random parts: {usual:.0%}); "
        f"--accept-overlap writes that split. Sentences (--unit sentence, no --group-by) are easier to keep apart."
    )


def largest_component(incidence: Incidence) -> float:
    """The share of the groups in the largest set that shared entities connect."""
    groups = incidence.group[incidence.sample_of_entry]
    component = connected(groups, incidence.entity, incidence.n_groups, incidence.n_entities)
    return float(np.bincount(component).max(initial=0) / max(incidence.n_groups, 1))
