"""One chart per attribute: F1 in each bucket with its interval, the bucket's size under its name."""

from __future__ import annotations

from collections.abc import Iterator

from nerproof.report.charts.chart import Chart, Datum, Spec, base, datum, describe, tooltip
from nerproof.report.charts.style import colours
from nerproof.report.numbers import written
from nerproof.report.view import ALL, SMALL, Row, View

TITLES = {
    "eLen": "Entity length (tokens)", "sLen": "Sentence length (tokens)", "eDen": "Entity density", "oDen": "Share of unknown words",
    "eFre": "How often the entity occurs in training", "tFre": "How often the token occurs in training",
    "eCon": "How consistently training labels the entity", "tCon": "How consistently training labels the token",
    "tag": "Entity type", "label": "Entity type",
}  # fmt: skip


def attributes(view: View) -> dict[str, list[tuple[int, Row]]]:
    """F1 rows of buckets by attribute, in the order of the rows."""
    found: dict[str, list[tuple[int, Row]]] = {}
    for number, row in view.select("interpreteval", metric="f1", label=ALL):
        name, colon, _ = str(row["slice"]).partition(":")
        if colon and row.get("system"):
            found.setdefault(name, []).append((number, row))
    return found


def charts(view: View) -> Iterator[Chart]:
    for name, rows in attributes(view).items():
        values = [datum(n, row, bucket=bucket_name(row), edges=edges(row), n=row.get("n_gold"), small=is_small(row)) for n, row in rows]
        order = list(dict.fromkeys(str(value["bucket"]) for value in values))
        yield Chart(
            f"bucket-{name}", "attributes", f"{TITLES.get(name, name)} · {name}", describe(values, f"F1 by bucket of {name}", "system", "bucket"),
            _bars(view, values, order), caption="Pale: fewer than 30 gold items." if any(v["small"] for v in values) else "",
        )  # fmt: skip


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
    low, high = (None if row.get(key) in (None, "inf", "-inf") else row[key] for key in ("lo", "hi"))
    if low is None and high is None:
        return ""
    if low is None:
        return f"≤ {written(high, 'number')}"
    if high is None:
        return f"> {written(low, 'number')}"
    return written(low, "number") if low == high else f"({written(low, 'number')}, {written(high, 'number')}]"


def _bars(view: View, values: list[Datum], order: list[str]) -> Spec:
    """Labels under a bucket: its name, its interval, its number of gold items."""
    under = {str(v["bucket"]): [str(v["bucket"]), str(v["edges"]), f"n {v.get('n', '–')}"] for v in values}
    lines = {name: "\n".join(part for part in parts if part) for name, parts in under.items()}
    values = [value | {"under": lines[str(value["bucket"])]} for value in values]
    x = {
        "field": "under", "type": "nominal", "sort": [lines[name] for name in order], "title": None,
        "axis": {"labelAngle": 0, "labelExpr": "split(datum.label, '\\n')", "labelLimit": 90}, "scale": {"paddingInner": 0.22},
    }  # fmt: skip
    offset = {"field": "system", "type": "nominal", "sort": view.systems}
    y = {"field": "value", "type": "quantitative", "title": "F1", "scale": {"domain": [0, 100]}}
    pale = {"condition": {"test": "datum.small", "value": 0.45}, "value": 0.95}
    shown = tooltip(("system", "system"), ("bucket", "bucket"), ("edges", "values"), ("text", "F1"), ("interval", "95 %"), ("n", "gold items"))
    return base(
        values,
        height=190,
        encoding={"x": x, "xOffset": offset},
        layer=[
            {"mark": {"type": "bar", "cursor": "pointer"}, "encoding": {"y": y, "color": colours(view.systems), "opacity": pale, "tooltip": shown}},
            {"mark": {"type": "rule", "strokeWidth": 1.2}, "encoding": {"y": y | {"field": "low"}, "y2": {"field": "high"}}},
        ],
    )  # fmt: skip
