"""Sentences as rows of an Arrow table: what Parquet files, Spark partitions and corpora have in common.

``tokens`` is a list of strings; ``mentions`` a list of (start, end, type) in tokens of the sentence (null: the sentence
is not annotated), or ``tags`` a list of strings. ``doc`` names the document; rows of one document follow each other.
Other lists of strings as long as ``tokens`` are token columns, all the rest is metadata.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from nerproof.base.errors import InputError
from nerproof.corpus import Bools, Coded, Corpus, Ints, Mentions, Vocabulary
from nerproof.corpus.wordbook import Wordbook

if TYPE_CHECKING:
    import pyarrow as pa

OWN = ("doc", "tokens", "mentions", "tags", "ner_tags")


def corpus_of_table(
    table: pa.Table,
    name: str,
    *,
    first_row: int = 0,
    scheme: str = "auto",
    repair: str = "begin",
    words: bool = True,
    marked: bool | None = None,
    labels: Sequence[str] | None = None,
    tags: Vocabulary | None = None,
) -> Corpus:
    """The corpus of a table; ``first_row`` is the number of its first row in the file, for messages.

    ``words=False`` leaves all tokens alike: enough for scores that look at spans only. ``marked`` says whether the file
    names documents, if these rows alone do not tell. ``labels``: the names of tags that are numbers, where the file has
    none. ``tags``: all tags of the file, where these rows are some of it.
    """
    lists = _list(table, "tokens", name)
    sentences, values = _offsets(lists), lists.flatten()
    _no_nulls(lists, values, name, first_row)
    _only_strings(values, "tokens", name)
    tokens = _coded(values) if words else Coded(np.zeros(len(values), dtype=np.int32), Vocabulary(["_"]))
    given = _mentions(table, sentences, name, first_row) if "mentions" in table.column_names else None
    mentions, types, annotated, decoded = given or _tagged(table, sentences, name, scheme, repair, labels, tags)
    documents, ids = _documents(table, marked)
    return Corpus(
        tokens=tokens,
        sentences=sentences,
        mentions=mentions,
        types=types,
        documents=documents,
        marked_documents=ids is not None,
        document_ids=ids,
        sources=(name,),
        source=np.zeros(len(lists), dtype=np.int64),
        lines=np.arange(first_row + 1, first_row + len(lists) + 1),
        annotated=annotated,
        scheme=decoded,
        **_others(table, sentences),
    )


@dataclass(frozen=True, eq=False)
class Tokens:
    """The tokens of a table, to be compared with those of another that has as many in each row."""

    column: Any

    def equals(self, other: Tokens) -> bool:
        if not (self._numbered or other._numbered):
            return bool(self.column.equals(other.column))
        book = Wordbook()  # each file has numbers of its own, and may have two for one word
        return np.array_equal(book.numbered(self._coded()).ids, book.numbered(other._coded()).ids)

    @property
    def _numbered(self) -> bool:
        import pyarrow as pa

        return bool(pa.types.is_dictionary(self.column.type.value_type))

    def _coded(self) -> Coded:
        return _coded(_merged(self.column).flatten())


def _list(table: pa.Table, column: str, name: str) -> Any:
    import pyarrow as pa

    if column not in table.column_names:
        fix = "nerproof's Parquet has the columns tokens and mentions (start, end, type), and maybe doc."
        raise InputError.at(name, None, f"has no column {column!r}", fix=fix)
    found = table.column(column)
    if not _is_list(found.type):
        raise InputError.at(name, None, f"column {column!r} is {found.type}, not a list")
    merged = _merged(found)
    return merged.cast(pa.large_list(found.type.value_type)) if len(merged) == 0 else merged


def _merged(column: Any) -> Any:
    return column.combine_chunks() if column.num_chunks != 1 else column.chunk(0)


def _is_list(type_: Any) -> bool:
    import pyarrow as pa

    return bool(pa.types.is_list(type_) or pa.types.is_large_list(type_))


def _offsets(lists: Any) -> Ints:
    """Offsets into ``flatten()``, which leaves out what stands before the first row of a slice and null rows."""
    if not lists.null_count:
        cuts = _numbers(lists.offsets).astype(np.int64)
        return cuts - cuts[0] if len(cuts) else np.zeros(1, dtype=np.int64)
    import pyarrow.compute as pc

    lengths = pc.fill_null(pc.list_value_length(lists), 0).to_numpy(zero_copy_only=False)
    return np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])


def _numbers(array: Any) -> NDArray[Any]:
    """Arrow's own memory: ``to_numpy`` loads pandas, which takes a third of a second and 40 MB."""
    import pyarrow as pa

    if array.null_count or not len(array) or not pa.types.is_integer(array.type):
        found: NDArray[Any] = array.to_numpy(zero_copy_only=False)
        return found
    own = np.frombuffer(array.buffers()[1], dtype=str(array.type))
    return own[array.offset : array.offset + len(array)]


