"""Curves over a number that an experiment turns: slices named K=3, level=40 or coverage=60."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from nerproof.report.charts.channels import base, quantity, tooltip, whisker
from nerproof.report.charts.chart import Chart, Datum, datum, describe, scaled
from nerproof.report.charts.style import colours
from nerproof.report.numbers import kind_of, metric_name, written
from nerproof.report.view import ALL, Row, View

DRAWN = (
    *("f1", "f1_clean", "f1_contaminated", "delta_f1", "delta_recall", "recall_clean", "recall_contaminated"),
    *("gain:f1", "drop_f1", "score", "recall"),
)
STEP = re.compile(r"([A-Za-zγ_ -]+)=(-?\d+(?:\.\d+)?)\Z")
TITLES = {
    "K": "sentences joined to one (K)",
    "level": "training samples with an entity of the test set (%)",
    "gamma": "training samples with an entity of the test set, γ (%)",
    "share": "share of the training data (%)",
    "coverage": "share of the mentions attacked (%)",
    "threshold": "threshold of the score",
}

SECTIONS = {**dict.fromkeys(("K", "level", "gamma", "share"), "experiments"), "threshold": "confidence"}


def charts(view: View) -> Iterator[Chart]:
    found: dict[tuple[str, str], list[Datum]] = {}
    ends = _ends(view)
    for number, row in enumerate(view.rows):
        name = str(row["slice"])
        match = STEP.match(ends.get(name, name) if row.get("suite") == "rockner" else name)
        if (
            match
            and row["label"] == ALL
            and row["metric"] in DRAWN
            and row.get("value") is not None
            and not row.get("other")
        ):
            value = datum(number, row, step=float(match[2]), **_band(row))
            found.setdefault((match[1], str(row["metric"])), []).append(value)
    for (name, metric), values in sorted(found.items(), key=lambda pair: (pair[0][0], DRAWN.index(pair[0][1]))):
        if len({value["step"] for value in values}) > 1:
            yield _curve(view, name, metric, values)


def _ends(view: View) -> dict[str, str]:
    """The attack curve begins with nothing attacked and ends with all: other names of two of its points."""
    slices = {str(row["slice"]) for row in view.rows if row.get("suite") == "rockner"}
    if not any(s.startswith("coverage=") for s in slices):
        return {}
    return {"none": "coverage=0"} | ({} if "coverage=100" in slices else {"E": "coverage=100"})


def _band(row: Row) -> dict[str, Any]:
    """Too few runs for an interval: a standard deviation to either side."""
    value, sd = row.get("value"), row.get("sd")
    if row.get("low") is not None or value is None or not isinstance(sd, int | float):
        return {}
    kind = kind_of(str(row["metric"]))
    around = f"± {written(sd, 'score' if kind == 'points' else kind)} (sd)"
    return {"low": scaled(value - sd, 100), "high": scaled(value + sd, 100), "interval": around}


def _limits(metric: str, values: list[Datum]) -> dict[str, Any]:
    """A flat line gets room around it; a difference shows its zero."""
    low, high = (pick(float(value["value"]) for value in values) for pick in (min, max))
    if high - low < 0.01 and not any("low" in v and v["high"] - v["low"] > 0.01 for v in values):
        return {"domain": [max(low - 5, 0) if kind_of(metric) == "score" else low - 5, high + 5]}
    return {"zero": kind_of(metric) == "points"}


def _curve(view: View, name: str, metric: str, values: list[Datum]) -> Chart:
    y = quantity("value", f"{metric_name(metric)} (points)", scale=_limits(metric, values))
    steps = sorted({float(value["step"]) for value in values})
    section = SECTIONS.get(name, "attacks")
    scale = {"nice": False, "zero": False, "padding": 12}
    axis = {"values": steps, "labelOverlap": True}
    x = quantity("step", TITLES.get(name, name), axis=axis, scale=scale)
    said = tooltip(("name", "system"), ("step", name), ("text", metric_name(metric)), ("interval", "spread"))
    point = {"type": "point", "filled": True, "size": 60, "opacity": 1}
    spec = base(
        values,
        height=240,
        encoding={"x": x, "color": colours(view.systems)},
        layer=[
            whisker("y", y, type="area", opacity=0.13, strokeWidth=0),
            {"mark": {"type": "line", "strokeWidth": 2}, "encoding": {"y": y}},
            {"mark": point, "encoding": {"y": y, "tooltip": said}},
        ],
    )
    title = f"{_capital(metric_name(metric))} by {TITLES.get(name, name)}"
    spreads = {"sd" if "(sd)" in str(v.get("interval")) else "interval" for v in values if v.get("interval")}
    words = {"sd": "Band: one standard deviation of the runs.", "interval": "Band: the 95 % interval."}
    caption = " ".join(words[kind] for kind in sorted(spreads))
    alt = describe(values, title, "system", "step")
    return Chart(f"curve-{name}-{metric}", section, title, alt, spec, caption=caption)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
