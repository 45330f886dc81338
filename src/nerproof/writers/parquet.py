"""Parquet, one sentence per row: doc, tokens, mentions, token columns and metadata."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Self

import numpy as np

from nerproof.corpus import Coded, Corpus, Ints
from nerproof.errors import MissingExtra
from nerproof.writers import WriteOptions, atomic, writer

ROWS = 1 << 15  # rows per row group: what is held in memory at once when the file is streamed


def losses(corpus: Corpus) -> list[str]:
    """What the rows cannot hold of this corpus."""
    said = []
    if corpus.text is not None:
        said.append("the raw text and its white space are left out")
    empty = int((corpus.mentions.end == corpus.mentions.start).sum())
    if empty:
        said.append(f"{empty} spans that fit no token boundary are left out")
    return said


@writer("parquet", suffix=".parquet", losses=losses, spans="any")
def write_parquet(corpus: Corpus, path: Path, options: WriteOptions) -> None:  # noqa: ARG001
    """One row per sentence: tokens, mentions (start, end, type), doc and metadata."""
    with atomic(path) as temporary, Sink(temporary) as sink:
        sink.add(corpus)


class Sink:
    """A Parquet file that corpora are added to, one after the other: memory holds one of them."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.file: Any = None

    def __enter__(self) -> Self:
        return self

    def add(self, corpus: Corpus) -> None:
        import pyarrow.parquet as pq

        table = table_of_corpus(corpus)
        if self.file is None:
            self.file = pq.ParquetWriter(self.path, table.schema, compression="zstd")
        self.file.write_table(table, row_group_size=ROWS)

    def __exit__(self, *_: object) -> None:
        if self.file is not None:
            self.file.close()


def table_of_corpus(corpus: Corpus) -> Any:
    """An Arrow table with one row per sentence."""
    try:
        import pyarrow as pa
    except ImportError:
        raise MissingExtra.of("pyarrow", "parquet") from None
    columns: dict[str, Any] = {"doc": _documents(corpus), "tokens": _strings(corpus.tokens, corpus.sentences)}
    columns |= {k: _strings(c, corpus.sentences) for k, c in corpus.columns.items() if k not in columns}
    columns["mentions"] = _mentions(corpus)
    columns |= {k: pa.array(list(v)) for k, v in corpus.fields.items() if k not in columns}
    return pa.table(columns)


def _documents(corpus: Corpus) -> Any:
    import pyarrow as pa

    if not corpus.marked_documents:
        return pa.nulls(corpus.n_sentences, pa.string())
    names = corpus.document_ids or tuple(str(i) for i in range(corpus.n_documents))
    return pa.array(names, type=pa.string()).take(pa.array(corpus.document_of_sentence))


def _strings(column: Coded, offsets: Ints) -> Any:
    import pyarrow as pa

    words = pa.array(column.vocabulary.strings, type=pa.string())
    return pa.ListArray.from_arrays(pa.array(offsets, type=pa.int32()), words.take(pa.array(column.ids)))


def _mentions(corpus: Corpus) -> Any:
    import pyarrow as pa

    keep = corpus.mentions.end > corpus.mentions.start
    m, sentence = corpus.mentions.take(keep), corpus.sentence_of_mention[keep]
    order = np.argsort(sentence, kind="stable")
    first = corpus.sentences[sentence]
    types = pa.array(corpus.types, type=pa.string())
    rows = pa.StructArray.from_arrays(
        [
            pa.array((m.start - first)[order], type=pa.int32()),
            pa.array((m.end - first)[order], type=pa.int32()),
            types.take(pa.array(m.type[order])),
        ],
        names=["start", "end", "type"],
    )
    counts = np.bincount(sentence, minlength=corpus.n_sentences)
    offsets = pa.array(np.concatenate([[0], np.cumsum(counts)]), type=pa.int32())
    hidden = None if corpus.annotated is None else pa.array(~corpus.annotated)
    return pa.ListArray.from_arrays(offsets, rows, mask=hidden)
