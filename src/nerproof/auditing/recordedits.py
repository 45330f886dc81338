"""JSON and Parquet: the spans or tags of changed records, under the keys that the file has; all else stays."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from pathlib import Path
from typing import Any

from nerproof.auditing.edits import CannotEditError, Edit, Edits
from nerproof.formats import keys
from nerproof.formats.jsonrecords import SCORES
from nerproof.formats.source import Source

_BETWEEN = re.compile(r"[\s,\ufeff]*")
_OF_SPANS = {*keys.STARTS, *keys.ENDS, *keys.LABELS, *keys.SAID, "labels", "id", "token_start", "token_end"}
_OF_REGIONS = {"id", "from_name", "to_name", "type", "value"}  # of Label Studio, whose spans are values


# --- files -----------------------------------------------------------------------------------------------------------


def edit_json(edits: Edits, target: Path) -> None:
    """Records line by line, in an array, or one after the other."""
    text = Source(str(edits.path)).data.decode(edits.reading.encoding)
    values = _values(text)
    made, at = [], 0
    for i, record in sorted(edited([value for _, _, value in values], edits).items()):
        start, end, _ = values[i]
        made += [text[at:start], _dumped(record, text, start, end)]
        at = end
    target.write_bytes("".join([*made, text[at:]]).encode(edits.reading.encoding))


def _values(text: str) -> list[tuple[int, int, Any]]:
    """Start, end and value of the elements of an array, or of the values in a row."""
    at, decode, found = _after(text, 0), json.JSONDecoder().raw_decode, []
    whole, end = decode(text, at)
    in_array = isinstance(whole, list) and _after(text, end) == len(text) and not isinstance((whole or [0])[0], str)
    at = _after(text, at + 1) if in_array else at
    while at < len(text) and not (in_array and text[at] == "]"):
        value, end = decode(text, at)
        found.append((at, end, value))
        at = _after(text, end)
    return found


def _after(text: str, at: int) -> int:
    match = _BETWEEN.match(text, at)
    return match.end() if match else at


def _dumped(record: Any, text: str, start: int, end: int) -> str:
    """As the record was written: with its indent, its escapes and its blanks."""
    raw = text[start:end]
    lines = raw.split("\n")
    margin = text[text.rfind("\n", 0, start) + 1 : start]
    margin = margin if margin.isspace() else ""
    indent = lines[1][len(margin) : -len(lines[1].lstrip())] if len(lines) > 1 else None
    separators = (",", ":") if indent is None and '": ' not in raw else None
    made = json.dumps(record, ensure_ascii=raw.isascii(), indent=indent, separators=separators)
    return made.replace("\n", ("\r\n" if "\r\n" in raw else "\n") + margin)


def edit_parquet(edits: Edits, target: Path) -> None:
    """Rows as records; the columns in which nothing changes stay as they are."""
    import pyarrow as pa
    from pyarrow import parquet

    table = parquet.read_table(edits.path)
    rows = table.to_pylist()
    for i, record in edited(rows, edits).items():
        rows[i] = record
    for i, field in enumerate(table.schema):
        if {field.name} & {*keys.TAGS, *keys.MENTIONS, *keys.SPANS}:
            table = table.set_column(i, field, pa.array([row[field.name] for row in rows], type=field.type))
    parquet.write_table(table, target)


# --- records ---------------------------------------------------------------------------------------------------------


def edited(records: Sequence[Any], edits: Edits) -> dict[int, Any]:
    """The changed records by number. A record is known by its text, or by its tokens."""
    old = edits.old
    texts = old.text.documents if old.text else [tuple(old.sentence(i)) for i in range(old.n_sentences)]
    wanted = {texts[edit.number] for edit in edits}
    ours, theirs = (_numbers(rows, wanted) for rows in (([t] for t in texts), (_leaves(r) for r in records)))
    if {text: len(rows) for text, rows in ours.items()} != {text: len(rows) for text, rows in theirs.items()}:
        raise CannotEditError
    found: dict[int, Any] = {}
    for edit in edits:
        text = texts[edit.number]
        i = theirs[text][ours[text].index(edit.number)]
        _edit(found.setdefault(i, deepcopy(records[i])), edit, edits, text, records)
    return found


def _numbers(rows: Iterable[Iterable[Any]], wanted: set[Any]) -> dict[Any, list[int]]:
    found: dict[Any, list[int]] = {}
    for i, row in enumerate(rows):
        for text in wanted.intersection(row):
            found.setdefault(text, []).append(i)
    return found


def _leaves(node: Any) -> Iterator[Any]:
    """The strings of a record, and its lists of strings."""
    if isinstance(node, str):
        yield node
    elif isinstance(node, list) and node and all(isinstance(item, str) for item in node):
        yield tuple(node)
    elif isinstance(node, dict | list):
        for child in node.values() if isinstance(node, dict) else node:
            yield from _leaves(child)


def _edit(record: Any, edit: Edit, edits: Edits, text: str | tuple[str, ...], records: Sequence[Any]) -> None:
    tags = None if edits.old.text or not isinstance(record, dict) else _first(record, keys.TAGS)
    if isinstance(tags, list):
        for i, (was, becomes) in enumerate(zip(*edits.tags(edit.number), strict=True)):
            if was != becomes:
                tags[i] = becomes if tags[i] == was else _code(becomes, records, edits)
    if tags is None or _first(record, keys.MENTIONS) is not None:
        _edit_spans(record, edit, text, records)


def _code(tag: str, records: Sequence[Any], edits: Edits) -> Any:
    """The number that a tag has elsewhere in the file."""
    for i in range(edits.old.n_sentences):
        if tag in edits.tags(i)[0] and len(records) == edits.old.n_sentences:
            return _first(records[i], keys.TAGS)[edits.tags(i)[0].index(tag)]
    raise CannotEditError


# --- spans -----------------------------------------------------------------------------------------------------------


def _edit_spans(record: Any, edit: Edit, text: str | tuple[str, ...], records: Sequence[Any]) -> None:
    places = {span_of(items[i]): (items, i) for _, items, i in _spans(record)}
    if not set(edit.old) <= set(places):
        raise CannotEditError
    hits = [places[span] for span in edit.old]
    for (items, i), span in zip(hits, edit.new, strict=False):
        items[i] = _moved(items[i], span, text, record)
    for span in edit.new[len(hits) :]:
        items, like = _place_of_new(record, records)
        items.append(_moved(_bare(like, items), span, text, record))
    for items, i in sorted(hits[len(edit.new) :], key=lambda hit: -hit[1]):
        del items[i]


def _spans(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], list[Any], int]]:
    """Path, list and number of all that looks like a span; predictions beside annotations are not gold."""
    for key, child in node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ():
        if isinstance(node, list) and span_of(child) is not None:
            yield path, node, key
        elif key != "predictions":
            yield from _spans(child, (*path, key))


def span_of(item: Any) -> tuple[int, int, str] | None:
    """Start, end and type of a list or an object.

    >>> span_of([0, 4, "LOC"]), span_of({"value": {"start": 0, "end": 4, "labels": ["LOC"]}}), span_of({"start": 0})
    ((0, 4, 'LOC'), (0, 4, 'LOC'), None)
    """
    if isinstance(item, dict):
        inner = _inner(item)
        types = inner["labels"] if isinstance(inner.get("labels"), list) else [_first(inner, keys.LABELS)]
        item = [_first(inner, keys.STARTS), _first(inner, keys.ENDS), *types]
    known = isinstance(item, list) and [type(x) for x in item[:3]] == [int, int, str]
    return (item[0], item[1], item[2]) if known else None


def _inner(item: dict[str, Any]) -> dict[str, Any]:
    found = item.get("value")
    return found if isinstance(found, dict) else item


def _moved(item: Any, span: tuple[int, int, str], text: str | tuple[str, ...], record: Any) -> Any:
    """The same item for another span; a score was the old one's."""
    start, end, type_ = span
    if isinstance(item, list):
        return [start, end, type_, *item[3:]]
    item = {k: v for k, v in deepcopy(item).items() if k not in SCORES}
    inner, part = _inner(item), text[start:end]
    words = {k: part if isinstance(part, str) else " ".join(part) for k in keys.SAID if isinstance(inner.get(k), str)}
    new = {_key(inner, keys.STARTS): start, _key(inner, keys.ENDS): end, _key(inner, keys.LABELS): type_, **words}
    if isinstance(inner.get("labels"), list):
        new = {**new, "labels": [type_]}
    if "token_start" in inner:  # Prodigy's numbers of the first and the last token
        new["token_start"] = [token["start"] for token in record["tokens"]].index(start)
        new["token_end"] = [token["end"] for token in record["tokens"]].index(end)
    inner.update({k: v for k, v in new.items() if k in inner})
    return item


def _place_of_new(record: Any, records: Sequence[Any]) -> tuple[list[Any], Any]:
    """The list for a further span, and one to be like: of this record, or of the first that has any."""
    for other in (record, *records):
        for path, items, i in _spans(other):
            place = record
            try:
                for key in path:
                    place = place[key]
            except (KeyError, IndexError, TypeError):
                raise CannotEditError from None
            return place, items[i]
    raise CannotEditError


def _bare(item: Any, items: list[Any]) -> Any:
    """An item like another, without what is only that one's."""
    if isinstance(item, list):
        return item[:3]
    known = _OF_REGIONS if _inner(item) is not item else _OF_SPANS
    found = {k: v for k, v in item.items() if k in known}
    if "id" in found:
        ids = [other["id"] for other in items if isinstance(other, dict) and isinstance(other.get("id"), int)]
        found["id"] = max(ids) + 1 if ids else f"audit-{len(items)}"
    return found


def _first(record: Any, names: Sequence[str]) -> Any:
    return next((record[k] for k in names if record.get(k) is not None), None)


def _key(record: Mapping[str, Any], names: Sequence[str]) -> str:
    return next((k for k in names if record.get(k) is not None), "")
