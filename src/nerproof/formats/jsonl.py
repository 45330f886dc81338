"""JSONL: tokens with tags, tag ids or token spans; or text with character spans. Keys: see nerproof.formats.records."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from nerproof.corpus import Corpus
from nerproof.formats import HEAD, ReadOptions, WriteOptions, define
from nerproof.formats.jsonrecords import Record, first_record, records, write_lines
from nerproof.formats.records import (
    corpus_of_records,
    document_record,
    has_corpus_keys,
    record_losses,
    sentence_records,
)
from nerproof.formats.spanlists import looks_like_span_lists, span_records
from nerproof.formats.views import views

if TYPE_CHECKING:
    from collections.abc import Iterator

    from nerproof.formats.source import Source


def looks_like_jsonl(source: Source, head: bytes) -> float:
    if not source.is_folder and looks_like_span_lists(head):
        return 0.97
    record = None if source.is_folder else first_record(head)
    return 0.8 if record and has_corpus_keys(record) else 0.0


def read_jsonl(source: Source, options: ReadOptions) -> Corpus:
    """JSONL of tokens with tags, or of text with character spans; lists of spans as pipelines return them."""
    rows = span_records if looks_like_span_lists(source.data[:HEAD]) else _records
    return corpus_of_records(source, options, list(rows(source, options)))


def _records(source: Source, options: ReadOptions) -> Iterator[tuple[int, Record]]:
    return records(source, options.encoding)


# --- writing ---------------------------------------------------------------------------------------------------------


def write_jsonl(corpus: Corpus, path: Path, options: WriteOptions) -> None:
    """JSONL, one document (with text) or one sentence (without) per line."""
    known = corpus.text is not None
    write_lines(path, map(document_record, views(corpus)) if known else sentence_records(corpus, options.scheme))


define(
    "jsonl",
    sniff=looks_like_jsonl,
    read=read_jsonl,
    write=write_jsonl,
    suffix=".jsonl",
    losses=record_losses,
    spans="any",
)