def _no_nulls(lists: Any, values: Any, name: str, first_row: int) -> None:
    if lists.null_count:
        row = int(np.flatnonzero(lists.is_null().to_numpy(zero_copy_only=False))[0])
        raise InputError.at(name, first_row + row + 1, "the row has no tokens (null)")
    if values.null_count:
        token = int(np.flatnonzero(values.is_null().to_numpy(zero_copy_only=False))[0])
        row = int(np.searchsorted(_offsets(lists), token, side="right")) - 1
        raise InputError.at(name, first_row + row + 1, "a token is null")


def _only_strings(values: Any, column: str, name: str) -> None:
    import pyarrow as pa

    kind = values.type.value_type if pa.types.is_dictionary(values.type) else values.type
    if not (pa.types.is_string(kind) or pa.types.is_large_string(kind) or (pa.types.is_null(kind) and not len(values))):
        raise InputError.at(name, None, f"column {column!r} is a list of {kind}, not of strings")


def tags_of(table: pa.Table, column: str, name: str, labels: Sequence[str] | None) -> Coded:
    """The tags of a table, one after the other."""
    values = _named(table, column, _list(table, column, name).flatten(), name, labels)
    _only_strings(values, column, name)
    if values.null_count:
        raise InputError.at(name, None, f"a value of {column!r} is null")
    return _coded(values)


def offsets_of(column: Any) -> Ints:
    """Where each list of a column begins among its values."""
    return _offsets(_merged(column))


def _coded(values: Any) -> Coded:
    import pyarrow as pa

    coded = values if pa.types.is_dictionary(values.type) else values.dictionary_encode()
    ids = _numbers(coded.indices).astype(np.int32)
    return Coded(ids, _vocabulary(coded.dictionary))


def _vocabulary(strings: Any) -> Vocabulary:
    """Arrow's own bytes where they lie as ours do."""
    import pyarrow as pa

    width = {pa.string(): np.int32, pa.large_string(): np.int64}.get(strings.type)
    if width is None or strings.offset or strings.null_count or not len(strings):
        return Vocabulary(strings.to_pylist())
    _, offsets, data = strings.buffers()
    cuts = np.frombuffer(offsets, dtype=width)[: len(strings) + 1].astype(np.int64)
    return Vocabulary.from_blob(data.to_pybytes()[: int(cuts[-1])] if data is not None else b"", cuts)


def _mentions(
    table: pa.Table, sentences: Ints, name: str, first_row: int
) -> tuple[Mentions, tuple[str, ...], Bools | None, str | None]:
    lists = _list(table, "mentions", name)
    flat, own = lists.flatten(), _offsets(lists)
    row = np.repeat(np.arange(len(lists)), np.diff(own))
    parts = {f.name: flat.field(f.name) for f in flat.type} if hasattr(flat.type, "fields") else {}
    if not {"start", "end", "type"} <= set(parts):
        raise InputError.at(name, None, "column 'mentions' has no start, end and type")
    _check_fields(parts, name)
    start, end = (_numbers(parts[k]).astype(np.int64) for k in ("start", "end"))
    strings = parts["text"].to_pylist() if "text" in parts else None  # of spans that fit no token
    _check_spans(start, end, np.diff(sentences)[row], row, name, first_row, strings)
    coded = _coded(parts["type"])
    types = tuple(sorted(set(coded.vocabulary.strings)))
    remap = np.array([types.index(t) for t in coded.vocabulary.strings], dtype=np.int64)
    shift = sentences[row]
    type_ = remap[coded.ids] if len(coded) else coded.ids.astype(np.int64)
    annotated = ~lists.is_null().to_numpy(zero_copy_only=False) if lists.null_count else None
    scores = parts["score"].to_pylist() if "score" in parts else None
    forms = _with_parts(parts["parts"].to_pylist(), start, end, strings, name) if "parts" in parts else strings
    return Mentions.of(start + shift, end + shift, type_, scores, forms), types, annotated, None


def _with_parts(found: list[Any], start: Ints, end: Ints, strings: list[str | None] | None, name: str) -> list[Any]:
    """The parts of discontinuous mentions, counted from their starts; else the strings."""
    forms: list[Any] = list(strings or [None] * len(found))
    for i, pairs in enumerate(found):
        if pairs is None:
            continue
        edges = [place - int(start[i]) for pair in pairs for place in pair]
        runs = len(edges) > 2 and edges == sorted(edges) and (edges[0], edges[-1]) == (0, int(end[i] - start[i]))
        if not runs or any(a >= b for a, b in pairs):
            raise InputError.at(name, None, "the 'parts' of a mention do not run from its start to its end")
        forms[i] = tuple(zip(edges[::2], edges[1::2], strict=True))
    return forms


