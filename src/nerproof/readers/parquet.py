"""Parquet, one sentence per row: a file, or a folder of part files with ``key=value`` folders as metadata."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nerproof.corpus import Corpus
from nerproof.errors import InputError, MissingExtra
from nerproof.readers import ReadOptions, reader
from nerproof.readers.arrowtable import NEEDED, corpus_of_table
from nerproof.readers.source import Source, digest_of_files

if TYPE_CHECKING:
    import pyarrow as pa

MAGIC = b"PAR1"


def looks_like_parquet(source: Source, head: bytes) -> float:
    if source.is_folder:
        return 0.9 if next(iter(source.path.rglob("*.parquet")), None) else 0.0
    return 1.0 if head.startswith(MAGIC) else 0.0


@reader("parquet", sniff=looks_like_parquet)
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
    tables = [_with_keys(_table(p, everything=everything), p, source) for p in part_files(source)]
    table = pa.concat_tables(tables, promote_options="permissive")
    if not table.num_rows:
        raise InputError.at(source.name, None, "has no row", fix="Give a file with at least one sentence.")
    corpus = corpus_of_table(table, source.name, scheme=options.scheme, repair=options.repair)
    object.__setattr__(corpus, "file_digest", digest(source))
    return corpus


def part_files(source: Source) -> list[Path]:
    """The files of a source in the order of their paths; names that begin with _ or . are no data."""
    if not source.is_folder:
        return [source.path]
    found = sorted(p for p in source.path.rglob("*.parquet") if p.is_file() and not p.name.startswith(("_", ".")))
    if not found:
        raise InputError.at(source.name, None, "holds no .parquet file")
    return found


def digest(source: Source) -> str:
    """SHA-256 over the parts' bytes; 16 hex digits."""
    return digest_of_files(part_files(source))


def open_part(path: Path, coded: Sequence[str] = ()) -> Any:
    """The Parquet file, or an error that names it; ``coded`` columns are read as numbers and a dictionary."""
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise MissingExtra.of("pyarrow", "parquet") from None
    try:
        return pq.ParquetFile(path, memory_map=False, read_dictionary=list(coded))
    except (pa.ArrowInvalid, OSError) as error:
        raise broken(path, error) from None


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

    try:
        file = open_part(path, coded_columns(open_part(path).metadata))
        return file.read_row_group(group, columns=needed(file.schema_arrow.names), use_threads=False)
    except (pa.ArrowException, OSError):  # Arrow has limits with numbers that it does not have with strings
        return _group(path, group)


def _group(path: Path, group: int) -> pa.Table:
    import pyarrow as pa

    file = open_part(path)
    try:
        return file.read_row_group(group, columns=needed(file.schema_arrow.names), use_threads=False)
    except (pa.ArrowException, OSError) as error:
        raise broken(path, error) from None


def needed(names: Sequence[str]) -> list[str]:
    """Column pruning: what a score can depend on."""
    return [n for n in names if n in NEEDED and not (n == "tags" and "mentions" in names)]


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
