"""Prodigy JSONL: text, tokens with offsets, spans, and the annotator's answer."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

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
    from nerproof.corpus.tokenize import Offsets
    from nerproof.readers.source import Source

_MARKS = {"_input_hash", "_task_hash", "_view_id", "_session_id", "answer"}
_KNOWN = _MARKS | {"text", "tokens", "spans", "meta", "id", "_timestamp", "_annotator_id", "_is_binary"}


def looks_like_prodigy(source: Source, head: bytes) -> float:
    record = None if source.is_folder else first_record(head)
    return 0.96 if record and "text" in record and _MARKS & set(record) else 0.0


@reader("prodigy", sniff=looks_like_prodigy)
def read_prodigy(source: Source, options: ReadOptions) -> Corpus:
    """Prodigy JSONL: {"text": …, "tokens": […], "spans": [{"start", "end", "label"}], "answer": "accept"}."""
    rejected: list[int] = []
    documents = [_document(source, n, r, rejected) for n, r in records(source, options.encoding)]
    notes = []
    if rejected:
        notes = [f"{source.name}:{rejected[0]}: {len(rejected)} texts not accepted by the annotator: not annotated"]
    return corpus_of(source, options, documents, notes)


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
    return Span(start, end, label(source, line, span.get("label")))


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
