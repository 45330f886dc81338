"""Hugging Face datasets on disk: a ``save_to_disk`` folder, a folder of Arrow files, or one Arrow file.

Read with pyarrow alone. Tag ids get their names from the ClassLabel features kept in the Arrow schema or in
dataset_info.json. A folder of several splits needs ``split``.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from nerproof.errors import InputError, MissingExtra, NerproofError
from nerproof.readers import ReadOptions, reader
from nerproof.readers.records import corpus_of_records
from nerproof.readers.source import Source

if TYPE_CHECKING:
    from nerproof.corpus import Corpus

_MARKS = ("dataset_dict.json", "state.json", "dataset_info.json")


def looks_like_dataset(source: Source, head: bytes) -> float:
    if source.is_folder:
        marked = any((source.path / name).is_file() for name in _MARKS)
        return 0.95 if marked or any(source.path.glob("*.arrow")) else 0.0
    return 0.95 if source.suffix == ".arrow" or head.startswith(b"ARROW1") else 0.0


@reader("huggingface", sniff=looks_like_dataset)
def read_dataset(source: Source, options: ReadOptions) -> Corpus:
    """Hugging Face dataset saved to disk, or a folder of Arrow files."""
    folder = _split(source, options.extra.get("split")) if source.is_folder else None
    files = [source.path] if folder is None else _files(source, folder)
    rows: list[tuple[int, dict[str, Any]]] = []
    for path in files:
        table = _table(Source(str(path)))
        features = _features(table, folder)
        rows += [(len(rows) + 1 + i, _record(row, features)) for i, row in enumerate(_rows(path, table))]
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
        raise InputError.at(source.name, None, "holds no .arrow file", fix="Write it with Dataset.save_to_disk.")
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
        raise InputError.at(source.name, None, f"is no Arrow file ({error!s:.80})", fix="Is it whole?") from None
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
