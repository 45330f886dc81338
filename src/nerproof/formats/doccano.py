"""doccano JSONL: text with [start, end, label] triples, or with entities as objects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from nerproof.corpus import Corpus
from nerproof.formats import ReadOptions, define, keys
from nerproof.formats import losses as lost
from nerproof.formats.jsonrecords import number_or_text, records, some_records
from nerproof.formats.records import corpus_of_records
from nerproof.formats.recordwriting import per_document
from nerproof.formats.views import TextSpan, View

if TYPE_CHECKING:
    from nerproof.formats.shapes import Record
    from nerproof.formats.source import Source

_KEYS = ("label", "labels", "entities")


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
    return corpus_of_records(source, options, list(records(source, options.encoding)), ignored=keys.DOCCANO)


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
    write=per_document(_record),
    suffix=".jsonl",
    losses=lost.these(lost.misfits, lost.gaps, lost.tokens, lost.columns, lost.document_fields, lost.partly_annotated),
    spans="any",
)
