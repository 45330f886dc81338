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


def _labelstudio(task: Task) -> dict[str, Any]:
    proposed = {"model_version": "proposal", "score": task.site["probability"], "result": _regions(task, task.proposal)}
    gold = {"result": _regions(task, task.gold)}
    return {"data": {"text": task.text, **task.facts}, "predictions": [proposed], "annotations": [gold]}


def _regions(task: Task, spans: Spans) -> list[dict[str, Any]]:
    about = {"from_name": "label", "to_name": "text", "type": "labels"}
    values = ({"start": a, "end": b, "text": task.text[a:b], "labels": [t]} for a, b, t in spans)
    return [{"id": f"r{i}", **about, "value": value} for i, value in enumerate(values)]


def _prodigy(task: Task) -> dict[str, Any]:
    words, n = task.site["tokens"], len(task.text)
    first, last = ({place[side]: i for i, place in enumerate(task.tokens)} for side in (0, 1))
    return {
        "text": task.text,
        "tokens": [
            {"text": words[i], "start": a, "end": b, "id": i, "ws": b < n} for i, (a, b) in enumerate(task.tokens)
        ],
        "spans": [
            {**s, "token_start": first[s["start"]], "token_end": last[s["end"]]} for s in _objects(task.proposal)
        ],
        "meta": {**task.facts, "gold": ", ".join(f"{task.text[a:b]} {t}" for a, b, t in task.gold)},
        "_view_id": "ner_manual",
    }


def _argilla(task: Task) -> dict[str, Any]:
    proposed = {"question_name": "mentions", "value": _objects(task.proposal), "agent": "nerproof audit"}
    return {
        "id": f"site-{task.site['rank']}",
        "fields": {"text": task.text},
        "suggestions": [{**proposed, "score": task.site["probability"]}],
        "metadata": {**task.facts, "gold": json.dumps(_objects(task.gold), ensure_ascii=False)},
    }


def _objects(spans: Spans) -> list[dict[str, Any]]:
    return [{"start": a, "end": b, "label": t} for a, b, t in spans]


def _doccano(task: Task) -> dict[str, Any]:
    return {"text": task.text, "label": [list(s) for s in task.proposal], **task.facts}


TOOLS: dict[str, Callable[[Task], dict[str, Any]]] = {
    "argilla": _argilla,
    "doccano": _doccano,
    "labelstudio": _labelstudio,
    "prodigy": _prodigy,
}


def write_tasks(tool: str, tasks: list[Task], out: Path) -> Path:
    """``tasks.TOOL.jsonl`` in the folder; Label Studio reads an array, ``.json``."""
    if tool not in TOOLS:
        raise UnknownName.among("annotation tool", tool, TOOLS)
    records = [json.dumps(TOOLS[tool](task), ensure_ascii=False) for task in tasks]
    array = tool == "labelstudio"
    path = out / f"tasks.{tool}.{'json' if array else 'jsonl'}"
    lines = ",\n".join(records) if array else "\n".join(records)
    write(path, f"[{lines}]\n" if array else f"{lines}\n")
    return path
