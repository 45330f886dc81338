"""Hugging Face dataset folder, as ``Dataset.save_to_disk`` writes it and ``load_from_disk`` reads it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from nerproof.corpus import Corpus
from nerproof.errors import MissingExtra
from nerproof.writers import WriteOptions, writer
from nerproof.writers.documents import views
from nerproof.writers.folder import atomic_folder
from nerproof.writers.records import document_record, sentence_records
from nerproof.writers.records import losses as record_losses

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


@writer("huggingface", suffix="", losses=losses, spans="any")
def write_dataset(corpus: Corpus, path: Path, options: WriteOptions) -> None:
    """Hugging Face dataset folder; tags are ids with ClassLabel names."""
    try:
        import pyarrow as pa
    except ImportError:
        raise MissingExtra.of("pyarrow", "huggingface") from None
    known = corpus.text is not None
    rows = list(map(document_record, views(corpus)) if known else sentence_records(corpus, options.scheme))
    features, schema = _features(corpus, rows)
    meta = {"huggingface": json.dumps({"info": {"features": features}})}
    table = pa.Table.from_pylist([_row(row, features) for row in rows], schema=schema.with_metadata(meta))
    info = {"citation": "", "description": "", "features": features, "homepage": "", "license": ""}
    with atomic_folder(path) as folder:
        with pa.OSFile(str(folder / _FILE), "wb") as sink, pa.ipc.new_stream(sink, table.schema) as out:
            out.write_table(table)
        _write(folder / "dataset_info.json", info)
        _write(folder / "state.json", {**_STATE, "_fingerprint": corpus.content_digest})


def _write(path: Path, value: dict[str, Any]) -> None:
    path.write_text(json.dumps(value, indent=2, sort_keys=True) + "\n", encoding="utf-8", newline="\n")


# --- features: the dataset's names for the types of columns, and Arrow's ---


def _value(dtype: str) -> dict[str, Any]:
    return {"dtype": dtype, "_type": "Value"}


def _sequence(feature: Any) -> dict[str, Any]:
    return {"feature": feature, "_type": "Sequence"}


_SPANS = [{"start": _value("int64"), "end": _value("int64"), "label": _value("string")}]
_PAIRS = _sequence(_sequence(_value("int64")))


def _features(corpus: Corpus, rows: list[dict[str, Any]]) -> tuple[dict[str, Any], Any]:
    import pyarrow as pa

    names = sorted({tag for row in rows for tag in row.get("tags", ())} - {"O"})
    features: dict[str, Any] = {}
    for key in dict.fromkeys(key for row in rows for key in row):
        if key in corpus.fields:
            kind = _kind(corpus.fields[key])
            if kind is not None:
                features[key] = _value(kind)
        else:
            features[key] = _feature(key, ["O", *names], with_text=corpus.text is not None)
    return features, pa.schema([(key, _arrow(feature)) for key, feature in features.items()])


def _feature(key: str, names: list[str], *, with_text: bool) -> Any:
    if key in {"spans", "mentions"}:
        return _SPANS
    if key == "tags":
        return _sequence({"names": names, "_type": "ClassLabel"})
    if key in {"id", "doc_id", "text"}:
        return _value("string")
    return _PAIRS if with_text and key in {"tokens", "sentences"} else _sequence(_value("string"))


def _arrow(feature: Any) -> Any:
    import pyarrow as pa

    if isinstance(feature, list):
        return pa.list_(pa.struct([(k, _arrow(v)) for k, v in feature[0].items()]))
    if feature["_type"] == "Sequence":
        return pa.list_(_arrow(feature["feature"]))
    if feature["_type"] == "ClassLabel":
        return pa.int64()
    return {"string": pa.string(), "int64": pa.int64(), "float64": pa.float64(), "bool": pa.bool_()}[feature["dtype"]]


def _kind(values: Any) -> str | None:
    """The one type of a field's values; None where they differ or are no plain values."""
    kinds = {type(v) for v in values if v is not None}
    names = {str: "string", int: "int64", float: "float64", bool: "bool"}
    return names.get(kinds.pop()) if len(kinds) == 1 else None


def _row(row: dict[str, Any], features: dict[str, Any]) -> dict[str, Any]:
    kept: dict[str, Any] = {key: row.get(key) for key in features}
    for key in ("id", "doc_id"):
        if kept.get(key) is not None and features[key]["dtype"] == "string":
            kept[key] = str(kept[key])
    if kept.get("tags") is not None:
        number = {name: i for i, name in enumerate(features["tags"]["feature"]["names"])}
        kept["tags"] = [number[tag] for tag in kept["tags"]]
    return kept
