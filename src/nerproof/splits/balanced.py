"""`balanced`, the default: clean and representative. Few seen mentions and samples within bounds on likeness."""

from __future__ import annotations

from nerproof.splits import Split, Task, split_method
from nerproof.splits.minimising import minimised_parts


@split_method("balanced")
def balanced(task: Task) -> Split:
    """Few dev and test mentions and samples seen in train, every part like the corpus."""
    return minimised_parts(task, method="balanced", tolerance=task.options.tolerance)
