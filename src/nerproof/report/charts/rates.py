"""Rates by subset, one dot and interval per system: tough mentions and hard tokens; what they are made of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from nerproof.report.charts.channels import base, category, quantity, reach, tooltip, whisker
from nerproof.report.charts.chart import Chart, Datum, Spec, datum, describe, ranked
from nerproof.report.charts.style import BLUE, MANY, colours
from nerproof.report.view import ALL, View

SHARES = {"unseen": "#d55e00", "diff": "#0072b2", "other": "#a9b1ba"}
# The sets of tokens that a reader asks for, in plain words; the others are among all numbers.
TOKENS = {
    ALL: "all words",
    "unseen": "words that train lacks",
    "unseen-I": "… inside a name",
    "diff": "words with another usual label",
    "other": "all other words",
}


def dots(
    view: View, values: Sequence[Datum], title: str, *, field: str = "slice", domain: Sequence[float] = ()
) -> Spec:
    """One line per subset: systems beside one another within it, or dots on one line where there are many systems."""
    many = len(view.systems) > MANY
    x = quantity("value", title, domain or reach(values))
    padded = {} if many else {"scale": {"paddingInner": 0.25, "paddingOuter": 0.1}}
    y = category(field, axis={"labelLimit": 260}, **padded)
    beside = {} if many else {"yOffset": {"field": "name", "type": "nominal", "sort": None}}
    said = tooltip(("name", "system"), (field, "set"), ("text", title), ("interval", "95 %"), ("n", "n"))
    mark = {"type": "point", "filled": True, "size": 60, "opacity": 0.75 if many else 1, "cursor": "pointer"}
    point = {"mark": mark, "encoding": {"x": x, "tooltip": said}}
    step = max(11, 24 // max(len(view.systems), 1))
    return base(
        values,
        height={"step": 22} if many else {"step": step, "for": "offset"},
        encoding={"y": y, **beside, "color": colours(view.systems)},
        layer=[point] if many else [whisker("x", x, strokeWidth=1.5, opacity=0.75), point],
    )


def charts(view: View) -> Iterator[Chart]:
    yield from _rates(view, "tmr", "recall", "tough", "Recall on each set of mentions")
    yield from _rates(view, "hardeval", "ter", "hard", "Words labelled wrongly (lower is better)", TOKENS)
    yield from _composition(view)
    yield from _breakdown(view)


def _rates(
    view: View, suite: str, metric: str, section: str, title: str, sets: Mapping[str, str] | None = None
) -> Iterator[Chart]:
    rows = [(n, row) for n, row in view.scored(suite, metric, label=ALL) if sets is None or row["slice"] in sets]
    named = (datum(n, row) if sets is None else datum(n, row, slice=sets[row["slice"]]) for n, row in rows)
    values = ranked(named, view.systems)
    if values:
        name = "recall (%)" if metric == "recall" else "error rate (%)"
        alt = describe(values, title, "system", "slice")
        yield Chart(f"{section}-rates", section, title, alt, dots(view, values, name))


def _composition(view: View) -> Iterator[Chart]:
    rows = view.select("tmr", metric="share", label=ALL) or view.select("tmr", metric="composition", label=ALL)
    values = [datum(number, row) for number, row in rows if row.get("value") is not None]
    if not values:
        return
    said = tooltip(("slice", "set"), ("text", "%"), ("n", "of mentions"))
    x = quantity("value", "% of the gold mentions", (0, 100))
    bar = {"type": "bar", "color": BLUE, "height": {"band": 0.62}, "cursor": "pointer"}
    spec = base(
        values,
        height={"step": 22},
        encoding={"y": category("slice"), "x": x, "tooltip": said},
        layer=[
            {"mark": bar},
            {"mark": {"type": "text", "align": "left", "dx": 5}, "encoding": {"text": {"field": "text"}}},
        ],
    )
    alt = describe(values, "Share of the gold mentions in each set", "slice")
    yield Chart("tough-composition", "tough", "Mentions in each set", alt, spec)


def _breakdown(view: View) -> Iterator[Chart]:
    rows = [
        (number, row)
        for number, row in view.select("hardeval", metric="error_share", label=ALL)
        if row.get("system") in view.systems and row["slice"] in SHARES
    ]
    order = list(SHARES)
    values = ranked((datum(n, row, order=order.index(str(row["slice"]))) for n, row in rows), view.systems)
    if not values:
        return
    colours_ = {"domain": order, "range": list(SHARES.values())}
    spec = base(
        values,
        height={"step": 24},
        mark={"type": "bar", "cursor": "pointer", "height": {"band": 0.65}},
        encoding={
            "y": category("name"),
            "x": quantity("value", "% of all token errors", (0, 100)),
            "color": category("slice", scale=colours_, legend={"orient": "top", "title": None}),
            "order": {"field": "order", "type": "quantitative"},
            "tooltip": tooltip(("name", "system"), ("slice", "tokens"), ("text", "% of errors")),
        },
    )
    alt = describe(values, "Share of all token errors by kind of token", "system", "slice")
    yield Chart("hard-errors", "hard", "Where the token errors fall", alt, spec)
