"""A gazetteer written to a file that the ``file`` back end reads."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np

from nerproof.base.atomic import atomic
from nerproof.base.errors import MissingExtra
from nerproof.gazetteers.file import COLUMNS, WEIGHT

if TYPE_CHECKING:
    from pathlib import Path

    from nerproof.gazetteers.table import Gazetteer


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
