"""The pieces that Vega-Lite specs are made of: the frame, channels of numbers and names, intervals, tooltips."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any

from nerproof.report.charts.chart import Datum, Spec

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"


def base(values: Sequence[Datum], **parts: Any) -> Spec:
    return {
        "$schema": SCHEMA,
        "width": "container",
        "autosize": {"type": "fit-x", "contains": "padding"},
        "data": {"values": list(values)},
        **parts,
    }


def quantity(field: str, title: str | None, domain: Sequence[float] = (), **more: Any) -> Spec:
    """A channel of numbers, with few ticks; on ``domain`` where it is given."""
    scale = {"scale": {"domain": list(domain), "nice": False}} if domain else {}
    return {"field": field, "type": "quantitative", "title": title, "axis": {"tickCount": 6}, **scale, **more}


def category(field: str, **more: Any) -> Spec:
    """A channel of names in the order of the data."""
    return {"field": field, "type": "nominal", "sort": None, "title": None, **more}


def whisker(axis: str, channel: Spec, **mark: Any) -> Spec:
    """The 95 % interval along an axis, ``x`` or ``y``."""
    ends = {axis: channel | {"field": "low"}, f"{axis}2": {"field": "high"}}
    return {"mark": {"type": "rule", "strokeWidth": 1.2, **mark}, "encoding": ends}


def reach(values: Iterable[Datum], *more: float) -> tuple[int, int]:
    """Where an axis begins and ends: multiples of five around all values, their intervals and what else is drawn.

    >>> reach([{"value": 91.0, "low": 88.0, "high": 96.2}])
    (85, 100)
    """
    drawn = [*(v[key] for v in values for key in ("low", "high", "value") if key in v), *more]
    return max(0, math.floor((min(drawn) - 1) / 5) * 5), min(100, math.ceil((max(drawn) + 1) / 5) * 5)


def tooltip(*fields: tuple[str, str]) -> list[Spec]:
    return [{"field": field, "type": "nominal", "title": title} for field, title in fields]
