"""Rates by subset, one dot and interval per system: tough mentions and hard tokens; what they are made of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nerproof.report.charts.chart import Chart, Datum, Spec, base, datum, describe, ranked, tooltip
from nerproof.report.charts.style import BLUE, MANY, colours
from nerproof.report.view import ALL, View

SHARES = {"unseen": "#d55e00", "diff": "#0072b2", "other": "#a9b1ba"}


def dots(view: View, values: Sequence[Datum], title: str) -> Spec:
    """One line per subset: systems beside one another within it, or dots on one line where there are many systems."""
    many = len(view.systems) > MANY
    x = {
        "field": "value",
        "type": "quantitative",
        "title": title,
        "scale": {"domain": [0, 100]},
        "axis": {"tickCount": 6},
    }
    padded = {} if many else {"scale": {"paddingInner": 0.25, "paddingOuter": 0.1}}
    y = {"field": "slice", "type": "nominal", "sort": None, "title": None, **padded}
    beside = {} if many else {"yOffset": {"field": "name", "type": "nominal", "sort": None}}
    said = tooltip(("name", "system"), ("slice", "set"), ("text", title), ("interval", "95 %"), ("n", "n"))
    interval = {
        "mark": {"type": "rule", "strokeWidth": 1.5, "opacity": 0.75},
        "encoding": {"x": x | {"field": "low"}, "x2": {"field": "high"}},
    }
    mark = {"type": "point", "filled": True, "size": 60, "opacity": 0.75 if many else 1, "cursor": "pointer"}
    point = {"mark": mark, "encoding": {"x": x, "tooltip": said}}
    return base(
        values,
        height={"step": 22} if many else {"step": 10, "for": "offset"},
        encoding={"y": y, **beside, "color": colours(view.systems)},
        layer=[point] if many else [interval, point],
    )


def charts(view: View) -> Iterator[Chart]:
    yield from _rates(view, "tmr", "recall", "tough", "Recall on each set of mentions")
    yield from _rates(view, "hardeval", "ter", "hard", "Token error rate on each set of tokens (lower is better)")
    yield from _composition(view)
    yield from _breakdown(view)


def _rates(view: View, suite: str, metric: str, section: str, title: str) -> Iterator[Chart]:
    rows = [(n, row) for n, row in view.select(suite, metric=metric, label=ALL) if row.get("system") in view.systems]
    values = ranked((datum(number, row) for number, row in rows if row.get("value") is not None), view.systems)
    if values:
        name = "recall (%)" if metric == "recall" else "error rate (%)"
        alt = describe(values, title, "system", "slice")
        yield Chart(f"{section}-rates", section, title, alt, dots(view, values, name))


def _composition(view: View) -> Iterator[Chart]:
    rows = view.select("tmr", metric="share", label=ALL) or view.select("tmr", metric="composition", label=ALL)
    values = [datum(number, row) for number, row in rows if row.get("value") is not None]
    if not values:
        return
    spec = base(
        values,
        height={"step": 22},
        encoding={
            "y": {"field": "slice", "type": "nominal", "sort": None, "title": None},
            "x": {
                "field": "value",
                "type": "quantitative",
                "title": "% of the gold mentions",
                "scale": {"domain": [0, 100]},
                "axis": {"tickCount": 6},
            },
            "tooltip": tooltip(("slice", "set"), ("text", "%"), ("n", "of mentions")),
        },
        layer=[
            {"mark": {"type": "bar", "color": BLUE, "height": {"band": 0.62}, "cursor": "pointer"}},
            {"mark": {"type": "text", "align": "left", "dx": 5}, "encoding": {"text": {"field": "text"}}},
        ],
    )
    yield Chart(
        "tough-composition",
        "tough",
        "Mentions in each set",
        describe(values, "Share of the gold mentions in each set", "slice"),
        spec,
    )


def _breakdown(view: View) -> Iterator[Chart]:
    rows = [
        pair
        for pair in view.select("hardeval", metric="error_share", label=ALL)
        if pair[1].get("system") in view.systems
    ]
    values = ranked(
        (
            datum(number, row, order=list(SHARES).index(str(row["slice"])))
            for number, row in rows
            if row["slice"] in SHARES
        ),
        view.systems,
    )
    if not values:
        return
    colour = {
        "field": "slice",
        "type": "nominal",
        "scale": {"domain": list(SHARES), "range": list(SHARES.values())},
        "legend": {"orient": "top", "title": None},
    }
    spec = base(
        values,
        height={"step": 24},
        mark={"type": "bar", "cursor": "pointer", "height": {"band": 0.65}},
        encoding={
            "y": {"field": "name", "type": "nominal", "sort": None, "title": None},
            "x": {
                "field": "value",
                "type": "quantitative",
                "title": "% of all token errors",
                "scale": {"domain": [0, 100]},
                "axis": {"tickCount": 6},
            },
            "color": colour,
            "order": {"field": "order", "type": "quantitative"},
            "tooltip": tooltip(("name", "system"), ("slice", "tokens"), ("text", "% of errors")),
        },
    )
    yield Chart(
        "hard-errors",
        "hard",
        "Where the token errors fall",
        describe(values, "Share of all token errors by kind of token", "system", "slice"),
        spec,
    )
