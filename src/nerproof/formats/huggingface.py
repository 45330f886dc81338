"""Hugging Face datasets on disk: a ``save_to_disk`` folder, a folder of Arrow files, or one Arrow file.

Read with pyarrow alone. Tag ids get their names from the ClassLabel features kept in the Arrow schema or in
dataset_info.json. A folder of several splits needs ``split``.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from nerproof.base.atomic import atomic_folder
from nerproof.base.errors import InputError, MissingExtra, NerproofError
from nerproof.corpus import Corpus
from nerproof.formats import ReadOptions, WriteOptions, define
from nerproof.formats.jsonrecords import Place
from nerproof.formats.records import corpus_of_records
from nerproof.formats.recordwriting import corpus_records, record_losses
from nerproof.formats.source import Source

_MARKS = ("dataset_dict.json", "state.json", "dataset_info.json")


def looks_like_dataset(source: Source, head: bytes) -> float:
    if source.is_folder:
        marked = any((source.path / name).is_file() for name in _MARKS)
        return 0.95 if marked or any(source.path.glob("*.arrow")) else 0.0
    return 0.95 if source.suffix == ".arrow" or head.startswith(b"ARROW1") else 0.0


def read_dataset(source: Source, options: ReadOptions) -> Corpus:
    """Hugging Face dataset saved to disk, or a folder of Arrow files."""
    folder = _split(source, options.extra.get("split")) if source.is_folder else None
    files = [source.path] if folder is None else _files(source, folder)
    rows: list[tuple[Place, dict[str, Any]]] = []
    for path in files:
        table = _table(Source(str(path)))
        features = _features(table, folder)
        start = len(rows) + 1
        rows += [(Place(source.name, i), _record(row, features)) for i, row in enumerate(_rows(path, table), start)]
    return corpus_of_records(source, options, rows)


# --- the folder ------------------------------------------------------------------------------------------------------


def _split(source: Source, wanted: str | None) -> Path:
    names = _json(source.path / "dataset_dict.json").get("splits")
    if not isinstance(names, list):
        return source.path
    if wanted is None and len(names) == 1:
        wanted = str(names[0])
    if wanted not in names:
        what = f"has the splits {', '.join(map(str, names))}" + (f", not {wanted!r}" if wanted else "")
        raise InputError.at(source.name, None, what, fix="Name one with --split, or give its folder.")
    folder = source.path / str(wanted)
    if not folder.is_dir() or folder.parent != source.path:
        raise InputError.at(folder, None, "does not exist")
    return folder


def _files(source: Source, folder: Path) -> list[Path]:
    state = _json(folder / "state.json").get("_data_files")
    named = (
        [folder / Path(str(f.get("filename"))).name for f in state if isinstance(f, dict)]
        if isinstance(state, list)
        else []
    )
    files = named or sorted(folder.glob("*.arrow"))
    if not files:
        raise InputError.at(source.name, None, "has no .arrow file", fix="Write it with Dataset.save_to_disk.")
    return files


def _json(path: Path) -> dict[str, Any]:
    if not path.is_file():
        return {}
    try:
        found = json.loads(Source(str(path)).text())
    except (ValueError, RecursionError) as error:
        if isinstance(error, NerproofError):
            raise
        raise InputError.at(path, None, "is not JSON") from None
    return found if isinstance(found, dict) else {}


# --- the table -------------------------------------------------------------------------------------------------------


def _table(source: Source) -> Any:
    try:
        import pyarrow as pa
    except ImportError:
        raise MissingExtra.of("pyarrow", "huggingface") from None
    buffer = pa.py_buffer(source.data)
    opened = pa.ipc.open_file if source.data.startswith(b"ARROW1") else pa.ipc.open_stream
    try:
        table = opened(buffer).read_all()
        table.validate(full=True)
    except (pa.ArrowException, OSError, ValueError, MemoryError) as error:
        raise InputError.at(source.name, None, f"is not an Arrow file ({error!s:.80})", fix="Is it whole?") from None
    return table


def _rows(path: Path, table: Any) -> list[dict[str, Any]]:
    try:
        return list(table.to_pylist())
    except Exception as error:  # dates out of range, invalid UTF-8 …: pyarrow raises many kinds
        raise InputError.at(path, None, f"a row cannot be read ({error!s:.80})") from None


def _features(table: Any, folder: Path | None) -> dict[str, Any]:
    """The features by column, from the schema or from dataset_info.json."""
    try:
        known = json.loads((table.schema.metadata or {}).get(b"huggingface", b"{}"))
    except (ValueError, RecursionError):
        known = {}
    info = known.get("info") if isinstance(known, dict) else None
    if not isinstance(info, dict):
        info = _json(folder / "dataset_info.json") if folder is not None else {}
    features = info.get("features")
    return features if isinstance(features, dict) else {}


def _record(row: dict[str, Any], features: dict[str, Any]) -> dict[str, Any]:
    """A row as a record: ids named, columns of structs turned into lists of objects."""
    return {key: _named(_turned(value), features.get(key)) for key, value in row.items()}


def _turned(value: Any) -> Any:
    """{"start": [0, 4], "end": [2, 6]} as [{"start": 0, "end": 2}, …]: how older datasets keep lists of structs."""
    if not isinstance(value, dict) or not value or not all(isinstance(v, list) for v in value.values()):
        return value
    if len({len(v) for v in value.values()}) != 1:
        return value
    return [dict(zip(value, items, strict=True)) for items in zip(*value.values(), strict=True)]


def _named(value: Any, feature: Any) -> Any:
    """Class ids replaced by their names, wherever the feature has a ClassLabel."""
    inner = feature[0] if isinstance(feature, list) and feature else feature
    if isinstance(inner, dict) and isinstance(inner.get("names"), list):
        return _name(value, inner["names"])
    if isinstance(inner, dict) and "feature" in inner:
        inner = inner["feature"]
    if isinstance(value, list) and inner is not None:
        return [_named(item, inner) for item in value]
    if isinstance(value, dict) and isinstance(inner, dict):
        return {key: _named(item, inner.get(key)) for key, item in value.items()}
    return value


def _name(value: Any, names: list[Any]) -> Any:
    if isinstance(value, list):
        return [_name(item, names) for item in value]
    return names[value] if isinstance(value, int) and 0 <= value < len(names) else value


# --- writing ---------------------------------------------------------------------------------------------------------


_FILE = "data-00000-of-00001.arrow"
_STATE: dict[str, Any] = {
    "_data_files": [{"filename": _FILE}],
    "_format_columns": None,
    "_format_kwargs": {},
    "_format_type": None,
    "_output_all_columns": False,
    "_split": None,
}


def losses(corpus: Corpus) -> list[str]:
    odd = sorted(k for k, v in corpus.fields.items() if _kind(v) is None)
    return [*record_losses(corpus), *([f"the fields {', '.join(odd)} are left out"] if odd else [])]


def write_dataset(corpus: Corpus, path: Path, options: WriteOptions) -> None:
    """Hugging Face dataset folder; tags are ids with ClassLabel names."""
    try:
        import pyarrow as pa
    except ImportError:
        raise MissingExtra.of("pyarrow", "huggingface") from None
    rows = list(corpus_records(corpus, options.scheme))
    odd = {k for k, v in corpus.fields.items() if _kind(v) is None}
    types = {
        key: _type(key, corpus, rows) for key in dict.fromkeys(key for row in rows for key in row) if key not in odd
    }
    names = ["O", *sorted({tag for row in rows for tag in row.get("tags", ())} - {"O"})]
    features = {key: _feature(kind, names if key == "tags" else None) for key, kind in types.items()}
    columns = {key: pa.array([_cell(key, row.get(key), names) for row in rows], kind) for key, kind in types.items()}
    meta = {"huggingface": json.dumps({"info": {"features": features}})}
    table = pa.table(columns, schema=pa.schema(list(types.items()), metadata=meta))
    info = {"citation": "", "description": "", "features": features, "homepage": "", "license": ""}
    with atomic_folder(path) as folder:
        with pa.OSFile(str(folder / _FILE), "wb") as sink, pa.ipc.new_stream(sink, table.schema) as out:
            out.write_table(table)
        _write(folder / "dataset_info.json", info)
        _write(folder / "state.json", {**_STATE, "_fingerprint": corpus.content_digest})


def _write(path: Path, value: dict[str, Any]) -> None:
    path.write_text(json.dumps(value, indent=2, sort_keys=True) + "\n", encoding="utf-8", newline="\n")


def _cell(key: str, value: Any, names: list[str]) -> Any:
    if key == "tags" and value is not None:
        number = {name: i for i, name in enumerate(names)}
        return [number[tag] for tag in value]
    return str(value) if key in {"id", "doc_id"} and value is not None else value


def _type(key: str, corpus: Corpus, rows: list[dict[str, Any]]) -> Any:
    """The Arrow type of a column."""
    import pyarrow as pa

    pairs = pa.list_(pa.list_(pa.int64()))
    if key in {"spans", "mentions"}:
        used = {name for row in rows for span in row.get(key) or () for name in span}
        more = {"score": pa.float64(), "text": pa.string(), "parts": pairs}
        kinds = {"start": pa.int64(), "end": pa.int64(), "label": pa.string()}
        return pa.list_(pa.struct([*kinds.items(), *((k, v) for k, v in more.items() if k in used)]))
    if key in corpus.fields:
        return getattr(pa, _kind(corpus.fields[key]) or "string")()
    if key in {"id", "doc_id", "text"}:
        return pa.string()
    if corpus.text is not None and key in {"tokens", "sentences"}:
        return pairs
    return pa.list_(pa.int64() if key == "tags" else pa.string())


def _feature(kind: Any, names: list[str] | None = None) -> Any:
    """The dataset's name of an Arrow type."""
    import pyarrow as pa

    if pa.types.is_list(kind) and pa.types.is_struct(kind.value_type):
        return [{field.name: _feature(field.type) for field in kind.value_type}]
    if pa.types.is_list(kind):
        inner = {"names": names, "_type": "ClassLabel"} if names else _feature(kind.value_type)
        return {"feature": inner, "_type": "Sequence"}
    return {"dtype": {"double": "float64"}.get(str(kind), str(kind)), "_type": "Value"}


def _kind(values: Any) -> str | None:
    """The one type of a field's values, as Arrow names it; None where they differ or are no plain values."""
    kinds = {type(v) for v in values if v is not None}
    names = {str: "string", int: "int64", float: "float64", bool: "bool_"}
    return names.get(kinds.pop()) if len(kinds) == 1 else None


define(
    "huggingface",
    sniff=looks_like_dataset,
    read=read_dataset,
    write=write_dataset,
    suffix="",
    losses=losses,
    spans="any",
)
