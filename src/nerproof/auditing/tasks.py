"""Review tasks for annotation tools: one per site, the sentence with the proposal put in, gold beside it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from nerproof.auditing.files import write
from nerproof.base.errors import UnknownName

Spans = list[tuple[int, int, str]]  # characters


@dataclass(frozen=True, eq=False)
class Task:
    """A site with its sentence as text; spans by characters, of the whole sentence."""

    site: Mapping[str, Any]
    text: str
    tokens: list[tuple[int, int]]
    gold: Spans
    proposal: Spans

    @classmethod
    def of(cls, site: Mapping[str, Any], sentence: Iterable[tuple[int, int, str]]) -> Task:
        """``sentence``: all of gold's mentions in the sentence, as token spans."""
        tokens, at = [], 0
        for word in site["tokens"]:
            tokens.append((at, at + len(word)))
            at += len(word) + 1
        old = {(s, e, t) for s, e, t in site["gold"]}
        gold = sorted(sentence)
        new = sorted({*(set(gold) - old), *((s, e, t) for s, e, t in site["proposal"])})
        placed = [[(tokens[s][0], tokens[e - 1][1], t) for s, e, t in spans] for spans in (gold, new)]
        return cls(site, " ".join(site["tokens"]), tokens, *placed)

    @property
    def facts(self) -> dict[str, Any]:
        return {key: self.site[key] for key in ("rank", "probability", "kind", "place", "why", "sentence")}


def labelstudio(tasks: list[Task]) -> str:
    return json.dumps([_labelstudio(t) for t in tasks], ensure_ascii=False, indent=1) + "\n"


def _labelstudio(task: Task) -> dict[str, Any]:
    score = task.site["probability"]
    return {
        "data": {"text": task.text, **task.facts},
        "predictions": [{"model_version": "proposal", "score": score, "result": _regions(task, task.proposal)}],
        "annotations": [{"result": _regions(task, task.gold)}],
    }


def _regions(task: Task, spans: Spans) -> list[dict[str, Any]]:
    return [
        {
            "id": f"r{i}",
            "from_name": "label",
            "to_name": "text",
            "type": "labels",
            "value": {"start": a, "end": b, "text": task.text[a:b], "labels": [t]},
        }
        for i, (a, b, t) in enumerate(spans)
    ]


def prodigy(tasks: list[Task]) -> str:
    return _lines(_prodigy(t) for t in tasks)


def _prodigy(task: Task) -> dict[str, Any]:
    first = {a: i for i, (a, _) in enumerate(task.tokens)}
    last = {b: i for i, (_, b) in enumerate(task.tokens)}
    words = task.site["tokens"]
    return {
        "text": task.text,
        "tokens": [
            {"text": words[i], "start": a, "end": b, "id": i, "ws": b < len(task.text)}
            for i, (a, b) in enumerate(task.tokens)
        ],
        "spans": [
            {"start": a, "end": b, "token_start": first[a], "token_end": last[b], "label": t}
            for a, b, t in task.proposal
        ],
        "meta": {**task.facts, "gold": ", ".join(f"{task.text[a:b]} {t}" for a, b, t in task.gold)},
        "_view_id": "ner_manual",
    }


def argilla(tasks: list[Task]) -> str:
    return _lines(_argilla(t) for t in tasks)


def _argilla(task: Task) -> dict[str, Any]:
    return {
        "id": f"site-{task.site['rank']}",
        "fields": {"text": task.text},
        "suggestions": [
            {
                "question_name": "mentions",
                "value": _labelled(task.proposal),
                "agent": "nerproof audit",
                "score": task.site["probability"],
            }
        ],
        "metadata": {**task.facts, "gold": json.dumps(_labelled(task.gold), ensure_ascii=False)},
    }


def _labelled(spans: Spans) -> list[dict[str, Any]]:
    return [{"start": a, "end": b, "label": t} for a, b, t in spans]


def doccano(tasks: list[Task]) -> str:
    return _lines(_doccano(t) for t in tasks)


def _doccano(task: Task) -> dict[str, Any]:
    return {"text": task.text, "label": [list(s) for s in task.proposal], **task.facts}


def _lines(records: Iterable[Mapping[str, Any]]) -> str:
    return "".join(json.dumps(r, ensure_ascii=False) + "\n" for r in records)


TOOLS: dict[str, tuple[str, Callable[[list[Task]], str]]] = {
    "argilla": ("jsonl", argilla),
    "doccano": ("jsonl", doccano),
    "labelstudio": ("json", labelstudio),
    "prodigy": ("jsonl", prodigy),
}


def write_tasks(tool: str, tasks: list[Task], out: Path) -> Path:
    """``tasks.TOOL.json`` or ``.jsonl`` in the folder."""
    if tool not in TOOLS:
        raise UnknownName.among("annotation tool", tool, TOOLS)
    suffix, make = TOOLS[tool]
    path = out / f"tasks.{tool}.{suffix}"
    write(path, make(tasks))
    return path
