"""Radar of ζ (what the data is like) and ρ (what the systems depend on), one line per dataset."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from nerproof.report.charts.attribute_names import SHORT
from nerproof.report.charts.chart import Chart, Datum, Spec, base, describe, drawable
from nerproof.report.charts.style import BLUE, GREY, SYSTEMS
from nerproof.report.numbers import written
from nerproof.report.view import ALL, Row, View

TITLES = {"zeta": "What the test data is like (ζ)", "rho": "What the systems' F1 depends on (ρ)"}
AWAY = {"expr": "datum.x < -0.3 ? 'right' : datum.x > 0.3 ? 'left' : 'center'"}
CAPTIONS = {
    "zeta": "Mean of each attribute over the test items; the outer ring is the largest of the datasets shown.",
    "rho": "Mean over systems of |Spearman correlation| between bucket rank and F1; the outer ring is 1.",
}


def charts(view: View) -> Iterator[Chart]:
    for metric in ("zeta", "rho"):
        rows = [
            (n, row)
            for n, row in view.select("interpreteval", metric=metric)
            if row.get("value") is not None and row["label"] == ALL
        ]
        axes = list(dict.fromkeys(str(row["slice"]) for _, row in rows))
        if len(axes) >= 3:
            values = _values(rows, axes, metric)
            if metric == "zeta" and len({value["dataset"] for value in values}) < 2:
                continue  # each axis ends at the largest dataset: one alone would fill the web whatever its values
            alt = describe(values, TITLES[metric], "dataset", "axis")
            yield Chart(
                f"radar-{metric}",
                "attributes",
                TITLES[metric],
                alt,
                spec(values, axes),
                caption=CAPTIONS[metric],
            )


def _values(rows: Sequence[tuple[int, Row]], axes: list[str], metric: str) -> list[Datum]:
    top = {axis: max(abs(float(row["value"])) for _, row in rows if row["slice"] == axis) or 1.0 for axis in axes}
    out = []
    for number, row in rows:
        size = float(row["value"]) if metric == "rho" else float(row["value"]) / top[str(row["slice"])]
        x, y = _place(axes.index(str(row["slice"])), len(axes), size)
        dataset = drawable(str(row.get("dataset") or row.get("system") or "this dataset"))
        out.append(
            {
                "row": number,
                "dataset": dataset,
                "axis": drawable(str(row["slice"])),
                "order": axes.index(str(row["slice"])),
                "x": x,
                "y": y,
                "value": row["value"],
                "text": written(row["value"], "coefficient" if metric == "rho" else "number"),
            }
        )
    return out


def _place(index: int, n: int, size: float) -> tuple[float, float]:
    angle = math.pi / 2 - 2 * math.pi * index / n
    return round(size * math.cos(angle), 4), round(size * math.sin(angle), 4)


def _label(axis: str, x: float, y: float) -> Datum:
    """The alias and, under it, its short name; labels at the sides lead away from the web."""
    return {"axis": drawable(axis), "words": SHORT.get(axis, ""), "x": x, "y": round(y * 1.08, 4)}


def spec(values: list[Datum], axes: list[str]) -> Spec:
    """Vega-Lite has no polar line, so points are placed here and joined in order."""
    rings = [
        {"ring": r, "order": i, "x": _place(i, len(axes), r)[0], "y": _place(i, len(axes), r)[1]}
        for r in (0.25, 0.5, 0.75, 1)
        for i in range(len(axes))
    ]
    spokes = [
        {"x": 0, "y": 0, "x2": _place(i, len(axes), 1)[0], "y2": _place(i, len(axes), 1)[1]} for i in range(len(axes))
    ]
    labels = [_label(axis, *_place(i, len(axes), 1.1)) for i, axis in enumerate(axes)]
    datasets = list(dict.fromkeys(str(value["dataset"]) for value in values))
    given = [BLUE] if len(datasets) == 1 else [SYSTEMS[i % len(SYSTEMS)] for i in range(len(datasets))]
    colour = {
        "field": "dataset",
        "type": "nominal",
        "scale": {"domain": datasets, "range": given},
        "legend": {"orient": "top", "title": None} if len(datasets) > 1 else None,
    }
    x = {"field": "x", "type": "quantitative", "scale": {"domain": [-2, 2], "nice": False}, "axis": None}
    y = {"field": "y", "type": "quantitative", "scale": {"domain": [-1.4, 1.4], "nice": False}, "axis": None}
    closed = {"type": "line", "interpolate": "linear-closed"}
    tip = [{"field": "axis", "title": "attribute"}, {"field": "dataset"}, {"field": "text", "title": "value"}]
    return base(
        values,
        height=240,
        layer=[
            {
                "data": {"values": rings},
                "mark": closed | {"strokeWidth": 0.7, "color": GREY},
                "encoding": {"x": x, "y": y, "detail": {"field": "ring"}, "order": {"field": "order"}},
            },
            {
                "data": {"values": spokes},
                "mark": {"type": "rule", "strokeWidth": 0.7, "color": GREY},
                "encoding": {"x": x, "y": y, "x2": {"field": "x2"}, "y2": {"field": "y2"}},
            },
            {
                "data": {"values": labels},
                "mark": {"type": "text", "fontSize": 13, "dy": -6, "align": AWAY},
                "encoding": {"x": x, "y": y, "text": {"field": "axis"}},
            },
            {
                "data": {"values": labels},
                "mark": {"type": "text", "fontSize": 10.5, "dy": 7, "align": AWAY},
                "encoding": {"x": x, "y": y, "text": {"field": "words"}},
            },
            {
                "mark": closed | {"fillOpacity": 0.16, "strokeWidth": 2},
                "encoding": {"x": x, "y": y, "stroke": colour, "fill": colour, "order": {"field": "order"}},
            },
            {
                "mark": {"type": "point", "strokeWidth": 0, "size": 55, "opacity": 1},
                "encoding": {"x": x, "y": y, "fill": colour, "tooltip": tip},
            },
        ],
    ) | {"width": 330, "autosize": "pad"}
