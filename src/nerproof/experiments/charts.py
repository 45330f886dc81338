"""Curves and heat maps of an experiment as Vega-Lite specs, made from a Result alone."""

from __future__ import annotations

import re
from typing import Any

from nerproof.base.results import Result, Row

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
CURVES = ("f1", "f1_clean", "f1_contaminated", "delta_f1", "delta_recall", "gain:f1", "drop:f1")
TITLES = {"gamma": "contaminated training samples, γ (%)", "K": "sentences joined, K", "share": "training data (%)",
          "coverage": "attacked mentions (%)"}  # fmt: skip
_STEP = re.compile(r"(\w+)=(\d+(?:\.\d+)?)\Z")

Spec = dict[str, Any]


def charts(result: Result) -> dict[str, Spec]:
    """By name: one curve per score over what was turned, and the heat map where a recipe made one."""
    found: dict[str, Spec] = {}
    points = [p for row in result.rows if (p := _point(row)) is not None]
    for name in dict.fromkeys(p["turned"] for p in points):
        for metric in CURVES:
            chosen = [p for p in points if (p["turned"], p["metric"]) == (name, metric)]
            if len({p["step"] for p in chosen}) > 1:
                found[f"{name}-{metric.replace(':', '-')}"] = curve(chosen, name, metric)
    heat_cells = result.extras.get("experiment", {}).get("heat")
    if heat_cells:
        found["heat"] = heat(heat_cells)
    return found


def _point(row: Row) -> dict[str, Any] | None:
    match = _STEP.match(row.slice)
    if match is None or row.value is None or row.metric not in CURVES:
        return None
    sd = row.more.get("sd") or 0.0
    return {
        "turned": match[1],
        "step": float(match[2]),
        "metric": row.metric,
        "system": row.system,
        "label": row.label,
        "value": 100 * row.value,
        "below": 100 * (row.value - sd),
        "above": 100 * (row.value + sd),
        "runs": row.more.get("runs"),
    }


def curve(points: list[dict[str, Any]], name: str, metric: str) -> Spec:
    """Mean over the runs with a band of one standard deviation; a panel per entity type after the whole."""
    x = {"field": "step", "type": "quantitative", "title": TITLES.get(name, name)}
    y = {"field": "value", "type": "quantitative", "title": metric, "scale": {"zero": False}}
    labels = sorted({p["label"] for p in points}, key=lambda label: (label != "ALL", label))
    band = {"y": {**y, "field": "below"}, "y2": {"field": "above"}}
    spec: Spec = {
        "layer": [
            {"mark": {"type": "area", "opacity": 0.15}, "encoding": band},
            {"mark": {"type": "line", "point": True}, "encoding": {"y": y, "tooltip": _tooltip()}},
        ],
        "encoding": {"x": x, "color": {"field": "system", "type": "nominal"}},
    }
    head = {"$schema": SCHEMA, "title": f"{metric} by {name}", "data": {"values": points}}
    if len(labels) == 1:
        return {**head, **spec}
    return {
        **head,
        "facet": {"field": "label", "type": "nominal", "sort": labels},
        "columns": 3,
        "spec": spec,
    }


def _tooltip() -> list[Spec]:
    return [{"field": f, "type": "nominal"} for f in ("system", "label", "step", "value", "below", "above", "runs")]


def heat(cells: list[dict[str, Any]]) -> Spec:
    """Relative change of every bucket against K = 1: red below, blue above."""
    values = [{**c, "percent": 100 * c["change"]} for c in cells]
    colour = {
        "field": "percent",
        "type": "quantitative",
        "title": "change of F1 (%)",
        "scale": {"scheme": "redblue", "domainMid": 0},
    }
    return {
        "$schema": SCHEMA,
        "title": "Relative change of F1 against K = 1, by bucket",
        "data": {"values": values},
        "mark": "rect",
        "encoding": {
            "x": {"field": "K", "type": "ordinal"},
            "y": {"field": "bucket", "type": "nominal", "sort": None},
            "row": {"field": "system", "type": "nominal"},
            "color": colour,
            "tooltip": [{"field": f, "type": "nominal"} for f in ("system", "bucket", "K", "percent")],
        },
    }
