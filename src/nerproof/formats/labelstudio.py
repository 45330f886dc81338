"""Label Studio JSON exports: tasks with text and regions of characters."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from nerproof.base.atomic import atomic
from nerproof.base.errors import InputError
from nerproof.corpus import Corpus
from nerproof.formats import ReadOptions, WriteOptions, define
from nerproof.formats import losses as lost
from nerproof.formats.annotators import Annotation, chosen, listed_names
from nerproof.formats.documents import corpus_of
from nerproof.formats.found import Document, Span
from nerproof.formats.jsonrecords import Place, dumped, first_record, number_or_text, records
from nerproof.formats.views import TextSpan, View, views

if TYPE_CHECKING:
    from nerproof.formats.shapes import Record
    from nerproof.formats.source import Source


_MADE = ("annotations", "completions", "predictions")
_LABELS = ("labels", "hypertextlabels")


def looks_like_labelstudio(source: Source, head: bytes) -> float:
    record = None if source.is_folder else first_record(head)
    if record is None:
        return 0.0
    if "data" in record and set(_MADE) & set(record):
        return 0.97
    return 0.97 if _regions_key(record) is not None or {"annotation_id", "annotator"} <= set(record) else 0.0


def read_labelstudio(source: Source, options: ReadOptions) -> Corpus:
    """Label Studio JSON or JSON-MIN: {"data": {"text": …}, "annotations": [{"result": […]}]} per task."""
    tasks = _joined(_task_of(at, record) for at, record in records(source, options.encoding))
    kept, notes = _chosen(source, tasks, options.extra.get("annotator"))
    return corpus_of(source, options, [_document(task, result) for task, result in kept], notes)


class _Task(NamedTuple):
    """A text and what was made of it."""

    at: Place
    id: str | None
    text: str
    annotations: list[Record]
    predictions: list[Record]


def _task_of(at: Place, record: Record) -> _Task:
    if "data" not in record:
        return _minimal(at, record)
    made = record.get("annotations", record.get("completions"))
    lists = [_live(at, items) for items in (made, record.get("predictions"))]
    return _Task(at, at.identity(record, "id"), _text(at, record), *lists)


def _joined(tasks: Iterable[_Task]) -> list[_Task]:
    """Tasks with the annotations of all annotators: JSON-MIN has a record for each of them."""
    found: dict[object, _Task] = {}
    for i, task in enumerate(tasks):
        known = found.setdefault(i if task.id is None else (task.id, task.text), task)
        if known is not task:
            known.annotations.extend(task.annotations)
            known.predictions.extend(task.predictions)
    return list(found.values())


def _minimal(at: Place, record: Record) -> _Task:
    """A task of JSON-MIN: data and regions on one level."""
    key = _regions_key(record)
    data = {k: v for k, v in record.items() if k not in {key, "annotator", "created_at", "updated_at"}}
    results = [] if key is None else [{"value": value} for value in at.items(record[key], f"'{key}'")]
    made = {"result": results, "completed_by": record.get("annotator")}
    return _Task(at, at.identity(record, "id"), _text(at, {"data": data}), [made], [])


def _regions_key(record: Record) -> str | None:
    """The key under which JSON-MIN keeps regions: the name of the labelling control, whatever it is."""
    for key, value in record.items():
        keys = set(value[0]) if isinstance(value, list) and value and isinstance(value[0], dict) else set()
        if {"start", "end"} <= keys and keys & set(_LABELS):
            return key
    return None


def _live(at: Place, made: Any) -> list[Record]:
    items = [at.object(a, "the annotation") for a in at.items(made or [], "'annotations'")]
    return [a for a in items if not a.get("was_cancelled") and not a.get("skipped")]


def _text(at: Place, task: Record) -> str:
    data = at.object(task.get("data"), "'data'")
    strings = [data["text"]] if "text" in data else [v for v in data.values() if isinstance(v, str)]
    if len(strings) != 1:
        raise at.error("the task's data has no 'text'")
    return at.string(strings[0], "'text'")


# --- whose annotations -----------------------------------------------------------------------------------------------


def _chosen(
    source: Source, tasks: list[_Task], wanted: str | None
) -> tuple[list[tuple[_Task, Record | None]], list[str]]:
    """Each task with the annotation that is read; None: not annotated."""
    predicted = wanted is not None and (wanted == "predictions" or wanted in _versions(tasks))
    made = not wanted and any(task.annotations for task in tasks)
    if predicted or not (made or wanted):
        return _predictions(source, tasks, None if wanted in {None, "predictions"} else wanted)
    rows = [(Annotation(t.at.line, _annotator(a), str(i)), (i, a)) for i, t in enumerate(tasks) for a in t.annotations]
    kept, notes = chosen(source, rows, wanted)
    first: dict[int, Record] = {}
    for _, (i, annotation) in kept:
        first.setdefault(i, annotation)
    again = len(kept) - len(first)
    if again:
        what = "annotation of a text that has one already is" if again == 1 else "annotations of such texts are"
        notes.append(f"{source.name}: {again} further {what} left out")
    return [(task, first.get(i)) for i, task in enumerate(tasks)], notes


def _predictions(
    source: Source, tasks: list[_Task], version: str | None
) -> tuple[list[tuple[_Task, Record | None]], list[str]]:
    versions = _versions(tasks)
    if version is None and len(versions) > 1:
        what = f"has predictions of several models ({listed_names(versions)})"
        raise InputError.at(source.name, None, what, fix=f"Choose one: {source.name}#{versions[0]}")
    wanted = versions[0] if version is None and versions else version
    kept = [next((p for p in task.predictions if _version(p) == wanted), None) for task in tasks]
    notes = [f"{source.name}: predictions are read (model {wanted})"] if any(kept) else []
    return list(zip(tasks, kept, strict=True)), notes


def _versions(tasks: list[_Task]) -> list[str]:
    return list(dict.fromkeys(_version(p) for task in tasks for p in task.predictions))


def _version(prediction: Record) -> str:
    return str(prediction.get("model_version") or "without a version")


def _annotator(annotation: Record) -> str | None:
    who = annotation.get("completed_by")
    if isinstance(who, dict):
        who = who.get("email") or who.get("id")
    return None if who is None else str(who)


# --- regions ---------------------------------------------------------------------------------------------------------


def _document(task: _Task, made: Record | None) -> Document:
    results = None if made is None else task.at.items(made.get("result") or [], "'result'")
    spans = None if results is None else [span for result in results for span in _regions(task.at, result)]
    return Document(task.text, spans, task.at.line, task.id)


def _regions(at: Place, result: Any) -> list[Span]:
    result = at.object(result, "the region")
    value = at.object(result.get("value", {}), "the region's value")
    labels = next((value[k] for k in _LABELS if k in value), None)
    if labels is None:  # a choice, a rating or a relation: nothing of a mention
        return []
    own = value.get("globalOffsets")  # of hypertext, whose own places are paths
    place = own if isinstance(own, dict) else value
    start, end = (at.whole(place.get(k), f"'{k}'") for k in ("start", "end"))
    said = value.get("text") if isinstance(value.get("text"), str) else None
    known = at.score({**value, **result})
    return [Span(start, end, at.label(x), at.line, known, text=said) for x in at.items(labels, "'labels'")]


# --- writing ---------------------------------------------------------------------------------------------------------


def write_labelstudio(corpus: Corpus, path: Path, options: WriteOptions) -> None:
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
    region = {"id": f"r{i}", "from_name": "label", "to_name": "text", "type": "labels", "value": value}
    return region if span.score is None else {**region, "score": span.score}


define(
    "labelstudio",
    sniff=looks_like_labelstudio,
    read=read_labelstudio,
    write=write_labelstudio,
    suffix=".json",
    losses=lost.these(lost.misfits, lost.gaps, lost.tokens, lost.columns, lost.fields, lost.partly_annotated),
    spans="any",
)
