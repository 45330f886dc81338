"""Label Studio JSON: one task per document, as its import and export have it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from nerproof.corpus import Corpus
from nerproof.writers import WriteOptions, atomic, writer
from nerproof.writers import losses as lost
from nerproof.writers.documents import TextSpan, View, views
from nerproof.writers.jsonfile import dumped, number_or_text


def losses(corpus: Corpus) -> list[str]:
    kinds = (lost.misfits, lost.tokens, lost.columns, lost.fields, lost.partly_annotated)
    return [line for kind in kinds for line in kind(corpus)]


@writer("labelstudio", suffix=".json", losses=losses, spans="any")
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
