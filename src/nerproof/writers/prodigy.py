"""Prodigy JSONL: text, tokens and spans, accepted."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from nerproof.corpus import Corpus
from nerproof.writers import WriteOptions, writer
from nerproof.writers import losses as lost
from nerproof.writers.documents import View, views
from nerproof.writers.jsonfile import number_or_text, write_lines


def losses(corpus: Corpus) -> list[str]:
    kinds = (lost.misfits, lost.columns, lost.document_fields, lost.partly_annotated)
    return [line for kind in kinds for line in kind(corpus)]


@writer("prodigy", suffix=".jsonl", losses=losses, spans="any")
def write_prodigy(corpus: Corpus, path: Path, options: WriteOptions) -> None:
    """Prodigy JSONL, one document per line."""
    del options
    write_lines(path, (_record(view) for view in views(corpus)))


def _record(view: View) -> dict[str, Any]:
    record: dict[str, Any] = {
        **lost.kept_fields(view),
        "text": view.text,
        "tokens": _tokens(view),
        "_view_id": "ner_manual",
    }
    if view.spans is not None:
        record["spans"] = [
            {"start": s.start, "end": s.end, "token_start": s.first, "token_end": s.last - 1, "label": s.type}
            for s in view.spans
        ]
        record["answer"] = "accept"
    if view.id is not None:
        record["meta"] = {"id": number_or_text(view.id)}
    return record


def _tokens(view: View) -> list[dict[str, Any]]:
    starts = set(view.sentences) if len(view.sentences) > 1 else set()
    tokens = []
    for i, (start, end) in enumerate(view.tokens):
        token = {"text": view.text[start:end], "start": start, "end": end, "id": i}
        token["ws"] = view.text[end : end + 1] == " "
        tokens.append(token | ({"sent_start": True} if i in starts else {}))
    return tokens
