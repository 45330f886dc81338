"""Label Studio JSON exports: tasks with text and regions of characters."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from nerproof.base.atomic import atomic
from nerproof.base.errors import InputError
from nerproof.corpus import Corpus
from nerproof.formats import ReadOptions, WriteOptions, define
from nerproof.formats import losses as lost
from nerproof.formats.documents import Document, Span, corpus_of
from nerproof.formats.jsonrecords import (
    Record,
    clean,
    dumped,
    first_record,
    identity,
    label,
    listed,
    mapped,
    number_or_text,
    records,
    whole,
)
from nerproof.formats.views import TextSpan, View, views

if TYPE_CHECKING:
    from nerproof.formats.source import Source


def looks_like_labelstudio(source: Source, head: bytes) -> float:
    record = None if source.is_folder else first_record(head)
    return 0.97 if record and "data" in record and {"annotations", "predictions", "completions"} & set(record) else 0.0


def read_labelstudio(source: Source, options: ReadOptions) -> Corpus:
    """Label Studio JSON: {"data": {"text": …}, "annotations": [{"result": […]}]} per task."""
    notes: list[str] = []
    return corpus_of(
        source,
        options,
        [_document(source, line, task, notes) for line, task in records(source, options.encoding)],
        notes,
    )


def _document(source: Source, line: int, task: Record, notes: list[str]) -> Document:
    text = _text(source, line, task)
    results = _results(source, line, task, notes)
    spans = None if results is None else [s for r in results for s in _spans(source, line, r)]
    return Document(text, spans, line, identity(source, line, task, "id"))


def _text(source: Source, line: int, task: Record) -> str:
    data = mapped(source, line, task.get("data"), "'data'")
    if "text" in data:
        return clean(source, line, data["text"], "'text'")
    strings = [v for v in data.values() if isinstance(v, str)]
    if len(strings) != 1:
        raise InputError.at(source.name, line, "the task's data has no 'text'")
    return clean(source, line, strings[0], "the text")


def _results(source: Source, line: int, task: Record, notes: list[str]) -> list[Any] | None:
    """Regions of the first annotation that was not cancelled; None where there is none: not annotated."""
    made = task.get("annotations", task.get("completions")) or task.get("predictions") or []
    kept = [mapped(source, line, a, "the annotation") for a in listed(source, line, made, "'annotations'")]
    kept = [a for a in kept if not a.get("was_cancelled") and not a.get("skipped")]
    if not kept:
        return None
    if len(kept) > 1:
        notes.append(f"{source.name}:{line}: the task has {len(kept)} annotations; the first is read")
    return listed(source, line, kept[0].get("result", []), "'result'")


def _spans(source: Source, line: int, region: Any) -> list[Span]:
    region = mapped(source, line, region, "the region")
    value = mapped(source, line, region.get("value", {}), "the region's value")
    labels = next((value[k] for k in ("labels", "hypertextlabels") if k in value), None)
    if labels is None:  # a choice, a rating or a relation: nothing of a mention
        return []
    start, end = (whole(source, line, value.get(k), f"'{k}'") for k in ("start", "end"))
    return [Span(start, end, label(source, line, x)) for x in listed(source, line, labels, "'labels'")]


# --- writing ---------------------------------------------------------------------------------------------------------


def losses(corpus: Corpus) -> list[str]:
    kinds = (lost.misfits, lost.tokens, lost.columns, lost.fields, lost.partly_annotated)
    return [line for kind in kinds for line in kind(corpus)]


def write_labelstudio(corpus: Corpus, path: Path, options: WriteOptions) -> None:
    """Label Studio JSON, one task per document."""
    del options
    tasks = ",\n".join(dumped(_task(view)) for view in views(corpus))
    with atomic(path) as temporary:
        temporary.write_text(f"[\n{tasks}\n]\n", encoding="utf-8", newline="\n")


def _task(view: View) -> dict[str, Any]:
    task: dict[str, Any] = {} if view.id is None else {"id": number_or_text(view.id)}
    task["data"] = {"text": view.text}
    regions = [_region(view, i, span) for i, span in enumerate(view.spans or ())]
    task["annotations"] = [] if view.spans is None else [{"result": regions}]
    return task


def _region(view: View, i: int, span: TextSpan) -> dict[str, Any]:
    value = {"start": span.start, "end": span.end, "text": view.text[span.start : span.end], "labels": [span.type]}
    return {"id": f"r{i}", "from_name": "label", "to_name": "text", "type": "labels", "value": value}


define(
    "labelstudio",
    sniff=looks_like_labelstudio,
    read=read_labelstudio,
    write=write_labelstudio,
    suffix=".json",
    losses=losses,
    spans="any",
)
