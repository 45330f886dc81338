"""`free`: as clean as possible whatever the parts look like; read the density before you use it."""

from __future__ import annotations

from dataclasses import replace

from nerproof.splits import Split, Task, split_method
from nerproof.splits.minimising import minimised_parts

WARNING = (
    "method free does not keep the types: dev and test may hold hardly any entities. Read density and L1 below, "
    "or use --method balanced"
)


@split_method("free")
def free(task: Task) -> Split:
    """As few seen mentions and samples as possible, without bounds on types."""
    made = minimised_parts(task, method="free", tolerance=None)
    return replace(made, notes=(*made.notes, WARNING))
