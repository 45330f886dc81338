"""Overall scores: the gap between all entities and new ones, and F1 per entity type."""

from __future__ import annotations

from collections.abc import Iterator

from nerproof.report.charts.chart import Chart, Datum, base, datum, describe, ranked, tooltip
from nerproof.report.charts.heat import heat
from nerproof.report.charts.style import BLUE, GREY, ORANGE
from nerproof.report.view import ALL, View

ALL_ENTITIES, NEW_ENTITIES = "all entities", "entities not in training"


def charts(view: View) -> Iterator[Chart]:
    if values := _memory_values(view):
        yield _memory(values)
    if len(values := _type_values(view)) > len(view.systems):
        yield Chart(
            id="types",
            section="standard",
            title="F1 by entity type",
            alt=describe(values, "F1 by entity type and system", "system", "label"),
            spec=heat(values, x="label", y="name"),
            wide=True,
        )


def _memory_values(view: View) -> list[Datum]:
    out = []
    for system in view.systems:
        whole = view.at("standard", system, ALL, ALL, "f1")
        clean = view.at("contamination", system, ALL, ALL, "f1_clean")
        if whole is not None:
            out.append(datum(whole, view.rows[whole], on=ALL_ENTITIES))
        if clean is not None:
            out.append(datum(clean, view.rows[clean], on=NEW_ENTITIES))
    return [value for value in out if "value" in value]


def _memory(values: list[Datum]) -> Chart:
    both = any(value["on"] == NEW_ENTITIES for value in values)
    y = {"field": "name", "type": "nominal", "sort": None, "title": None}
    x = {
        "field": "value",
        "type": "quantitative",
        "title": "F1 (points)",
        "scale": {"domain": [0, 100]},
        "axis": {"tickCount": 6},
    }
    colour = {
        "field": "on",
        "type": "nominal",
        "title": None,
        "legend": {"orient": "top", "title": None, "labelLimit": 300} if both else None,
        "scale": {"domain": [ALL_ENTITIES, NEW_ENTITIES], "range": [BLUE, ORANGE]},
    }
    spec = base(
        values,
        height={"step": 26},
        encoding={"y": y},
        layer=[
            {
                "mark": {"type": "rule", "color": GREY, "strokeWidth": 5, "opacity": 0.55},
                "encoding": {"x": x | {"aggregate": "min"}, "x2": {"field": "value", "aggregate": "max"}},
            },
            {
                "mark": {"type": "rule", "strokeWidth": 1.4},
                "encoding": {"x": x | {"field": "low"}, "x2": {"field": "high"}, "color": colour},
            },
            {
                "mark": {"type": "point", "filled": True, "size": 110, "opacity": 1, "cursor": "pointer"},
                "encoding": {
                    "x": x,
                    "color": colour,
                    "shape": colour
                    | {"scale": {"domain": [ALL_ENTITIES, NEW_ENTITIES], "range": ["circle", "diamond"]}},
                    "tooltip": tooltip(("name", "system"), ("on", "on"), ("text", "F1"), ("interval", "95 %")),
                },
            },
        ],
    )
    title = "F1 on all entities and on new ones" if both else "F1 of each system"
    caption = "The bar between the two marks is the F1 lost when recall counts new entities only (ΔF1)." if both else ""
    return Chart(
        "memory",
        "standard",
        title,
        describe(values, "F1 of each system", "system", "on"),
        spec,
        caption=caption,
    )


def _type_values(view: View) -> list[Datum]:
    rows = view.select("standard", slice=ALL, metric="f1")
    return ranked(
        (
            datum(number, row)
            for number, row in rows
            if row["label"] != ALL and not row.get("other") and row["system"] in view.systems
        ),
        view.systems,
    )
