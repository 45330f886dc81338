"""A chart: a Vega-Lite spec with its title, its caption and its text alternative."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from nerproof.report.numbers import kind_of, written
from nerproof.report.view import Row

Spec = dict[str, Any]
Datum = dict[str, Any]


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


# Vega keeps groups in plain objects and writes names into expressions: these names and signs would break it.
OBJECT_KEYS = frozenset(
    (
        *("__proto__", "constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString"),
        *("toString", "valueOf", "__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__"),
    )
)
CONTROLS = re.compile("[\x00-\x1f\x7f\u2028\u2029]")
LONGEST = 80


def drawable(text: str) -> str:
    """A name as a chart may draw it: no control signs, at most eighty letters, no key of JavaScript's objects.

    >>> drawable("plain"), drawable("a\u2028b"), len(drawable("x" * 10_000))
    ('plain', 'a b', 81)
    """
    text = CONTROLS.sub(" ", text)
    if len(text) > LONGEST:
        text = f"{text[: LONGEST // 2]}…{text[-LONGEST // 2 :]}"
    return f"{text}\u200b" if text in OBJECT_KEYS else text


def datum(number: int, row: Row, **more: Any) -> Datum:
    """A row as a chart's data point: percent values, the text of the tooltip, and the row to open on a click."""
    kind = kind_of(str(row["metric"]))
    scale = 1 if kind in {"number", "coefficient"} else 100
    made: Datum = {
        "row": number,
        "system": row.get("system") or "",
        "name": drawable(row.get("system") or ""),
        "slice": drawable(_slice(row)),
        "label": drawable(str(row["label"])),
        "value": scaled(row.get("value"), scale),
        "low": scaled(row.get("low"), scale),
        "high": scaled(row.get("high"), scale),
        "text": written(row.get("value"), kind),
        "interval": interval(row, kind),
        "n": row.get("total"),
    }
    return {key: value for key, value in (made | more).items() if value is not None}


def _slice(row: Row) -> str:
    """Rows about the data alone say of which dataset they speak."""
    dataset = "" if row.get("system") else row.get("dataset")
    return f"{dataset}: {row['slice']}" if dataset else str(row["slice"])


def scaled(value: Any, scale: float) -> float | None:
    return round(value * scale, 6) if isinstance(value, int | float) else None


def interval(row: Row, kind: str) -> str:
    if row.get("low") is None or row.get("high") is None:
        return ""
    return f"{written(row['low'], kind)} to {written(row['high'], kind)}"


def ranked(values: Iterable[Datum], systems: Sequence[str]) -> list[Datum]:
    """Values with the best system first. Axes keep the data's order: a sort list would put names into expressions."""
    place = {name: number for number, name in enumerate(systems)}
    return sorted(values, key=lambda value: place.get(str(value.get("system")), -1))


def describe(values: Iterable[Datum], what: str, *name: str) -> str:
    """The text alternative: what is drawn, its highest and its lowest point.

    >>> describe([{"slice": "SEEN", "value": 90.0, "text": "90.0"}], "Recall", "slice")
    'Recall. 1 values; highest: SEEN 90.0; lowest: SEEN 90.0.'
    """
    shown = [value for value in values if value.get("value") is not None]
    if not shown:
        return f"{what}. No value is defined."
    high, low = max(shown, key=lambda v: float(v["value"])), min(shown, key=lambda v: float(v["value"]))

    def named(value: Datum) -> str:
        return " ".join([*(drawable(str(value[key])) for key in name if value.get(key)), str(value["text"])])

    return f"{what}. {len(shown)} values; highest: {named(high)}; lowest: {named(low)}."
