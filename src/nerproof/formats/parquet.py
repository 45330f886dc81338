"""Parquet, one sentence per row: a file, or a folder of part files with ``key=value`` folders as metadata."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np

from nerproof.base.atomic import atomic, note_input
from nerproof.base.errors import InputError, MissingExtra
from nerproof.corpus import Coded, Corpus, Ints
from nerproof.formats import ReadOptions, WriteOptions, define
from nerproof.formats import losses as lost
from nerproof.formats.arrowtable import OWN, corpus_of_table
from nerproof.formats.footer import most_values
from nerproof.formats.source import Source, digest_of_files

if TYPE_CHECKING:
    import pyarrow as pa

MAGIC = b"PAR1"
MAX_VALUES = 1 << 22  # rows, or values of a column, that any file may have
VALUES_PER_BYTE = 5  # of a larger one: corpora have less than one
MAX_UNPACKED = 48 << 20  # bytes that any file may unpack to
SMALL = 10 << 20  # bytes of a file whose strings are looked at: what they repeat can be too much for any memory
RATIO = 16  # and a larger one, times its size: corpora grow by 2 to 5


def looks_like_parquet(source: Source, head: bytes) -> float:
    if source.is_folder:
        return 0.9 if next(iter(source.path.rglob("*.parquet")), None) else 0.0
    return 1.0 if head.startswith(MAGIC) else 0.0


def read_parquet(source: Source, options: ReadOptions) -> Corpus:
    """Parquet with one sentence per row: tokens, mentions, doc and metadata."""
    try:
        import pyarrow as pa
    except ImportError:
        raise MissingExtra.of("pyarrow", "parquet") from None
    try:
        return _read(source, options)
    except (pa.ArrowException, UnicodeDecodeError, OSError) as error:  # damage that shows only when values are decoded
        raise broken(source.path, error) from None


def _read(source: Source, options: ReadOptions) -> Corpus:
    import pyarrow as pa

    everything = options.extra.get("all_columns", True)
    files = part_files(source, options.extra.get("split"))
    tables = [_with_keys(_table(p, everything=everything), p, source) for p in files]
    table = pa.concat_tables(tables, promote_options="permissive")
    if not table.num_rows:
        raise InputError.at(source.name, None, "has no row", fix="Give a file with at least one sentence.")
    table = table.replace_schema_metadata(tables[0].schema.metadata)
    labels = options.extra.get("labels")
    corpus = corpus_of_table(table, source.name, scheme=options.scheme, repair=options.repair, labels=labels)
    object.__setattr__(corpus, "file_digest", digest_of_files(files))
    return corpus


SPLIT = re.compile(r"(train|training|test|testing|dev|development|valid|validation|val|eval)\b[^/]*", re.IGNORECASE)


def part_files(source: Source, split: str | None = None) -> list[Path]:
    """The files of a source in the order of their paths; names that begin with _ or . are no data.

    A folder of splits, as Hugging Face has them (train-00000-of-00001.parquet …), is read one split at a time.
    """
    if not source.is_folder:
        return [source.path]
    found = sorted(p for p in source.path.rglob("*.parquet") if p.is_file() and not p.name.startswith(("_", ".")))
    if not found:
        raise InputError.at(source.name, None, "has no .parquet file")
    names = {p: match[1] for p in found if (match := SPLIT.fullmatch(p.stem))}
    splits = sorted(set(names.values()))
    if split is None and (len(splits) < 2 or len(names) < len(found)):
        return found
    if split not in splits:
        what = f"has the splits {', '.join(splits)}" + (f", not {split!r}" if split else "")
        raise InputError.at(source.name, None, what, fix="Name one with --split, or give its file.")
    return [p for p in found if names.get(p) == split]


def open_part(path: Path, coded: Sequence[str] = ()) -> Any:
    """The Parquet file, or an error that names it; ``coded`` columns are read as numbers and a dictionary."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise MissingExtra.of("pyarrow", "parquet") from None
    note_input(path)
    try:
        file = pq.ParquetFile(path, memory_map=False, read_dictionary=list(coded))
        found = path.stat()
    except (pa.ArrowInvalid, OSError) as error:
        raise broken(path, error) from None
    bomb = _sizes_that_cannot_be(file, str(path), found.st_size, found.st_mtime_ns)
    if bomb is not None:
        raise InputError.at(path, None, bomb, fix="Write it with less compression, if that is meant.")
    return file


_looked_at: dict[tuple[str, int, int], str | None] = {}  # files are opened once for each of their row groups


def _sizes_that_cannot_be(file: Any, name: str, size: int, time: int) -> str | None:
    """Rows, values or bytes that are far more than the file's size can mean.

    Only what Arrow reads without ending the process on a broken footer is asked for: no metadata of column chunks.
    """
    if (name, size, time) not in _looked_at:
        footer, most = file.metadata, max(MAX_UNPACKED, RATIO * size)
        unpacked = sum(footer.row_group(i).total_byte_size for i in range(footer.num_row_groups))
        found, values = None, max(footer.num_rows, most_values(Path(name)))
        if unpacked > most:
            found = f"unpacks to {unpacked >> 20} MB, far more than its {size:,} bytes can mean"
        elif values <= MAX_VALUES and size < SMALL:
            unfolded, values = _strings_in(name)
            if unfolded > most:
                found = f"repeats strings of {unfolded >> 20} MB, far more than its {size:,} bytes can mean"
        if values > max(MAX_VALUES, VALUES_PER_BYTE * size):
            found = f"has {values:,} rows or values, far more than its {size:,} bytes can mean"
        _looked_at[name, size, time] = found
    return _looked_at[name, size, time]


