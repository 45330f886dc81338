"""Rows packed by column: texts become numbers into a list, so a page of many systems stays small."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any


def by_column(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """``{"n": rows, "columns": {key: {"texts": […], "at": […]} or {"values": […]}}}``; a missing key is -1 or null.

    >>> by_column([{"suite": "tmr", "value": 0.5}, {"suite": "tmr", "value": None}])["columns"]
    {'suite': {'texts': ['tmr'], 'at': [0, 0]}, 'value': {'values': [0.5, None]}}
    """
    keys = list(dict.fromkeys(key for row in rows for key in row))
    return {"n": len(rows), "columns": {key: _column([row.get(key) for row in rows]) for key in keys}}


def _column(values: list[Any]) -> dict[str, Any]:
    if not any(isinstance(value, str) for value in values) or not all(
        value is None or isinstance(value, str) for value in values
    ):
        return {"values": values}
    texts = list(dict.fromkeys(value for value in values if value is not None))
    place = {text: number for number, text in enumerate(texts)}
    return {"texts": texts, "at": [-1 if value is None else place[value] for value in values]}
