"""All rows of a result as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from typing import Any

from nerproof.base.results import Result, Row

FIRST = ("suite", "system", "slice", "label", "metric", "value", "count", "total", "low", "high")
FORMULA = ("=", "+", "-", "@", "\t")  # a spreadsheet runs what begins so


def to_csv(result: Result) -> str:
    rows = [r.to_dict() for r in [*result.rows, *_confusions(result)]]
    more = sorted({k for r in rows for k in r} - set(FIRST))
    out = io.StringIO()
    writer = csv.DictWriter(out, [*FIRST, *more], lineterminator="\n")
    writer.writeheader()
    writer.writerows({k: _safe(v) for k, v in r.items()} for r in rows)
    return out.getvalue()


def _confusions(result: Result) -> Iterator[Row]:
    """The confusion matrices, a row per field: ``label`` is gold's type (or spurious), ``other`` what became of it."""
    for system, matrix in (result.extras.get("confusion") or {}).items():
        for label, row in matrix.items():
            for other, count in row.items():
                yield Row("standard", system, "confusion", None, label=label, count=count, more={"other": other})


def _safe(value: Any) -> Any:
    """A name that a spreadsheet would run as a formula is quoted."""
    return "'" + value if isinstance(value, str) and value.startswith(FORMULA) else value
