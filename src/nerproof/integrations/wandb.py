"""Weights & Biases: a result's scores, its rows as a table, its report as a page and as an artifact.

from nerproof.integrations.wandb import log_result
log_result(nerproof.evaluate(gold, {"mine": pred}, train=train))
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from nerproof.base.errors import MissingExtra, UsageError
from nerproof.base.results import Result
from nerproof.integrations.artifacts import written
from nerproof.integrations.numbers import all_numbers

COLUMNS = ("suite", "system", "slice", "label", "metric", "value", "low", "high", "count", "total")


def log_result(
    result: Result, *, run: Any = None, system: str | None = None, step: int | None = None, figures: bool = False
) -> dict[str, float]:
    """Logs to a run (None: the active one) and returns the metrics that were logged.

    Args:
        result: Of ``nerproof.evaluate``.
        run: A run of ``wandb.init``.
        system: Which system's scores; None: the only one.
        step: The training step or epoch.
        figures: Also every chart as PNG and SVG, in the artifact.
    """
    try:
        import wandb
    except ImportError:
        raise MissingExtra.of("wandb", "wandb") from None
    target = run or wandb.run
    if target is None:
        raise UsageError("no run of wandb is active. Call wandb.init() first, or pass run=…")
    numbers = all_numbers(result, system)
    table = wandb.Table(columns=list(COLUMNS), data=[[getattr(r, c) for c in COLUMNS] for r in result.rows])
    with tempfile.TemporaryDirectory() as folder:
        files = written(result, Path(folder), report=True, figures=figures)
        page = wandb.Html(next(f for f in files if f.suffix == ".html").read_text("utf-8"), inject=False)
        target.log({**numbers, "nerproof/rows": table, "nerproof/report": page}, step=step)
        artifact = wandb.Artifact(f"nerproof-{target.id}", type="nerproof-result")
        artifact.add_dir(folder)
        target.log_artifact(artifact)
    return numbers
