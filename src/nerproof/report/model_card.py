"""The block of a model card, from a result: scores for the Hub to read, findings and the main table for people."""

from __future__ import annotations

import json
from typing import Any

from nerproof.base.results import Result
from nerproof.base.signature import short
from nerproof.report.markdown import safe, table
from nerproof.report.spoken import spoken
from nerproof.report.tables import tables

SCORES = {"f1": "F1", "precision": "Precision", "recall": "Recall"}
ON_NEW = "F1 on entities that are not in the training data"


def to_model_card(result: Result) -> str:
    """YAML between ``---`` lines, then Markdown; append your own description below."""
    found = [f"- {safe(text)}" for text in spoken(result)]
    blocks = [front_matter(result), "## Evaluation", *(["\n".join(found)] if found else [])]
    blocks += [table(item) for item in tables(result)[:1]]
    return "\n\n".join([*blocks, f"`{short(result.signature)}`"]) + "\n"


def front_matter(result: Result) -> str:
    """``model-index`` as the Hub defines it. JSON is YAML, and no name can break out of it."""
    dataset = str(result.signature.get("gold") or "unknown").rpartition("@")[0] or "unknown"
    index = [
        {
            "name": system,
            "results": [
                {
                    "task": {"type": "token-classification", "name": "Named entity recognition"},
                    "dataset": {"name": dataset, "type": dataset},
                    "metrics": _metrics(result, system),
                }
            ],
        }
        for system in result.systems
    ]
    return "\n".join(["---", f"model-index: {json.dumps(index, ensure_ascii=True)}", "---"])


def _metrics(result: Result, system: str) -> list[dict[str, Any]]:
    wanted = [("standard", metric, name, metric) for metric, name in SCORES.items()]
    wanted.append(("contamination", "f1_clean", ON_NEW, "f1"))
    found = []
    for suite, metric, name, kind in wanted:
        row = next(result.where(suite=suite, system=system, metric=metric, slice="ALL", label="ALL"), None)
        if row is not None and row.value is not None:
            found.append({"type": kind, "name": name, "value": round(row.value, 6)})
    return found
