"""Documents or groups that nothing can keep apart: an error that says why and what is reachable."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from nerproof.base.errors import UsageError
from nerproof.splits.card_seen import contamination, random_rates
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
    entities = _by_group(incidence)
    part = part_of_sample[incidence.group_start[:-1]].tolist()
    parts = {name: [row for row, q in zip(entities, part, strict=True) if q == p] for p, name in enumerate(task.ratios)}
    found, random = contamination(parts), random_rates(entities, {name: len(some) for name, some in parts.items()})
    worst = max(others, key=lambda name: found[f"{name}|{first}"]["mention"]["value"] or 0)
    rate, usual = (found[f"{worst}|{first}"]["mention"]["value"] or 0, random[f"{worst}|{first}"]["mention"] or 0)
    together = largest_component(incidence)
    if rate <= CLEAN * usual or together <= task.shares[0]:
        return
    what = task.units.unit if incidence.n_groups == incidence.n_samples else "group"
    raise UsageError(
        f"no clean split of these {what}s exists: {together:.0%} of them hang together through shared entities. "
        f"Reachable: {rate:.0%} of the mentions of {worst} seen in {first} (random parts: {usual:.0%}); "
        f"--accept-overlap writes that split. Sentences (--unit sentence, no --group-by) are easier to keep apart."
    )


def _by_group(incidence: Incidence) -> list[list[tuple[str, str]]]:
    """The entities of each group, one per mention."""
    found: list[list[tuple[str, str]]] = [[] for _ in range(incidence.n_groups)]
    rows = (incidence.group[incidence.sample_of_entry], incidence.entity, incidence.count)
    for g, e, n in zip(*(column.tolist() for column in rows), strict=True):
        found[g] += [(str(e), "")] * n
    return found


def largest_component(incidence: Incidence) -> float:
    """The share of the groups in the largest set that shared entities connect."""
    groups = incidence.group[incidence.sample_of_entry]
    component = connected(groups, incidence.entity, incidence.n_groups, incidence.n_entities)
    return float(np.bincount(component).max(initial=0) / max(incidence.n_groups, 1))
