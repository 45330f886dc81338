"""What attacks do: F1 in every setting, and the drop that remains beyond the control."""

from __future__ import annotations

from collections.abc import Iterator

from nerproof.report.charts.chart import Chart, Datum, Spec, base, datum, describe, ranked, tooltip
from nerproof.report.charts.style import colours
from nerproof.report.view import ALL, View

SETTINGS = {
    "none": "original",
    "E": "entities replaced (E)",
    "E hard": "hard entities (E hard)",
    "C": "contexts replaced (C)",
    "E+C": "both replaced (E+C)",
    "full": "both replaced (full)",
    "swap": "control: known names (swap)",
    "natural": "control: natural new names",
}


def charts(view: View) -> Iterator[Chart]:
    scores = _values(view, "f1")
    if len({value["setting"] for value in scores}) > 1:
        title = "F1 before and after the attack"
        alt = describe(scores, title, "system", "setting")
        spec = _bars(view, scores, "F1 (points)", {"domain": [0, 100]})
        yield Chart("attack-scores", "attacks", title, alt, spec)
    drops = _values(view, "drop_f1")
    if drops:
        title = "Points of F1 that each setting costs"
        alt = describe(drops, title, "system", "setting")
        caption = "Left of zero: F1 is higher than on the original."
        yield Chart(
            "attack-drops", "attacks", title, alt, _bars(view, drops, "drop of F1 (points)", {}), caption=caption
        )


def _values(view: View, metric: str) -> list[Datum]:
    rows = [
        (n, row)
        for n, row in view.select("rockner", metric=metric, label=ALL)
        if row.get("system") in view.systems and row["slice"] in SETTINGS and row.get("value") is not None
    ]
    order = list(SETTINGS)
    rows.sort(key=lambda pair: order.index(str(pair[1]["slice"])))
    return ranked((datum(n, row, setting=SETTINGS[str(row["slice"])]) for n, row in rows), view.systems)


def _bars(view: View, values: list[Datum], title: str, scale: Spec) -> Spec:
    """A line per setting, systems beside one another within it."""
    x = {"field": "value", "type": "quantitative", "title": title, "axis": {"tickCount": 6}, "scale": scale}
    shown = tooltip(("name", "system"), ("setting", "setting"), ("text", title), ("interval", "95 %"))
    y = {"field": "setting", "type": "nominal", "sort": None, "title": None, "scale": {"paddingInner": 0.25}}
    return base(
        values,
        height={"step": 15 if len(view.systems) <= 8 else 8, "for": "offset"},
        encoding={
            "y": y | {"axis": {"labelLimit": 200}},
            "yOffset": {"field": "name", "type": "nominal", "sort": None},
        },
        layer=[
            {"mark": {"type": "bar"}, "encoding": {"x": x, "color": colours(view.systems), "tooltip": shown}},
            {
                "mark": {"type": "rule", "strokeWidth": 1.2},
                "encoding": {"x": x | {"field": "low"}, "x2": {"field": "high"}},
            },
        ],
    )
