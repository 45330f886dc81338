"""Label Studio JSON exports: tasks with text and regions of characters."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nerproof.errors import InputError
from nerproof.readers import ReadOptions, reader
from nerproof.readers.documents import Document, Span, corpus_of
from nerproof.readers.jsonrecords import (
    Record,
    clean,
    first_record,
    identity,
    label,
    listed,
    mapped,
    records,
    whole,
)

if TYPE_CHECKING:
    from nerproof.corpus import Corpus
    from nerproof.readers.source import Source


def looks_like_labelstudio(source: Source, head: bytes) -> float:
    record = None if source.is_folder else first_record(head)
    return 0.97 if record and "data" in record and {"annotations", "predictions", "completions"} & set(record) else 0.0


@reader("labelstudio", sniff=looks_like_labelstudio)
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
