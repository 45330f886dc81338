"""What attacks do: F1 in every setting, and the drop that remains beyond the control."""

from __future__ import annotations

from collections.abc import Iterator

from nerproof.report.charts.chart import Chart, Datum, Spec, base, datum, describe, drawable, ranked, tooltip
from nerproof.report.charts.style import MANY, colours
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
        if row.get("system") in view.systems and _is_setting(str(row["slice"])) and row.get("value") is not None
    ]
    order = list(SETTINGS)
    rows.sort(key=lambda pair: order.index(str(pair[1]["slice"])) if pair[1]["slice"] in SETTINGS else len(order))
    named = (datum(n, row, setting=SETTINGS.get(str(row["slice"]), drawable(str(row["slice"])))) for n, row in rows)
    return ranked(named, view.systems)


def _is_setting(slice_: str) -> bool:
    """Settings may have names of the user's own; parts of a setting (its classes, its coverage) are none."""
    return slice_ in SETTINGS or not (set("/&:") & set(slice_) or slice_.startswith("coverage="))


def _bars(view: View, values: list[Datum], title: str, scale: Spec) -> Spec:
    """A line per setting: systems beside one another within it, or dots on one line where there are many."""
    many = len(view.systems) > MANY
    x = {"field": "value", "type": "quantitative", "title": title, "axis": {"tickCount": 6}, "scale": scale}
    shown = tooltip(("name", "system"), ("setting", "setting"), ("text", title), ("interval", "95 %"))
    padded = {} if many else {"scale": {"paddingInner": 0.25}}
    y = {"field": "setting", "type": "nominal", "sort": None, "title": None, **padded}
    mark = {"type": "point", "filled": True, "size": 60, "opacity": 0.75} if many else {"type": "bar"}
    drawn = {"mark": mark, "encoding": {"x": x, "color": colours(view.systems), "tooltip": shown}}
    interval = {
        "mark": {"type": "rule", "strokeWidth": 1.2},
        "encoding": {"x": x | {"field": "low"}, "x2": {"field": "high"}},
    }
    beside = {} if many else {"yOffset": {"field": "name", "type": "nominal", "sort": None}}
    return base(
        values,
        height={"step": 26} if many else {"step": 15, "for": "offset"},
        encoding={"y": y | {"axis": {"labelLimit": 200}}, **beside},
        layer=[drawn] if many else [drawn, interval],
    )
