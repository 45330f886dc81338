"""Radar of ζ (what the data is like) and ρ (what the systems depend on), one line per dataset."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from nerproof.report.charts.attribute_names import ATTRIBUTES
from nerproof.report.charts.channels import base, category, quantity
from nerproof.report.charts.chart import Chart, Datum, Spec, describe, drawable
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
            title, drawn = TITLES[metric], spec(values, axes)
            alt = describe(values, title, "dataset", "axis")
            yield Chart(f"radar-{metric}", "attributes", title, alt, drawn, caption=CAPTIONS[metric])


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
    return {
        "axis": drawable(axis),
        "words": ATTRIBUTES[axis].short if axis in ATTRIBUTES else "",
        "x": x,
        "y": round(y * 1.08, 4),
    }


def spec(values: list[Datum], axes: list[str]) -> Spec:
    """Vega-Lite has no polar line, so points are placed here and joined in order."""
    corners = [(i, r, *_place(i, len(axes), r)) for r in (0.25, 0.5, 0.75, 1) for i in range(len(axes))]
    rings = [{"ring": r, "order": i, "x": x, "y": y} for i, r, x, y in corners]
    spokes = [{"x": 0, "y": 0, "x2": x, "y2": y} for _, r, x, y in corners if r == 1]
    labels = [_label(axis, *_place(i, len(axes), 1.1)) for i, axis in enumerate(axes)]
    datasets = list(dict.fromkeys(str(value["dataset"]) for value in values))
    given = [BLUE] if len(datasets) == 1 else [SYSTEMS[i % len(SYSTEMS)] for i in range(len(datasets))]
    legend = {"orient": "top", "title": None} if len(datasets) > 1 else None
    colour = category("dataset", scale={"domain": datasets, "range": given}, legend=legend)
    wide = {"x": [-2, 2], "y": [-1.4, 1.4]}
    place = {key: quantity(key, None, scale={"domain": ends, "nice": False}, axis=None) for key, ends in wide.items()}
    closed = {"type": "line", "interpolate": "linear-closed"}
    web = {"strokeWidth": 0.7, "color": GREY}
    ordered = place | {"order": {"field": "order"}}
    said = [{"field": "axis", "title": "attribute"}, {"field": "dataset"}, {"field": "text", "title": "value"}]
    names = [
        {
            "data": {"values": labels},
            "mark": {"type": "text", "fontSize": size, "dy": dy, "align": AWAY},
            "encoding": place | {"text": {"field": field}},
        }
        for field, size, dy in (("axis", 13, -6), ("words", 10.5, 7))
    ]
    layers = [
        {"data": {"values": rings}, "mark": closed | web, "encoding": ordered | {"detail": {"field": "ring"}}},
        {
            "data": {"values": spokes},
            "mark": {"type": "rule", **web},
            "encoding": place | {"x2": {"field": "x2"}, "y2": {"field": "y2"}},
        },
        *names,
        {
            "mark": closed | {"fillOpacity": 0.16, "strokeWidth": 2},
            "encoding": ordered | {"stroke": colour, "fill": colour},
        },
        {
            "mark": {"type": "point", "strokeWidth": 0, "size": 55, "opacity": 1},
            "encoding": place | {"fill": colour, "tooltip": said},
        },
    ]
    return base(values, height=240, layer=layers) | {"width": 330, "autosize": "pad"}
