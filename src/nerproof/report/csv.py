"""All rows of a result as CSV."""

from __future__ import annotations

import csv
import io
from typing import Any

from nerproof.results import Result

FIRST = ("suite", "system", "slice", "label", "metric", "value", "count", "total", "low", "high")


def to_csv(result: Result) -> str:
    rows = [r.to_dict() for r in result.rows]
    more = sorted({k for r in rows for k in r} - set(FIRST))
    out = io.StringIO()
    writer = csv.DictWriter(out, [*FIRST, *more], lineterminator="\n")
    writer.writeheader()
    writer.writerows({k: _safe(v) for k, v in r.items()} for r in rows)
    return out.getvalue()


def _safe(value: Any) -> Any:
    """A name that a spreadsheet would run as a formula is quoted."""
    return "'" + value if isinstance(value, str) and value[:1] in "=+-@\t" else value
