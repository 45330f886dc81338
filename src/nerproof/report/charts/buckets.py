"""One chart per attribute: F1 in each bucket with its interval, the bucket's size under its name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from nerproof.report.charts.attribute_names import ATTRIBUTES
from nerproof.report.charts.channels import base, category, quantity, reach, tooltip, whisker
from nerproof.report.charts.chart import Chart, Datum, Spec, datum, describe, drawable, ranked
from nerproof.report.charts.style import GREY, MANY, colours
from nerproof.report.numbers import written
from nerproof.report.view import ALL, SMALL, Row, View


def attributes(view: View) -> dict[str, list[tuple[int, Row]]]:
    """F1 rows of buckets by attribute, in the order of the rows."""
    found: dict[str, list[tuple[int, Row]]] = {}
    for number, row in view.select("interpreteval", metric="f1", label=ALL):
        name, colon, _ = str(row["slice"]).partition(":")
        if colon and row.get("system") in view.systems:
            found.setdefault(name, []).append((number, row))
    return found


def charts(view: View) -> Iterator[Chart]:
    """One per attribute and dataset: datasets cut their buckets at edges of their own."""
    for name, rows in attributes(view).items():
        for dataset in dict.fromkeys(str(row.get("dataset") or "") for _, row in rows):
            yield _chart(view, name, dataset, [pair for pair in rows if str(pair[1].get("dataset") or "") == dataset])


def _chart(view: View, name: str, dataset: str, rows: list[tuple[int, Row]]) -> Chart:
    grey = greyed(view)
    values = ranked((_value(n, row, grey) for n, row in rows), view.systems)
    end = f" · {drawable(dataset)}" if dataset else ""
    words = ATTRIBUTES[name].title if name in ATTRIBUTES else drawable(name)
    title = f"{words} · {drawable(name)}{end}"
    alt = describe(values, f"F1 by bucket of {name}{end}", "system", "bucket")
    tests = view.select("interpreteval", metric="wald_p", slice=name)
    caption = " ".join(_remarks(values, tested=any(str(r.get("dataset") or "") == dataset for _, r in tests)))
    key = f"bucket-{name}--{dataset}" if dataset else f"bucket-{name}"
    return Chart(key, "attributes", title, alt, _bars(view, values, rows), caption=caption)


def _value(number: int, row: Row, grey: set[tuple[str, str]]) -> Datum:
    return datum(
        number,
        row,
        bucket=drawable(bucket_name(row)),
        edges=edges(row),
        n=row.get("n_gold"),
        small=is_small(row),
        greyed=(str(row["system"]), str(row["slice"]).partition(":")[0]) in grey,
    )


def _remarks(values: list[Datum], *, tested: bool) -> Iterator[str]:
    if any(value["greyed"] for value in values):
        yield "Grey: the buckets of this system may differ by chance (Wald test, adjusted p ≥ 0.05)."
    elif tested:
        yield "The buckets of each system differ beyond chance (Wald test, adjusted p < 0.05)."
    if any(value["small"] for value in values):
        yield "Pale: fewer than 30 gold items."


def greyed(view: View) -> set[tuple[str, str]]:
    """Systems and attributes whose buckets are not shown to differ."""
    tests = view.select("interpreteval", metric="wald_p")
    return {(str(row["system"]), str(row["slice"])) for _, row in tests if row.get("greyed")}


def bucket_name(row: Row) -> str:
    return str(row["slice"]).partition(":")[2]


def is_small(row: Row) -> bool:
    size = row.get("n_gold")
    return isinstance(size, int) and size < SMALL


def edges(row: Row) -> str:
    """The interval in words of mathematics; a bucket of one value is that value.

    >>> edges({"lo": 0, "hi": 0}), edges({"lo": None, "hi": 0.5}), edges({"lo": 0.5, "hi": 1.0})
    ('0', '≤ 0.5', '(0.5, 1]')
    """
    low, high = _ends(row)
    if low is None or high is None or low == high:
        return " ".join(_limits(row))
    shown = f"({written(low, 'number')}, {written(high, 'number')}"
    return f"{shown})" if _just_below_one(high) else f"{shown}]"


def _limits(row: Row) -> list[str]:
    """The same, one limit to a line: it fits under a narrow bucket."""
    low, high = _ends(row)
    if low is not None and low == high:
        return [written(low, "number")]
    above = [] if low is None else [f"> {written(low, 'number')}"]
    below = [] if high is None else [f"{'<' if _just_below_one(high) else '≤'} {written(high, 'number')}"]
    return above + below


def _ends(row: Row) -> tuple[float | None, float | None]:
    low, high = (None if row.get(key) in (None, "inf", "-inf") else float(row[key]) for key in ("lo", "hi"))
    return low, high


def _just_below_one(value: float) -> bool:
    """The middle buckets of a consistency end below 1, which is a bucket of its own."""
    return 0.9999 < value < 1


def _bars(view: View, values: list[Datum], rows: list[tuple[int, Row]]) -> Spec:
    """Labels under a bucket: its name, its number of gold items, its interval."""
    limits = {drawable(bucket_name(row)): _limits(row) for _, row in rows}
    sizes = {str(v["bucket"]): f"n {written(v.get('n'), 'count')}" for v in values}
    slanted = any(not parts for parts in limits.values()) and (len(limits) > 5 or max(map(len, limits)) > 9)
    glue = "  " if slanted else "\n"
    lines = {name: glue.join([name, sizes[name], *limits[name]]) for name in sizes}
    values = [value | {"under": lines[str(value["bucket"])]} for value in values]
    axis = {"labelAngle": -35 if slanted else 0, "labelLimit": 150 if slanted else 90, "labelFontSize": 11}
    broken = {} if slanted else {"labelExpr": "split(datum.label, '\\n')"}
    x = category("under", axis=axis | broken)
    y = quantity("value", "F1 (points)", (0, 100))
    drawn = {str(v["system"]) for v in values}
    if len(drawn) > MANY:  # bars beside one another would be lines
        point = _marks(view, quantity("value", "F1 (points)", reach(values)), drawn, type="point", size=45)
        return base(values, height=190, encoding={"x": x}, layer=[point])
    encoding = {
        "x": x | {"scale": {"paddingInner": 0.22}},
        "xOffset": {"field": "name", "type": "nominal", "sort": None},
    }
    return base(values, height=190, encoding=encoding, layer=[_marks(view, y, drawn, type="bar"), whisker("y", y)])


def _marks(view: View, y: Spec, drawn: set[str], **mark: Any) -> Spec:
    """A greyed mark keeps its system's colour as its outline; one of few items is pale."""
    shown = tooltip(
        ("name", "system"),
        ("bucket", "bucket"),
        ("edges", "values"),
        ("text", "F1"),
        ("interval", "95 %"),
        ("n", "gold items"),
    )
    colour = colours(view.systems, drawn)
    fill = {"condition": {"test": "datum.greyed", "value": GREY}, **colour}
    return {
        "mark": {"cursor": "pointer", "strokeWidth": 1.6, **mark},
        "encoding": {
            "y": y,
            "stroke": colour,
            "fill": fill,
            "fillOpacity": {
                "condition": {"test": "datum.greyed || datum.small", "value": 0.35},
                "value": 0.95,
            },
            "strokeOpacity": {"condition": {"test": "datum.small", "value": 0.4}, "value": 1},
            "tooltip": shown,
        },
    }
