"""Contamination: two circles of entities that overlap, and the rates between splits."""

from __future__ import annotations

import math
from collections.abc import Iterator

from nerproof.report.charts.channels import base, category, quantity, tooltip
from nerproof.report.charts.chart import Chart, Datum, Spec, datum, describe, drawable
from nerproof.report.charts.style import BLUE, ORANGE
from nerproof.report.view import ALL, Row, View

NAMES = {
    "partial_rate": "samples: some shared",
    "full_rate": "samples: all shared",
    "mention_rate": "mentions",
    "entity_rate": "distinct entities",
}


def charts(view: View) -> Iterator[Chart]:
    yield from _circles(view)
    rows = [
        (n, row)
        for n, row in view.select("contamination", label=ALL)
        if "|" in str(row["slice"]) and not row.get("system")
    ]
    values = [
        datum(n, row, rate=NAMES[str(row["metric"])], slice=_direction(row))
        for n, row in rows
        if str(row["metric"]) in NAMES and row.get("value") is not None
    ]
    if values:
        alt = describe(values, "Contamination rates by direction", "rate", "slice")
        yield Chart("contamination-rates", "contamination", "Overlap of one part with another", alt, _rates(values))


def _direction(row: Row) -> str:
    """Which part is looked at, and against which: ``test|train`` is the share of test that is also in train."""
    dataset, (part, _, known) = row.get("dataset"), str(row["slice"]).partition("|")
    return drawable((f"{dataset}: " if dataset else "") + f"{part} in {known}")


def _rates(values: list[Datum]) -> Spec:
    legend = {"orient": "top", "title": None, "columns": 1, "labelLimit": 220}
    colour = category("slice", legend=legend, scale={"range": [BLUE, ORANGE, "#56b4e9", "#cc79a7", "#8a8f98"]})
    number = {"type": "text", "align": "left", "dx": 4, "fontSize": 11}
    return base(
        values,
        height={"step": 15, "for": "offset"},
        encoding={
            "y": category("rate", scale={"paddingInner": 0.3}, axis={"labelLimit": 240}),
            "yOffset": {"field": "slice", "sort": None},
            "x": quantity("value", "% of the first", (0, 100)),
            "tooltip": tooltip(("slice", "direction"), ("rate", "share of"), ("text", "%"), ("n", "of")),
        },
        layer=[
            {"mark": {"type": "bar"}, "encoding": {"color": colour}},
            {"mark": number, "encoding": {"text": {"field": "text"}}},
        ],
    )


def _circles(view: View) -> Iterator[Chart]:
    """Areas in proportion to the numbers of distinct entities; drawn when both directions were counted."""
    counted: dict[str, dict[str, Row]] = {}
    for _, row in view.select("contamination", metric="entity_rate", label=ALL):
        counted.setdefault(str(row.get("dataset") or ""), {})[str(row["slice"])] = row
    for dataset, ways in counted.items():
        right, left = (ways.get(way, {}).get("total") for way in ("test|train", "train|test"))
        shared = ways.get("test|train", {}).get("count")
        if right and left and shared is not None:
            yield _circle_chart(dataset, left, right, shared)


def _circle_chart(dataset: str, left: int, right: int, shared: int) -> Chart:
    texts = [("only in training", left - shared), ("shared", shared), ("only in test", right - shared)]
    alt = f"Distinct entities: {left - shared:,} only in training, {shared:,} in both, {right - shared:,} only in test."
    end = f"-{dataset}" if dataset else ""
    title = "Entities of the two splits" + (f" · {dataset}" if dataset else "")
    spec = _circle_spec(left, right, shared, texts)
    return Chart(f"contamination-circles{end}", "contamination", title, alt, spec)


def overlap_distance(r1: float, r2: float, area: float) -> float:
    """The distance of the centres at which two circles share an area, by bisection."""
    low, high = abs(r1 - r2), r1 + r2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if lens(r1, r2, middle) > area else (low, middle)
    return (low + high) / 2


def lens(r1: float, r2: float, d: float) -> float:
    if d >= r1 + r2:
        return 0.0
    if d <= abs(r1 - r2):
        return math.pi * min(r1, r2) ** 2
    # Rounding may lead a hair beyond 1 where one circle touches the other from inside.
    a, b = (
        math.acos(min(1.0, max(-1.0, (d * d + own * own - other * other) / (2 * d * own))))
        for own, other in ((r1, r2), (r2, r1))
    )
    return r1 * r1 * (a - math.sin(2 * a) / 2) + r2 * r2 * (b - math.sin(2 * b) / 2)


def _circle_spec(left: int, right: int, shared: int, texts: list[tuple[str, int]]) -> Spec:
    r1, r2 = math.sqrt(left / math.pi), math.sqrt(right / math.pi)
    size = max(r1, r2)
    r1, r2, area = r1 / size, r2 / size, shared / size**2
    d = overlap_distance(r1, r2, area)
    points = [point for name, x, r in (("training", 0.0, r1), ("test", d, r2)) for point in _ring(name, x, r)]
    middle = (d + r2 - r1) / 2
    labels = [
        {"x": round(middle, 4), "y": -1.35 - 0.27 * i, "says": f"{count:,}  {name}"}
        for i, (name, count) in enumerate(texts)
    ]
    domain = {"x": (round(middle - 2.1, 4), round(middle + 2.1, 4)), "y": (-2.1, 1.1)}
    place = {key: quantity(key, None, scale={"domain": ends, "nice": False}, axis=None) for key, ends in domain.items()}
    scale = {"domain": ["training", "test"], "range": [BLUE, ORANGE]}
    colour = category("split", scale=scale, legend={"orient": "top", "title": None})
    ring = {"type": "line", "fillOpacity": 0.35, "strokeWidth": 1.5, "interpolate": "linear-closed"}
    says = {"mark": {"type": "text", "fontSize": 13}, "encoding": {**place, "text": {"field": "says"}}}
    layers = [
        {"mark": ring, "encoding": {**place, "stroke": colour, "fill": colour, "order": {"field": "order"}}},
        {"data": {"values": labels}, **says},
    ]
    return base(points, height=256, layer=layers) | {"width": 336, "autosize": "pad"}


def _ring(name: str, x: float, r: float) -> list[Datum]:
    return [
        {
            "split": name,
            "order": i,
            "x": round(x + r * math.cos(i * math.pi / 45), 4),
            "y": round(r * math.sin(i * math.pi / 45), 4),
        }
        for i in range(90)
    ]
