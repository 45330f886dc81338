"""Hugging Face ``evaluate``: our strict scores as one of its metrics, for its pipelines and Spaces.

from nerproof.integrations.evaluate import metric
metric().compute(predictions=[["B-PER", "O"]], references=[["B-PER", "O"]])

``evaluate.load("FOLDER")`` works, too, with a file FOLDER/FOLDER.py of two lines:

from nerproof.integrations.evaluate import metric_class
Nerproof = metric_class()
"""

from __future__ import annotations

from typing import Any

from nerproof.base.errors import MissingExtra
from nerproof.base.version import __version__
from nerproof.compat.taglists import score

DESCRIPTION = "Precision, recall and F1 of named entities, overall and by type, with the scheme and repair rule named."
INPUTS = "predictions and references: one list of tags per sentence. scheme and repair: as in nerproof.score."


def metric() -> Any:
    """The metric, ready to compute."""
    return metric_class()()


def metric_class() -> Any:
    """The class that ``evaluate.load`` looks for."""
    try:
        import datasets
        import evaluate
    except ImportError:
        raise MissingExtra.of("evaluate", "evaluate") from None

    class Nerproof(evaluate.Metric):  # type: ignore[misc]
        """Strict scores of tag lists."""

        def _info(self) -> Any:
            tags = datasets.Sequence(datasets.Value("string"))
            features = datasets.Features({"predictions": tags, "references": tags})
            about = {"description": DESCRIPTION, "citation": "", "inputs_description": INPUTS}
            return evaluate.MetricInfo(**about, features=features, reference_urls=[f"nerproof {__version__}"])

        def _compute(self, predictions: Any, references: Any, scheme: str = "auto", repair: str = "begin") -> Any:
            result = score(references, predictions, scheme=scheme, repair=repair)
            rows = list(result.where(suite="standard", slice="ALL"))
            named = {r.metric if r.label == "ALL" else f"{r.label}_{r.metric}": r.value for r in rows}
            return {name: value for name, value in named.items() if name.endswith(("precision", "recall", "f1"))}

    return Nerproof
