"""Self-diagnosis (best and worst bucket of a system) and comparative diagnosis (where one system leads another)."""

from __future__ import annotations

from collections.abc import Iterator

from nerproof.report.charts.attribute_names import named
from nerproof.report.charts.buckets import attributes, bucket_name, greyed
from nerproof.report.charts.chart import Chart, Datum, Spec, base, datum, describe, drawable, tooltip
from nerproof.report.charts.style import BLUE, GREEN, GREY, RED
from nerproof.report.numbers import written
from nerproof.report.view import Row, View

PALE = " Pale: the buckets of this system may differ by chance (Wald test, adjusted p ≥ 0.05)."


def charts(view: View) -> Iterator[Chart]:
    found = attributes(view)
    if not found:
        return
    grey = greyed(view)
    values = [value for system in view.systems for value in _extremes(system, found, grey)]
    if values:
        yield Chart(
            "self-diagnosis",
            "attributes",
            "Best and worst bucket of each attribute",
            describe(_gaps(values), "Gap between best and worst bucket", "system", "attribute"),
            _self(values),
            caption="Grey up to the worst bucket, blue the gap to the best." + PALE * any(v["greyed"] for v in values),
            pick=("system",),
        )
    if len(view.systems) > 1:
        yield _comparative(found, grey)


def _extremes(system: str, found: dict[str, list[tuple[int, Row]]], grey: set[tuple[str, str]]) -> Iterator[Datum]:
    for attribute, rows in found.items():
        own = [(n, row) for n, row in rows if row["system"] == system and row.get("value") is not None]
        if len(own) < 2:
            continue
        worst, best = (
            min(own, key=lambda pair: float(pair[1]["value"])),
            max(own, key=lambda pair: float(pair[1]["value"])),
        )
        gap = float(best[1]["value"]) - float(worst[1]["value"])
        yield {
            "system": system,
            "name": drawable(system),
            "attribute": drawable(named(attribute)),
            "greyed": (system, attribute) in grey,
            "worst": float(worst[1]["value"]) * 100,
            "best": float(best[1]["value"]) * 100,
            "row": worst[0],
            "row_best": best[0],
            "worst_name": drawable(bucket_name(worst[1])),
            "best_name": drawable(bucket_name(best[1])),
            "gap": gap * 100,
            "text": written(gap, "score"),
        }


def _gaps(values: list[Datum]) -> list[Datum]:
    return [value | {"value": value["gap"]} for value in values]


def _self(values: list[Datum]) -> Spec:
    y = {"field": "attribute", "type": "nominal", "sort": None, "title": None}
    pale = {"condition": {"test": "datum.greyed", "value": 0.4}, "value": 1}
    x = {
        "field": "worst",
        "type": "quantitative",
        "title": "F1 (points)",
        "scale": {"domain": [0, 108], "nice": False},
        "axis": {"values": [0, 20, 40, 60, 80, 100]},
    }
    tip = tooltip(
        ("attribute", "attribute"),
        ("worst_name", "worst bucket"),
        ("best_name", "best bucket"),
        ("text", "gap"),
    )
    bar = {"type": "bar", "height": {"band": 0.62}, "cursor": "pointer"}
    name = {"type": "text", "fontSize": 11}
    return base(
        values,
        height={"step": 22},
        encoding={"y": y, "tooltip": tip},
        layer=[
            {"mark": bar | {"color": GREY}, "encoding": {"x": x, "opacity": pale}},
            {"mark": bar | {"color": BLUE}, "encoding": {"x": x, "x2": {"field": "best"}, "opacity": pale}},
            *(_worst_name(x, pale) for pale in (False, True)),
            *(_worst_name(x, pale, low=True) for pale in (False, True)),
            {
                "mark": name | {"align": "left", "dx": 4},
                "encoding": {"x": x | {"field": "best"}, "text": {"field": "best_name"}},
            },
        ],
    )


def _worst_name(x: Spec, pale: bool, *, low: bool = False) -> Spec:
    """The worst bucket's name, in the blue where the grey has no room for it; on pale bars in the page's own ink."""
    room = "datum.worst < 16 && datum.gap > 12" if low else "datum.worst >= 16"
    ink = {} if pale else {"color": "#ffffff" if low else "#1d2329"}
    side = {"align": "left", "dx": 4} if low else {"align": "right", "dx": -4}
    return {
        "transform": [{"filter": f"{room} && {'datum.greyed' if pale else '!datum.greyed'}"}],
        "mark": {"type": "text", "fontSize": 11, **side, **ink},
        "encoding": {"x": x, "text": {"field": "worst_name"}},
    }


def _comparative(found: dict[str, list[tuple[int, Row]]], grey: set[tuple[str, str]]) -> Chart:
    """The page gives each value its side, ``a`` or ``b``; here the two best systems have them."""
    values = [
        datum(
            n,
            row,
            attribute=drawable(name),
            bucket=drawable(f"{name} {bucket_name(row)}"),
            greyed=(str(row["system"]), name) in grey,
        )
        for name, rows in found.items()
        for n, row in rows
        if row.get("value") is not None
    ]
    title = "Where one system leads the other"
    return Chart(
        "comparative",
        "compare",
        title,
        f"{title}: difference of F1 in each bucket of each attribute.",
        comparative_spec(values),
        caption="Green: the first system is ahead; orange: behind. Outlined: largest lead and lag of an attribute."
        + " Pale: the buckets of neither system are shown to differ (Wald test)." * any(v["greyed"] for v in values),
        pick=("a", "b"),
        wide=True,
    )


def comparative_spec(values: list[Datum]) -> Spec:
    pair = [
        {"filter": "datum.side === 'a' || datum.side === 'b'"},
        {"calculate": "datum.side === 'a' ? datum.value : -datum.value", "as": "signed"},
        {
            "aggregate": [
                {"op": "sum", "field": "signed", "as": "difference"},
                {"op": "count", "as": "sides"},
                {"op": "min", "field": "row", "as": "row"},
                {"op": "min", "field": "greyed", "as": "greyed"},
            ],
            "groupby": ["bucket", "attribute"],
        },
        {"filter": "datum.sides === 2"},
        {
            "joinaggregate": [
                {"op": "max", "field": "difference", "as": "lead"},
                {"op": "min", "field": "difference", "as": "lag"},
            ],
            "groupby": ["attribute"],
        },
        {"calculate": "datum.difference === datum.lead || datum.difference === datum.lag", "as": "extreme"},
    ]
    colour = {"condition": {"test": "datum.difference >= 0", "value": GREEN}, "value": RED}
    spec = base(
        values,
        height=230,
        transform=pair,
        mark={"type": "bar", "cursor": "pointer", "strokeWidth": 1.6, "width": {"band": 0.75}},
        encoding={
            "x": {
                "field": "bucket",
                "type": "nominal",
                "sort": None,
                "title": None,
                "axis": {"labelAngle": -60},
            },
            "y": {"field": "difference", "type": "quantitative", "title": "difference of F1 (points)"},
            "color": colour,
            "opacity": {"condition": {"test": "datum.greyed", "value": 0.4}, "value": 1},
            "stroke": {"condition": {"test": "datum.extreme", "value": "#57606a"}, "value": None},
            "tooltip": [
                {"field": "bucket", "type": "nominal"},
                {
                    "field": "difference",
                    "type": "quantitative",
                    "format": "+.1f",
                    "title": "difference of F1",
                },
            ],
        },
    )
    return spec | {"width": {"step": 22}, "autosize": "pad"}
