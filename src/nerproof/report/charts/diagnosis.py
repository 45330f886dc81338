"""Self-diagnosis (best and worst bucket of a system) and comparative diagnosis (where one system leads another)."""

from __future__ import annotations

from collections.abc import Iterator

from nerproof.report.charts.attribute_names import named
from nerproof.report.charts.buckets import attributes, bucket_name, greyed
from nerproof.report.charts.channels import base, category, quantity, tooltip
from nerproof.report.charts.chart import Chart, Datum, Spec, datum, describe, drawable
from nerproof.report.charts.style import BLUE, GREEN, GREY, ORANGE, RED
from nerproof.report.numbers import written
from nerproof.report.view import Row, View

ROOM = 64  # pixels for the name of a bucket
SIZES = "The widest gap first. XS to XL: the lowest to the highest values of the attribute."
PALE = " Pale: the buckets of this system may differ by chance (Wald test, adjusted p ≥ 0.05)."


def charts(view: View) -> Iterator[Chart]:
    found = attributes(view)
    if not found:
        return
    grey = greyed(view)
    values = [value for system in view.systems for value in sorted(_extremes(system, found, grey), key=_clearest)]
    if values:
        title = "Best and worst bucket of each attribute"
        alt = describe(
            [v | {"value": v["gap"]} for v in values],
            "Gap between best and worst bucket",
            "system",
            "attribute",
        )
        caption = SIZES + PALE * any(v["greyed"] for v in values)
        yield Chart("self-diagnosis", "attributes", title, alt, _self(values), caption=caption, pick=("system",))
    if len(view.systems) > 1:
        yield _comparative(found, grey)


def _clearest(value: Datum) -> tuple[bool, float]:
    return value["greyed"], -value["gap"]


def _extremes(system: str, found: dict[str, list[tuple[int, Row]]], grey: set[tuple[str, str]]) -> Iterator[Datum]:
    for attribute, rows in found.items():
        own = [(n, row) for n, row in rows if row["system"] == system and row.get("value") is not None]
        if len(own) < 2:
            continue
        worst, best = (pick(own, key=lambda pair: float(pair[1]["value"])) for pick in (min, max))
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


def _self(values: list[Datum]) -> Spec:
    """A line from the worst bucket to the best, both named beside their dots."""
    axis = {"tickCount": 6, "labelExpr": "datum.value >= 0 && datum.value <= 100 ? datum.label : ''"}
    x = quantity("worst", "F1 (points)", axis=axis, scale={"zero": False, "padding": ROOM})
    said = tooltip(
        ("attribute", "attribute"), ("worst_name", "worst bucket"), ("best_name", "best bucket"), ("text", "gap")
    )
    pale = {"condition": {"test": "datum.greyed", "value": 0.35}, "value": 1}
    line = {"type": "rule", "color": GREY, "strokeWidth": 5, "opacity": 0.45}
    layers: list[Spec] = [{"mark": line, "encoding": {"x": x, "x2": {"field": "best"}}}]
    for end, colour, side in (("worst", ORANGE, "right"), ("best", BLUE, "left")):
        place = {"x": x | {"field": end}, "opacity": pale}
        dot = {"type": "point", "filled": True, "size": 90, "color": colour, "cursor": "pointer"}
        name = {"type": "text", "fontSize": 11, "align": side, "dx": 8 if side == "left" else -8}
        layers += [{"mark": dot, "encoding": place}]
        layers += [{"mark": name, "encoding": place | {"text": {"field": f"{end}_name"}}}]
    return base(values, height={"step": 22}, encoding={"y": category("attribute"), "tooltip": said}, layer=layers)


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
            "x": category("bucket", axis={"labelAngle": -60}),
            "y": {"field": "difference", "type": "quantitative", "title": "difference of F1 (points)"},
            "color": colour,
            "opacity": {"condition": {"test": "datum.greyed", "value": 0.4}, "value": 1},
            "stroke": {"condition": {"test": "datum.extreme", "value": "#57606a"}, "value": None},
            "tooltip": [
                {"field": "bucket", "type": "nominal"},
                quantity("difference", "difference of F1", format="+.1f"),
            ],
        },
    )
    return spec | {"width": {"step": 22}, "autosize": "pad"}
