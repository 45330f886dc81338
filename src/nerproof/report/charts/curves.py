"""Curves over a number that an experiment turns: slices named K=3, level=40 or coverage=60."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from nerproof.report.charts.chart import Chart, Datum, base, datum, describe, tooltip
from nerproof.report.charts.style import colours
from nerproof.report.numbers import kind_of, metric_name
from nerproof.report.view import ALL, View

DRAWN = (
    "f1",
    "f1_clean",
    "f1_contaminated",
    "delta_f1",
    "delta_recall",
    "recall_clean",
    "recall_contaminated",
    "gain:f1",
    "drop_f1",
    "score",
    "recall",
)
STEP = re.compile(r"([A-Za-zγ_ -]+)=(-?\d+(?:\.\d+)?)\Z")
TITLES = {
    "K": "Larger context: K sentences joined",
    "level": "Contamination level of the training set (%)",
    "gamma": "Contamination level γ (%)", "share": "Share of the training data (%)",
    "coverage": "Share of mentions attacked (%)",
}


def charts(view: View) -> Iterator[Chart]:
    found: dict[tuple[str, str], list[Datum]] = {}
    for number, row in enumerate(view.rows):
        match = STEP.match(str(row["slice"]))
        if (
            match
            and row["label"] == ALL
            and row["metric"] in DRAWN
            and row.get("value") is not None
            and not row.get("other")
        ):
            value = datum(number, row, step=float(match[2]))
            found.setdefault((match[1], str(row["metric"])), []).append(value)
    for (name, metric), values in sorted(found.items(), key=lambda pair: (pair[0][0], DRAWN.index(pair[0][1]))):
        if len({value["step"] for value in values}) > 1:
            yield _curve(view, name, metric, values)


def _limits(metric: str, values: list[Datum]) -> dict[str, Any]:
    """A flat line gets room around it; a difference shows its zero."""
    low, high = (pick(float(value["value"]) for value in values) for pick in (min, max))
    if high - low < 0.01 and not any("low" in v and v["high"] - v["low"] > 0.01 for v in values):
        return {"domain": [max(low - 5, 0) if kind_of(metric) == "score" else low - 5, high + 5]}
    return {"zero": kind_of(metric) == "points"}


def _curve(view: View, name: str, metric: str, values: list[Datum]) -> Chart:
    y = {"field": "value", "type": "quantitative", "title": metric_name(metric), "scale": _limits(metric, values)}
    section = "experiments" if name in {"K", "level", "gamma", "share"} else "attacks"
    spec = base(
        values,
        height=240,
        encoding={
            "x": {
                "field": "step",
                "type": "quantitative",
                "title": TITLES.get(name, name),
                "axis": {"tickMinStep": 1, "tickCount": 7},
            },
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
                    "tooltip": tooltip(
                        ("name", "system"), ("step", name), ("text", metric_name(metric)), ("interval", "95 %")
                    ),
                },
            },
        ],
    )
    title = f"{metric_name(metric)} over {name}"
    return Chart(f"curve-{name}-{metric}", section, title, describe(values, title, "system", "step"), spec)