def _strings_in(name: str) -> tuple[int, int]:
    """Bytes of all strings with each repeat, and the values of the longest column; dictionaries are not unfolded."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    schema = pq.ParquetFile(name, memory_map=False).schema  # of its own: a footer and its schema hold each other
    leaves = [schema.column(i) for i in range(len(schema.names))]
    unfolded, values = 0, 0
    for place in [leaf.path for leaf in leaves if leaf.physical_type == "BYTE_ARRAY"]:
        try:
            own = pq.ParquetFile(name, memory_map=False, read_dictionary=[place])
            parts = [
                _lengths(part)
                for group in range(own.metadata.num_row_groups)
                for part in own.read_row_group(group, columns=[place], use_threads=False).column(0).chunks
            ]
        except (pa.ArrowException, OSError):
            continue  # the reader says what is wrong with it
        unfolded += sum(length for length, _ in parts)
        values = max(values, sum(n for _, n in parts))
    return unfolded, values


def _lengths(array: Any) -> tuple[int, int]:
    """Bytes of the strings of an array, inside lists and structs, and how many they are."""
    import pyarrow as pa
    import pyarrow.compute as pc

    while not (pa.types.is_dictionary(array.type) or not array.type.num_fields):
        array = array.flatten() if hasattr(array, "offsets") else array.field(0)
    if pa.types.is_dictionary(array.type):
        lengths = pc.binary_length(array.dictionary).take(array.indices)
        return pc.sum(lengths).as_py() or 0, len(array)
    return int(array.nbytes), len(array)


def broken(path: Path, error: Exception) -> InputError:
    reason = str(error).split("\n")[0].rstrip(".")
    return InputError.at(path, None, f"is not a readable Parquet file ({reason})", fix="Write this part again.")


def coded_columns(footer: Any) -> tuple[str, ...]:
    """The columns whose strings need not be made, only their numbers: tokens and types."""
    if not footer.num_row_groups:
        return ()
    first = footer.row_group(0)
    names = [first.column(i).path_in_schema for i in range(first.num_columns)]
    return tuple(n for n in names if n.startswith("tokens.") or (n.startswith("mentions.") and n.endswith(".type")))


def coded_group(path: Path, group: int) -> pa.Table:
    """The needed columns of a row group, as numbers where Arrow can do that: a third of the time of strings."""
    import pyarrow as pa

    failed: Exception | None = None
    for coded in (coded_columns(open_part(path).metadata), ()):  # Arrow has limits with numbers that strings have not
        file = open_part(path, coded)
        try:
            return file.read_row_group(group, columns=needed(file.schema_arrow.names), use_threads=False)
        except (pa.ArrowException, OSError) as error:
            failed = error
    assert failed is not None
    raise broken(path, failed) from None


def needed(names: Sequence[str]) -> list[str]:
    """Column pruning: what a score can depend on."""
    return [n for n in names if n in OWN and not (n == "tags" and "mentions" in names)]


def _table(path: Path, *, everything: bool) -> pa.Table:
    import pyarrow as pa

    file = open_part(path)
    try:
        return file.read(columns=None if everything else needed(file.schema_arrow.names))
    except (pa.ArrowInvalid, OSError) as error:
        raise broken(path, error) from None


def _with_keys(table: pa.Table, path: Path, source: Source) -> pa.Table:
    """``lang=de/part-0.parquet``: a metadata column ``lang``."""
    import pyarrow as pa

    folders = path.relative_to(source.path).parts[:-1] if source.is_folder else ()
    for folder in folders:
        key, mark, value = folder.partition("=")
        if mark and key and key not in table.column_names:
            table = table.append_column(key, pa.array([value] * table.num_rows, type=pa.string()))
    return table


# --- writing ---------------------------------------------------------------------------------------------------------


ROWS = 1 << 15  # rows per row group: what is held in memory at once when the file is streamed


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

    m = corpus.mentions
    forms = [None] * len(m) if m.form is None else m.form.tolist()
    keep = (m.end > m.start) | np.array([isinstance(f, str) for f in forms], dtype=np.bool_)
    m, sentence = corpus.mentions.take(keep), corpus.sentence_of_mention[keep]
    order = np.argsort(sentence, kind="stable")
    first = corpus.sentences[sentence]
    types = pa.array(corpus.types, type=pa.string())
    columns = {
        "start": pa.array((m.start - first)[order], type=pa.int32()),
        "end": pa.array((m.end - first)[order], type=pa.int32()),
        "type": types.take(pa.array(m.type[order])),
    }
    if m.score is not None:
        columns["score"] = pa.array(m.score[order], type=pa.float64(), from_pandas=True)  # NaN is null
    if m.form is not None:
        kept = list(zip(m.form[order].tolist(), (m.start - first)[order].tolist(), strict=True))
        columns["text"] = pa.array([f if isinstance(f, str) else None for f, _ in kept], type=pa.string())
        pairs = [[[a + s, b + s] for a, b in f] if isinstance(f, tuple) else None for f, s in kept]
        columns["parts"] = pa.array(pairs, type=pa.list_(pa.list_(pa.int32(), 2)))
    rows = pa.StructArray.from_arrays(list(columns.values()), names=list(columns))
    counts = np.bincount(sentence, minlength=corpus.n_sentences)
    offsets = pa.array(np.concatenate([[0], np.cumsum(counts)]), type=pa.int32())
    hidden = None if corpus.annotated is None else pa.array(~corpus.annotated)
    return pa.ListArray.from_arrays(offsets, rows, mask=hidden)


define(
    "parquet",
    sniff=looks_like_parquet,
    read=read_parquet,
    write=write_parquet,
    suffix=".parquet",
    losses=lost.these(lost.raw_text, lost.misplaced),
    spans="any",
)
