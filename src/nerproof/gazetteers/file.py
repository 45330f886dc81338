"""The file gazetteer: Parquet or JSON Lines with type, class_qid, class_label, entity_qid, name.

A column ``name_es``, ``name_de`` … has the names in that language; where it is empty, ``name`` counts.
"""

from __future__ import annotations

import json
import operator
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from nerproof.base.atomic import atomic, note_input
from nerproof.base.errors import InputError, MissingExtra, UsageError
from nerproof.corpus import Coded, Vocabulary
from nerproof.gazetteers import GazetteerOptions, gazetteer
from nerproof.gazetteers.table import COMPOSED, Gazetteer, Rows

if TYPE_CHECKING:
    from collections.abc import Callable

COLUMNS = ("type", "class_qid", "class_label", "entity_qid", "name")
WEIGHT = "class_mentions"  # optional: how many mentions of a reference corpus were of this class
SHARE = "class_type_share"  # optional: how many of these had the type
LINKED = "class_linked_qids"  # optional: how many entities of the class they were
STATISTICS = (WEIGHT, SHARE, LINKED)
FIELDS = ("class_weight", "class_share", "class_linked")  # of Rows

_OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "!=": operator.ne,
    "==": operator.eq,
    ">": operator.gt,
    "<": operator.lt,
}


@gazetteer("file", licence="as stated by the file's owner")
def load(where: str, options: GazetteerOptions) -> Gazetteer:
    """Parquet or JSON Lines: type, class_qid, class_label, entity_qid, name."""
    path = Path(where)
    if not where or not path.exists():
        raise InputError.at(where or "file:", None, "does not exist", fix="Give a Parquet or JSONL file of names.")
    note_input(path)
    conditions = [parse_filter(f) for f in options.filters]
    reader = _jsonl if path.suffix in {".jsonl", ".json", ".ndjson"} else _parquet
    rows = reader(path, conditions, options.language)
    if not len(rows.name):
        fix = "Loosen --gazetteer-filter." if conditions else "Give a file with at least one row."
        raise InputError.at(path, None, "has no name", fix=fix)
    return Gazetteer.of(rows, origin=path.name)


Condition = tuple[str, str, float | str | bool]


def parse_filter(text: str) -> Condition:
    """``class_type_share>=0.5`` as (column, operator, value).

    >>> parse_filter("class_type_share >= 0.5")
    ('class_type_share', '>=', 0.5)
    """
    found = re.fullmatch(r"\s*(\w+)\s*(>=|<=|!=|==|>|<)\s*(.+?)\s*", text)
    if not found:
        raise UsageError(f"the filter {text!r} is not COLUMN OPERATOR VALUE, for example class_type_share>=0.5.")
    column, symbol, value = found.groups()
    if value.lower() in {"true", "false"}:
        return column, symbol, value.lower() == "true"
    try:
        return column, symbol, float(value)
    except ValueError:
        return column, symbol, value


def _parquet(path: Path, conditions: list[Condition], language: str) -> Rows:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise MissingExtra.of("pyarrow", "parquet") from None
    try:
        names = pq.read_schema(path).names
        _check_columns(path, names, conditions)
        own = f"name_{language}"
        optional = [c for c in (*STATISTICS, own) if c in names]
        wanted = [*COLUMNS, *optional, *(c for c, _, _ in conditions)]
        # One thread: the file is small, and threads cost more CPU than they save.
        table = pq.read_table(path, columns=list(dict.fromkeys(wanted)), use_threads=False)
    except (pa.ArrowInvalid, OSError) as error:
        first = str(error).splitlines()[0]
        raise InputError.at(path, None, f"is not a readable Parquet file ({first})") from None
    if conditions:
        table = table.filter(pa.array(_keep({c: table[c].to_numpy() for c in table.column_names}, conditions)))
    numbers = {c: table[c].to_numpy().astype(np.float64) for c in STATISTICS if c in table.column_names}
    coded = [_coded(table[c]) for c in COLUMNS[:3]]
    entity, name = (_strings(table[c]) for c in COLUMNS[3:])
    if own in table.column_names:
        translated = _strings(table[own])
        name = np.where(translated != "", translated, name)
    return Rows(coded[0], coded[1], coded[2], entity, name, *(numbers.get(c) for c in STATISTICS))


def _coded(column: Any) -> Coded:
    """An arrow column as ids: dictionary columns are taken as they are."""
    import pyarrow as pa

    if not len(column):
        return Coded.encode([])
    chunked = column if pa.types.is_dictionary(column.type) else column.dictionary_encode()
    array = chunked.unify_dictionaries().combine_chunks()
    array = array if isinstance(array, pa.DictionaryArray) else array.chunk(0)
    ids = array.indices.fill_null(-1).to_numpy(zero_copy_only=False).astype(np.int32)
    strings = [s or "" for s in array.dictionary.to_pylist()]
    if (ids < 0).any():
        strings += [] if "" in strings else [""]
        ids[ids < 0] = strings.index("")
    return Coded(ids, Vocabulary(strings))


