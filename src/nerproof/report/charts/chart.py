"""A chart: a Vega-Lite spec with its title, its caption and its text alternative."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from nerproof.report.numbers import kind_of, written
from nerproof.report.view import Row

Spec = dict[str, Any]
Datum = dict[str, Any]
SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"


@dataclass(frozen=True)
class Chart:
    """``pick`` names what the reader chooses in the page: one system, or the two sides of a comparison."""

    id: str
    section: str
    title: str
    alt: str
    spec: Spec
    caption: str = ""
    pick: tuple[str, ...] = ()
    wide: bool = False


def datum(number: int, row: Row, **more: Any) -> Datum:
    """A row as a chart's data point: percent values, the text of the tooltip, and the row to open on a click."""
    kind = kind_of(str(row["metric"]))
    scale = 1 if kind == "number" else 100
    made: Datum = {
        "row": number,
        "system": row.get("system") or "",
        "slice": row["slice"],
        "label": row["label"],
        "value": scaled(row.get("value"), scale),
        "low": scaled(row.get("low"), scale),
        "high": scaled(row.get("high"), scale),
        "text": written(row.get("value"), kind),
        "interval": interval(row, kind),
        "n": row.get("total"),
    }
    return {key: value for key, value in (made | more).items() if value is not None}


def scaled(value: Any, scale: float) -> float | None:
    return round(value * scale, 6) if isinstance(value, int | float) else None


def interval(row: Row, kind: str) -> str:
    if row.get("low") is None or row.get("high") is None:
        return ""
    return f"{written(row['low'], kind)} to {written(row['high'], kind)}"


def base(values: Sequence[Datum], **parts: Any) -> Spec:
    return {"$schema": SCHEMA, "width": "container", "autosize": {"type": "fit-x", "contains": "padding"}, "data": {"values": list(values)}, **parts}


def tooltip(*fields: tuple[str, str]) -> list[Spec]:
    return [{"field": field, "type": "nominal", "title": title} for field, title in fields]


def describe(values: Iterable[Datum], what: str, *name: str) -> str:
    """The text alternative: what is drawn, its highest and its lowest point.

    >>> describe([{"slice": "SEEN", "value": 90.0, "text": "90.0"}, {"slice": "diff", "value": 3.0, "text": "3.0"}], "Recall", "slice")
    'Recall. 2 values; highest: SEEN 90.0; lowest: diff 3.0.'
    """
    shown = [value for value in values if value.get("value") is not None]
    if not shown:
        return f"{what}. No value is defined."
    high, low = max(shown, key=lambda v: float(v["value"])), min(shown, key=lambda v: float(v["value"]))

    def named(value: Datum) -> str:
        return " ".join([*(str(value[key])[:80] for key in name if value.get(key)), str(value["text"])])

    return f"{what}. {len(shown)} values; highest: {named(high)}; lowest: {named(low)}."
