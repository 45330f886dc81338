"""JSONL: tokens with tags, tag ids or token spans; or text with character spans. Keys: see nerproof.readers.records."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nerproof.readers import ReadOptions, reader
from nerproof.readers.jsonrecords import first_record, records
from nerproof.readers.records import corpus_of_records, has_corpus_keys

if TYPE_CHECKING:
    from nerproof.corpus import Corpus
    from nerproof.readers.source import Source


def looks_like_jsonl(source: Source, head: bytes) -> float:
    record = None if source.is_folder else first_record(head)
    return 0.8 if record and has_corpus_keys(record) else 0.0


@reader("jsonl", sniff=looks_like_jsonl)
def read_jsonl(source: Source, options: ReadOptions) -> Corpus:
    """JSONL of tokens with tags, or of text with character spans."""
    return corpus_of_records(source, options, list(records(source, options.encoding)))
