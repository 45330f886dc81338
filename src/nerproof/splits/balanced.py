"""`balanced`, the default: clean and representative. Few touched samples within bounds on sizes, types and density."""

from __future__ import annotations

from nerproof.splits import Split, Task, split_method
from nerproof.splits.minimising import minimise


@split_method("balanced")
def balanced(task: Task) -> Split:
    """Few contaminated dev and test samples, every part like the corpus."""
    return minimise(task, method="balanced", tolerance=task.options.tolerance)
