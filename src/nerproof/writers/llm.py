"""Language-model output: texts with types and strings, no offsets; also the form of few-shot examples."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from nerproof.corpus import Corpus
from nerproof.corpus.strings import align_strings
from nerproof.writers import WriteOptions, writer
from nerproof.writers import losses as lost
from nerproof.writers.documents import View, views
from nerproof.writers.jsonfile import number_or_text, write_lines


def losses(corpus: Corpus) -> list[str]:
    kinds = (
        lost.misfits,
        moved,
        lost.tokens,
        lost.columns,
        lost.fields,
        lost.partly_annotated,
    )
    return [line for kind in kinds for line in kind(corpus)]


def moved(corpus: Corpus) -> list[str]:
    """Mentions that their string alone would place elsewhere: an earlier occurrence is no mention."""
    n = 0
    for view in views(corpus):
        again = align_strings(view.text, _items(view)).spans
        n += len({s[:3] for s in view.spans or ()}.difference(again))
    return [f"the places of {n} mentions are left out: their strings are found elsewhere"] if n else []


@writer("llm", suffix=".jsonl", losses=losses, spans="any")
def write_llm(corpus: Corpus, path: Path, options: WriteOptions) -> None:
    """JSONL of text and entities as type and string."""
    del options
    write_lines(path, (_record(view) for view in views(corpus)))


def _items(view: View) -> list[tuple[str, str]]:
    return [(s.type, view.text[s.start : s.end]) for s in view.spans or ()]


def _record(view: View) -> dict[str, Any]:
    record: dict[str, Any] = {} if view.id is None else {"id": number_or_text(view.id)}
    record["text"] = view.text
    if view.spans is not None:
        record["entities"] = [{"type": type_, "text": string} for type_, string in _items(view)]
    return record
