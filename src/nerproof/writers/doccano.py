"""doccano JSONL: text with [start, end, label] triples."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from nerproof.corpus import Corpus
from nerproof.writers import WriteOptions, writer
from nerproof.writers import losses as lost
from nerproof.writers.documents import View, views
from nerproof.writers.jsonfile import number_or_text, write_lines


def losses(corpus: Corpus) -> list[str]:
    kinds = (lost.misfits, lost.tokens, lost.columns, lost.document_fields, lost.partly_annotated)
    return [line for kind in kinds for line in kind(corpus)]


@writer("doccano", suffix=".jsonl", losses=losses, spans="any")
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
        record["label"] = [[s.start, s.end, s.type] for s in view.spans]
    return record