def _check_fields(parts: dict[str, Any], name: str) -> None:
    """Refuses mentions whose fields are of other kinds than numbers and strings, or null."""
    import pyarrow as pa

    for key in ("start", "end"):
        if not pa.types.is_integer(parts[key].type) and len(parts[key]):
            raise InputError.at(name, None, f"{key!r} of column 'mentions' is {parts[key].type}, not a whole number")
    _only_strings(parts["type"], "mentions.type", name)
    empty = next((key for key in ("start", "end", "type") if parts[key].null_count), None)
    if empty is not None:
        raise InputError.at(name, None, f"{empty!r} of a mention is null")


def _check_spans(
    start: Ints, end: Ints, length: Ints, row: Ints, name: str, first_row: int, strings: list[str | None] | None
) -> None:
    empty = np.zeros(len(start), dtype=np.bool_) if strings is None else np.array([s is not None for s in strings])
    wrong = np.flatnonzero((start < 0) | (end > length) | (end < start) | ((end == start) & ~empty.astype(np.bool_)))
    if len(wrong):
        i = int(wrong[0])
        what = f"mention [{start[i]}, {end[i]}) lies outside the sentence of {length[i]} tokens"
        raise InputError.at(name, first_row + int(row[i]) + 1, what, fix="Spans are half-open and count tokens.")


def _tagged(
    table: pa.Table,
    sentences: Ints,
    name: str,
    scheme: str,
    repair: str,
    labels: Sequence[str] | None,
    tags: Vocabulary | None,
) -> tuple[Mentions, tuple[str, ...], Bools | None, str | None]:
    from nerproof.corpus.schemes import BadTag, InvalidSequence, decode

    column = next((c for c in ("tags", "ner_tags") if c in table.column_names), "mentions")
    lists = _list(table, column, name)
    if not np.array_equal(_offsets(lists), sentences):
        raise InputError.at(name, None, f"{column!r} and 'tokens' differ in length")
    coded = tags_of(table, column, name, labels)
    if tags is not None:
        coded = Coded(tags.lookup(coded.vocabulary)[coded.ids], tags)
    try:
        found = decode(coded, sentences, scheme=scheme, repair=repair)
    except (BadTag, InvalidSequence) as error:
        raise InputError.at(name, None, error.what, fix=error.fix) from None
    return found.mentions, found.types, None, found.scheme


def _named(table: pa.Table, column: str, values: Any, name: str, labels: Sequence[str] | None) -> Any:
    """Tags that are numbers by their names: given ones, or those that Hugging Face keeps in the schema."""
    import pyarrow as pa

    if not pa.types.is_integer(values.type):
        return values
    names = labels or class_names(table.schema.metadata, column)
    if not names:
        fix = "Name them in their order: --labels O,B-PER,I-PER,… or a file with one per line."
        raise InputError.at(name, None, f"column {column!r} holds numbers and no names of tags", fix=fix)
    numbers = _numbers(values)
    if len(numbers) and not (values.null_count == 0 and int(numbers.min()) >= 0 and int(numbers.max()) < len(names)):
        raise InputError.at(name, None, f"column {column!r} has numbers without a name: there are {len(names)} names")
    return pa.array(list(names), type=pa.string()).take(values.cast(pa.int64()))


def class_names(metadata: Any, column: str) -> list[str] | None:
    """The names of a ClassLabel feature, from the metadata that Hugging Face writes."""
    try:
        known = json.loads((metadata or {}).get(b"huggingface", b"{}"))
        feature = known["info"]["features"][column]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    while feature is not None:
        inner = feature[0] if isinstance(feature, list) and feature else feature
        if isinstance(inner, dict) and isinstance(inner.get("names"), list):
            return [str(n) for n in inner["names"]]
        feature = inner.get("feature") if isinstance(inner, dict) else None
    return None


def _documents(table: pa.Table, marked: bool | None) -> tuple[Ints, tuple[str, ...] | None]:
    n = table.num_rows
    if "doc" not in table.column_names or (not marked and table.column("doc").null_count == n):
        return np.arange(n + 1, dtype=np.int64), None
    starts, names = document_runs(table.column("doc"))
    return np.append(starts, n), tuple(map(str, names))


def document_runs(column: Any) -> tuple[Ints, list[Any]]:
    """The rows where the name of the document is not that of the row before, and the names."""
    every = column.to_pylist()
    starts = [i for i, name in enumerate(every) if i == 0 or name != every[i - 1]]
    return np.array(starts, dtype=np.int64), [every[i] for i in starts]


def _others(table: pa.Table, sentences: Ints) -> dict[str, Any]:
    """Token columns and metadata."""
    columns: dict[str, Coded] = {}
    fields: dict[str, Any] = {}
    for name in table.column_names:
        if name in OWN:
            continue
        found = table.column(name)
        lists = found.combine_chunks() if _is_list(found.type) else None
        if lists is not None and not lists.null_count and np.array_equal(_offsets(lists), sentences):
            columns[name] = _coded(lists.flatten())
        else:
            fields[name] = found.to_pylist()
    return {"columns": columns, "fields": fields}
