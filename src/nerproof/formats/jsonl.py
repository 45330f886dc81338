"""JSONL: tokens with tags, tag ids or token spans; or text with character spans. Keys: see nerproof.formats.keys."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from nerproof.corpus import Corpus
from nerproof.formats import ReadOptions, WriteOptions, define
from nerproof.formats.jsonrecords import first_record, records, write_lines
from nerproof.formats.records import corpus_of_records, has_corpus_keys
from nerproof.formats.recordwriting import corpus_records, record_losses

if TYPE_CHECKING:
    from nerproof.formats.source import Source


def looks_like_jsonl(source: Source, head: bytes) -> float:
    record = None if source.is_folder else first_record(head)
    return 0.8 if record and has_corpus_keys(record) else 0.0


def read_jsonl(source: Source, options: ReadOptions) -> Corpus:
    """JSONL of tokens with tags, or of text with character spans; lists of spans as pipelines return them."""
    return corpus_of_records(source, options, list(records(source, options.encoding)))


def write_jsonl(corpus: Corpus, path: Path, options: WriteOptions) -> None:
    write_lines(path, corpus_records(corpus, options.scheme))


define(
    "jsonl",
    sniff=looks_like_jsonl,
    read=read_jsonl,
    write=write_jsonl,
    suffix=".jsonl",
    losses=record_losses,
    spans="any",
)
