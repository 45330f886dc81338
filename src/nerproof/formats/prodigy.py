"""Prodigy JSONL: text, tokens with offsets, spans, and the annotator's answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nerproof.corpus import Corpus
from nerproof.formats import ReadOptions, define
from nerproof.formats import losses as lost
from nerproof.formats.annotators import Annotation, chosen
from nerproof.formats.documents import corpus_of
from nerproof.formats.found import Document
from nerproof.formats.jsonrecords import Place, first_record, number_or_text, records
from nerproof.formats.records import document_of
from nerproof.formats.recordwriting import per_document
from nerproof.formats.views import TextSpan, View

if TYPE_CHECKING:
    from nerproof.formats.shapes import Record
    from nerproof.formats.source import Source

_MARKS = {"_input_hash", "_task_hash", "_view_id", "_session_id", "answer"}
_IGNORED = frozenset((*_MARKS, "meta", "_timestamp", "_annotator_id", "_is_binary"))


def looks_like_prodigy(source: Source, head: bytes) -> float:
    record = None if source.is_folder else first_record(head)
    return 0.96 if record and "text" in record and _MARKS & set(record) else 0.0


def read_prodigy(source: Source, options: ReadOptions) -> Corpus:
    """Prodigy JSONL: {"text": …, "tokens": […], "spans": [{"start", "end", "label"}], "answer": "accept"}."""
    found = [(Annotation(at.line, _annotator(r), _text_key(r)), (at, r)) for at, r in records(source, options.encoding)]
    rows, notes = chosen(source, found, options.extra.get("annotator"))
    rejected = [a.line for a, (_, record) in rows if record.get("answer", "accept") != "accept"]
    if rejected:
        notes.append(f"{source.name}:{rejected[0]}: {len(rejected)} texts not accepted by the annotator: not annotated")
    return corpus_of(source, options, [_document(at, record) for _, (at, record) in rows], notes)


def _annotator(record: Record) -> str | None:
    """Who annotated a record: Prodigy's annotator, or the name at the end of its session."""
    known = record.get("_annotator_id") or record.get("_session_id")
    return str(known) if known else None


def _text_key(record: Record) -> str:
    """What is annotated: Prodigy's hash of the input, or the text."""
    return str(record.get("_input_hash", record.get("text")))


def _document(at: Place, record: Record) -> Document:
    if record.get("answer", "accept") != "accept":
        record = {k: v for k, v in record.items() if k != "spans"}
    meta = record.get("meta")
    found = document_of(at, record, _IGNORED)
    if found.id is None and isinstance(meta, dict):
        found.id = at.identity(meta, "id")
    return found


# --- writing ---------------------------------------------------------------------------------------------------------


def _record(view: View) -> dict[str, Any]:
    record: dict[str, Any] = {
        **lost.kept_fields(view),
        "text": view.text,
        "tokens": _token_records(view),
        "_view_id": "ner_manual",
    }
    if view.spans is not None:
        record |= {"spans": [_span_record(span) for span in view.spans], "answer": "accept"}
    if view.id is not None:
        record["meta"] = {"id": number_or_text(view.id)}
    return record


def _span_record(span: TextSpan) -> dict[str, Any]:
    record = {"start": span.start, "end": span.end, "token_start": span.first, "token_end": span.last - 1}
    return {**record, "label": span.type, **({} if span.score is None else {"score": span.score})}


def _token_records(view: View) -> list[dict[str, Any]]:
    starts = set(view.sentences) if len(view.sentences) > 1 else set()
    tokens = []
    for i, (start, end) in enumerate(view.tokens):
        token = {"text": view.text[start:end], "start": start, "end": end, "id": i}
        token["ws"] = view.text[end : end + 1] == " "
        tokens.append(token | ({"sent_start": True} if i in starts else {}))
    return tokens


define(
    "prodigy",
    sniff=looks_like_prodigy,
    read=read_prodigy,
    write=per_document(_record),
    suffix=".jsonl",
    losses=lost.these(lost.misfits, lost.gaps, lost.columns, lost.document_fields, lost.partly_annotated),
    spans="any",
)