def _strings(column: Any) -> Any:
    values = column.fill_null("").to_numpy() if column.null_count else column.to_numpy()
    return values.astype(object)


def _jsonl(path: Path, conditions: list[Condition], language: str) -> Rows:
    records = []
    for number, line in enumerate(path.read_text("utf-8").splitlines(), start=1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except json.JSONDecodeError as error:
            raise InputError.at(path, number, f"is not JSON ({error.msg})", fix="Write one object per line.") from None
        if not isinstance(record, dict):
            raise InputError.at(path, number, "is not a JSON object", fix=f"Needed keys: {', '.join(COLUMNS)}.")
        _check_columns(path, list(record), conditions, number)
        records.append(record)
    kept = np.ones(len(records), dtype=bool)
    if conditions and records:
        columns = {c: np.array([r[c] for r in records], dtype=object) for c in {*(c for c, _, _ in conditions)}}
        columns["class_label"] = np.array([r["class_label"] for r in records], dtype=object)
        kept = _keep(columns, conditions)
    chosen = [r for r, k in zip(records, kept.tolist(), strict=True) if k]
    for record in chosen:
        record["name"] = record.get(f"name_{language}") or record["name"]
    rows = Rows.of([tuple(str(r[c] or "") for c in COLUMNS) for r in chosen])
    return rows._replace(**{field: _numbers(chosen, c) for field, c in zip(FIELDS, STATISTICS, strict=True)})


def _numbers(records: list[dict[str, Any]], column: str) -> Any:
    """A column of numbers; None where a record lacks it."""
    values = [r.get(column) for r in records]
    return None if None in values else np.array(values, dtype=np.float64)


def _check_columns(path: Path, names: list[str], conditions: list[Condition], line: int | None = None) -> None:
    missing = [c for c in [*COLUMNS, *(c for c, _, _ in conditions)] if c not in names]
    if missing:
        fix = f"A gazetteer has the columns {', '.join(COLUMNS)}; this one has {', '.join(names) or 'none'}."
        raise InputError.at(path, line, f"lacks the column{'s' * (len(missing) > 1)} {', '.join(missing)}", fix=fix)


def _keep(columns: dict[str, Any], conditions: list[Condition]) -> Any:
    """Rows that meet every condition; composed names have no class to judge, so they stay."""
    meets = np.ones(len(columns["class_label"]), dtype=bool)
    for column, symbol, value in conditions:
        given = columns[column]
        try:
            meets &= np.asarray(_OPERATORS[symbol](given, value), dtype=bool)
        except TypeError:
            raise UsageError(f"the column {column!r} cannot be compared with {value!r}.") from None
    return meets | (np.asarray(columns["class_label"]) == COMPOSED)


def write_gazetteer(gazetteer: Gazetteer, path: Path) -> None:
    """Parquet (dictionary columns), or JSON Lines if the name ends so; the class weights are kept."""
    with atomic(path) as temporary:
        if path.suffix in {".jsonl", ".ndjson"}:
            _write_jsonl(gazetteer, temporary)
        else:
            _write_parquet(gazetteer, temporary)


def _write_jsonl(gazetteer: Gazetteer, path: Path) -> None:
    weights = gazetteer.group_weight.tolist()
    groups = gazetteer.group_of_row.tolist()
    with path.open("w", encoding="utf-8") as stream:
        for row, group in zip(gazetteer.rows(), groups, strict=True):
            record = dict(zip(COLUMNS, row, strict=True)) | {WEIGHT: weights[group]}
            stream.write(json.dumps(record, ensure_ascii=False) + "\n")


def _write_parquet(gazetteer: Gazetteer, path: Path) -> None:
    try:
        import pyarrow as pa
        import pyarrow.parquet as pq
    except ImportError:
        raise MissingExtra.of("pyarrow", "parquet") from None
    group = gazetteer.group_of_row
    klass = gazetteer.group_class[group]
    coded = {
        "type": (gazetteer.group_type[group], gazetteer.types),
        "class_qid": (klass, [k.qid for k in gazetteer.classes]),
        "class_label": (klass, [k.label for k in gazetteer.classes]),
    }
    columns = {k: pa.DictionaryArray.from_arrays(pa.array(i, pa.int32()), list(s)) for k, (i, s) in coded.items()}
    columns["entity_qid"] = pa.array(gazetteer.entities, pa.string())
    columns["name"] = pa.array(gazetteer.names, pa.string())
    columns[WEIGHT] = pa.array(np.asarray(gazetteer.group_weight[group], dtype=np.float64))
    pq.write_table(pa.table(columns), path, compression="zstd")
