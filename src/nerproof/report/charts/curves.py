"""Curves over a number that an experiment turns: slices named K=3, level=40 or coverage=60."""

from __future__ import annotations

import re
from collections.abc import Iterator

from nerproof.report.charts.chart import Chart, Datum, base, datum, describe, tooltip
from nerproof.report.charts.style import colours
from nerproof.report.numbers import kind_of
from nerproof.report.view import ALL, View

STEP = re.compile(r"([A-Za-zγ_ -]+)=(-?\d+(?:\.\d+)?)\Z")
TITLES = {
    "K": "Larger context: K sentences joined",
    "level": "Contamination level of the training set (%)",
    "gamma": "Contamination level γ (%)",
    "coverage": "Share of mentions attacked (%)",
}


def charts(view: View) -> Iterator[Chart]:
    found: dict[tuple[str, str], list[Datum]] = {}
    for number, row in enumerate(view.rows):
        match = STEP.match(str(row["slice"]))
        if match and row["label"] == ALL and row.get("value") is not None and not row.get("other"):
            value = datum(number, row, step=float(match[2]))
            found.setdefault((match[1], str(row["metric"])), []).append(value)
    for (name, metric), values in found.items():
        if len({value["step"] for value in values}) > 1:
            yield _curve(view, name, metric, values)


def _curve(view: View, name: str, metric: str, values: list[Datum]) -> Chart:
    zero = {"zero": kind_of(metric) == "points"}
    y = {"field": "value", "type": "quantitative", "title": metric, "scale": zero}
    section = "experiments" if name in {"K", "level", "gamma"} else "attacks"
    spec = base(
        values,
        height=240,
        encoding={
            "x": {"field": "step", "type": "quantitative", "title": TITLES.get(name, name), "axis": {"tickMinStep": 1}},
            "color": colours(view.systems),
        },
        layer=[
            {
                "mark": {"type": "area", "opacity": 0.13},
                "encoding": {"y": y | {"field": "low"}, "y2": {"field": "high"}},
            },
            {"mark": {"type": "line", "strokeWidth": 2}, "encoding": {"y": y}},
            {
                "mark": {"type": "point", "filled": True, "size": 60, "opacity": 1},
                "encoding": {
                    "y": y,
                    "tooltip": tooltip(("name", "system"), ("step", name), ("text", metric), ("interval", "95 %")),
                },
            },
        ],
    )
    title = f"{metric} over {name}"
    return Chart(f"curve-{name}-{metric}", section, title, describe(values, title, "system", "step"), spec)
