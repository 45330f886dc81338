"""doccano JSONL: text with [start, end, label] triples, or with entities as objects."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from nerproof.base.errors import InputError
from nerproof.corpus import Corpus
from nerproof.formats import ReadOptions, WriteOptions, define
from nerproof.formats import losses as lost
from nerproof.formats.documents import Document, Span, corpus_of
from nerproof.formats.jsonrecords import (
    Record,
    clean,
    identity,
    label,
    listed,
    number_or_text,
    records,
    score,
    some_records,
    whole,
    write_lines,
)
from nerproof.formats.views import TextSpan, View, views

if TYPE_CHECKING:
    from nerproof.formats.source import Source

_KEYS = ("label", "labels", "entities")
_KNOWN = {"id", "text", "data", "Comments", "relations", *_KEYS}


def looks_like_doccano(source: Source, head: bytes) -> float:
    return 0.0 if source.is_folder else max(map(_likeness, some_records(head)), default=0.0)


def _likeness(record: Record) -> float:
    found = next((record[k] for k in _KEYS if isinstance(record.get(k), list)), None)
    if found is None or not isinstance(record.get("text", record.get("data")), str):
        return 0.0
    if not found:
        return 0.85 if "label" in record or "Comments" in record else 0.0
    return 0.95 if isinstance(found[0], list) or (isinstance(found[0], dict) and "start_offset" in found[0]) else 0.0


def read_doccano(source: Source, options: ReadOptions) -> Corpus:
    """JSONL of doccano: {"text": …, "label": [[start, end, type], …]}."""
    return corpus_of(source, options, [_document(source, n, r) for n, r in records(source, options.encoding)])


def _document(source: Source, line: int, record: Record) -> Document:
    text = clean(source, line, record.get("text", record.get("data")), "'text'")
    key = next((k for k in _KEYS if record.get(k) is not None), None)
    spans = None if key is None else [_span(source, line, s) for s in listed(source, line, record[key], f"'{key}'")]
    others = {k: v for k, v in record.items() if k not in _KNOWN}
    return Document(text, spans, line, identity(source, line, record, "id"), fields=others)


def _span(source: Source, line: int, span: Any) -> Span:
    known = score(source, line, span) if isinstance(span, dict) else None
    if isinstance(span, dict):
        span = [span.get("start_offset"), span.get("end_offset"), span.get("label")]
    if not isinstance(span, list) or len(span) != 3:
        raise InputError.at(source.name, line, "a label is not [start, end, type]")
    start, end = (whole(source, line, n, "the offset") for n in span[:2])
    return Span(start, end, label(source, line, span[2]), score=known)


# --- writing ---------------------------------------------------------------------------------------------------------


def losses(corpus: Corpus) -> list[str]:
    kinds = (
        lost.misfits,
        lost.gaps,
        lost.tokens,
        lost.columns,
        lost.document_fields,
        lost.partly_annotated,
    )
    return [line for kind in kinds for line in kind(corpus)]


def write_doccano(corpus: Corpus, path: Path, options: WriteOptions) -> None:
    """JSONL of doccano, one document per line."""
    del options
    write_lines(path, (_record(view) for view in views(corpus)))


def _record(view: View) -> dict[str, Any]:
    record: dict[str, Any] = lost.kept_fields(view)
    if view.id is not None:
        record["id"] = number_or_text(view.id)
    record["text"] = view.text
    if view.spans is not None:
        key = "label" if all(s.score is None for s in view.spans) else "entities"
        record[key] = [[s.start, s.end, s.type] if key == "label" else _entity(s) for s in view.spans]
    return record


def _entity(span: TextSpan) -> dict[str, Any]:
    """As doccano writes spans that have more than a label."""
    own = {"start_offset": span.start, "end_offset": span.end, "label": span.type}
    return own if span.score is None else {**own, "score": span.score}


define(
    "doccano",
    sniff=looks_like_doccano,
    read=read_doccano,
    write=write_doccano,
    suffix=".jsonl",
    losses=losses,
    spans="any",
)
