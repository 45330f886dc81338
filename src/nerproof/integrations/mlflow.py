"""MLflow: a result's scores as metrics, its file, report and figures as artifacts.

from nerproof.integrations.mlflow import log_result
log_result(nerproof.evaluate(gold, {"mine": pred}, train=train))
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from nerproof.base.errors import MissingExtra
from nerproof.base.results import Result
from nerproof.base.signature import short
from nerproof.integrations.artifacts import written
from nerproof.integrations.numbers import all_numbers


def log_result(
    result: Result, *, system: str | None = None, step: int | None = None, report: bool = True, figures: bool = False
) -> dict[str, float]:
    """Logs to the active run (one is started where there is none); returns the metrics that were logged.

    Args:
        result: Of ``nerproof.evaluate``.
        system: Which system's scores; None: the only one.
        step: The training step or epoch.
        report: Also the result file, all rows as CSV and the HTML report, in the folder ``nerproof``.
        figures: Also every chart as PNG and SVG.
    """
    try:
        import mlflow
    except ImportError:
        raise MissingExtra.of("mlflow", "mlflow") from None
    numbers = {_allowed(name): value for name, value in all_numbers(result, system).items()}
    mlflow.log_metrics(numbers, step=step)
    mlflow.set_tag("nerproof", short(result.signature)[:500])
    if report or figures:
        with tempfile.TemporaryDirectory() as folder:
            written(result, Path(folder), report=report, figures=figures)
            mlflow.log_artifacts(folder, artifact_path="nerproof" if step is None else f"nerproof/step-{step}")
    return numbers


def _allowed(name: str) -> str:
    """MLflow's names have letters, digits and ``_ - . : /`` and blanks."""
    return "".join(c if c.isascii() and (c.isalnum() or c in "_-./: ") else "_" for c in name)
