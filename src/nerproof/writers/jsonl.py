"""JSONL: text with tokens, sentences and spans where the text is known; else tokens with tags or mentions."""

from __future__ import annotations

from pathlib import Path

from nerproof.corpus import Corpus
from nerproof.writers import WriteOptions, writer
from nerproof.writers.documents import views
from nerproof.writers.jsonfile import write_lines
from nerproof.writers.records import document_record, losses, sentence_records


@writer("jsonl", suffix=".jsonl", losses=losses, spans="any")
def write_jsonl(corpus: Corpus, path: Path, options: WriteOptions) -> None:
    """JSONL, one document (with text) or one sentence (without) per line."""
    known = corpus.text is not None
    write_lines(path, map(document_record, views(corpus)) if known else sentence_records(corpus, options.scheme))
