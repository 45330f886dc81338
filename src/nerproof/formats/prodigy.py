"""Prodigy JSONL: text, tokens with offsets, spans, and the annotator's answer."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from nerproof.corpus import Corpus
from nerproof.formats import ReadOptions, WriteOptions, define
from nerproof.formats import losses as lost
from nerproof.formats.annotators import Annotation, chosen
from nerproof.formats.documents import Document, Span, corpus_of
from nerproof.formats.jsonrecords import (
    Record,
    clean,
    first_record,
    identity,
    label,
    listed,
    mapped,
    number_or_text,
    records,
    score,
    whole,
    write_lines,
)
from nerproof.formats.views import TextSpan, View, views

if TYPE_CHECKING:
    from nerproof.corpus.tokenize import Offsets
    from nerproof.formats.source import Source

_MARKS = {"_input_hash", "_task_hash", "_view_id", "_session_id", "answer"}
_KNOWN = _MARKS | {"text", "tokens", "spans", "meta", "id", "_timestamp", "_annotator_id", "_is_binary"}


def looks_like_prodigy(source: Source, head: bytes) -> float:
    record = None if source.is_folder else first_record(head)
    return 0.96 if record and "text" in record and _MARKS & set(record) else 0.0


def read_prodigy(source: Source, options: ReadOptions) -> Corpus:
    """Prodigy JSONL: {"text": …, "tokens": […], "spans": [{"start", "end", "label"}], "answer": "accept"}."""
    rejected: list[int] = []
    found = [(Annotation(n, annotator_of(r), _text_key(r)), r) for n, r in records(source, options.encoding)]
    kept, notes = chosen(source, found, options.extra.get("annotator"))
    documents = [_document(source, a.line, r, rejected) for a, r in kept]
    if rejected:
        notes.append(f"{source.name}:{rejected[0]}: {len(rejected)} texts not accepted by the annotator: not annotated")
    return corpus_of(source, options, documents, notes)


def annotator_of(record: Record) -> str | None:
    """Who annotated a record: Prodigy's annotator, or the name at the end of its session."""
    if record.get("_annotator_id"):
        return str(record["_annotator_id"])
    session = record.get("_session_id")
    return str(session) if session else None


def _text_key(record: Record) -> str:
    """What is annotated: Prodigy's hash of the input, or the text."""
    return str(record.get("_input_hash", record.get("text")))


def _document(source: Source, line: int, record: Record, rejected: list[int]) -> Document:
    text = clean(source, line, record.get("text"), "'text'")
    if record.get("answer", "accept") != "accept":
        rejected.append(line)
        record = {k: v for k, v in record.items() if k != "spans"}
    spans = None
    if record.get("spans") is not None:
        spans = [_span(source, line, s) for s in listed(source, line, record["spans"], "'spans'")]
    tokens, sentences = _tokens(source, line, record, text)
    meta = record.get("meta") if isinstance(record.get("meta"), dict) else {}
    assert isinstance(meta, dict)
    known = identity(source, line, record, "id") or identity(source, line, meta, "id")
    fields = {k: v for k, v in record.items() if k not in _KNOWN}
    return Document(text, spans, line, known, tokens, sentences, fields=fields)


def _span(source: Source, line: int, span: Any) -> Span:
    span = mapped(source, line, span, "the span")
    start, end = (whole(source, line, span.get(k), f"'{k}'") for k in ("start", "end"))
    said = span["text"] if isinstance(span.get("text"), str) else None
    return Span(start, end, label(source, line, span.get("label")), score=score(source, line, span), text=said)


def _tokens(source: Source, line: int, record: Record, text: str) -> tuple[Offsets | None, list[int] | None]:
    """The record's own tokens, and where sentences begin if tokens say so (our writer's ``sent_start``)."""
    if record.get("tokens") is None:
        return None, None
    tokens = [mapped(source, line, t, "the token") for t in listed(source, line, record["tokens"], "'tokens'")]
    places = [
        (whole(source, line, t.get("start"), "'start'"), whole(source, line, t.get("end"), "'end'")) for t in tokens
    ]
    starts = [s for t, (s, _) in zip(tokens, places, strict=True) if t.get("sent_start")]
    kept = [(s, e) for s, e in places if text[s:e].strip()]  # spaCy makes tokens of double blanks
    return kept, starts or None


# --- writing ---------------------------------------------------------------------------------------------------------


def losses(corpus: Corpus) -> list[str]:
    kinds = (lost.misfits, lost.gaps, lost.columns, lost.document_fields, lost.partly_annotated)
    return [line for kind in kinds for line in kind(corpus)]


def write_prodigy(corpus: Corpus, path: Path, options: WriteOptions) -> None:
    """Prodigy JSONL, one document per line."""
    del options
    write_lines(path, (_record(view) for view in views(corpus)))


def _record(view: View) -> dict[str, Any]:
    record: dict[str, Any] = {
        **lost.kept_fields(view),
        "text": view.text,
        "tokens": _token_records(view),
        "_view_id": "ner_manual",
    }
    if view.spans is not None:
        record["spans"] = [_span_record(span) for span in view.spans]
        record["answer"] = "accept"
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
    write=write_prodigy,
    suffix=".jsonl",
    losses=losses,
    spans="any",
)
