"""`random`: seeded, stratified by entity type; what every other split is compared with."""

from __future__ import annotations

import numpy as np

from nerproof.splits import Split, Task, split_method
from nerproof.splits.dealing import deal


@split_method("random")
def random(task: Task) -> Split:
    """Random parts, stratified by type."""
    part = deal(task.units.incidence, task.shares, np.random.default_rng(task.seed))
    return Split(task.parts(part), "random")
