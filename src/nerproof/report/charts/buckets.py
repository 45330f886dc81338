"""One chart per attribute: F1 in each bucket with its interval, the bucket's size under its name."""

from __future__ import annotations

from collections.abc import Iterator

from nerproof.report.charts.chart import Chart, Datum, Spec, base, datum, describe, drawable, ranked, tooltip
from nerproof.report.charts.style import colours
from nerproof.report.numbers import written
from nerproof.report.view import ALL, SMALL, Row, View

TITLES = {
    "eLen": "Entity length (tokens)",
    "sLen": "Sentence length (tokens)",
    "eDen": "Entity density",
    "oDen": "Share of unknown words",
    "eFre": "How often the entity occurs in training",
    "tFre": "How often the token occurs in training",
    "eCon": "How consistently training labels the entity",
    "tCon": "How consistently training labels the token",
    "tag": "Entity type",
    "label": "Entity type",
}


def attributes(view: View) -> dict[str, list[tuple[int, Row]]]:
    """F1 rows of buckets by attribute, in the order of the rows."""
    found: dict[str, list[tuple[int, Row]]] = {}
    for number, row in view.select("interpreteval", metric="f1", label=ALL):
        name, colon, _ = str(row["slice"]).partition(":")
        if colon and row.get("system") in view.systems:
            found.setdefault(name, []).append((number, row))
    return found


def charts(view: View) -> Iterator[Chart]:
    for name, rows in attributes(view).items():
        p, greyed = friedman(view, name)
        values = ranked((_value(n, row, greyed) for n, row in rows), view.systems)
        title = f"{TITLES.get(name, name)} · {name}"
        alt = describe(values, f"F1 by bucket of {name}", "system", "bucket")
        caption = " ".join(_remarks(values, p, greyed))
        yield Chart(f"bucket-{name}", "attributes", title, alt, _bars(view, values), caption=caption)


def _value(number: int, row: Row, greyed: bool) -> Datum:
    pale = greyed or is_small(row)
    return datum(
        number,
        row,
        bucket=drawable(bucket_name(row)),
        edges=edges(row),
        n=row.get("n_gold"),
        small=is_small(row),
        pale=pale,
    )


def _remarks(values: list[Datum], p: float | None, greyed: bool) -> Iterator[str]:
    if greyed:
        yield f"Greyed: the buckets may differ by chance (Friedman p {written(p, 'p')})."
    elif p is not None:
        yield f"Friedman p {written(p, 'p')}."
    if any(value["small"] for value in values):
        yield "Pale: fewer than 30 gold items."


def friedman(view: View, attribute: str) -> tuple[float | None, bool]:
    """The p of Friedman's test over the buckets, and whether the attribute is greyed for it, as in the paper."""
    at = view.at("interpreteval", "", attribute, ALL, "friedman_p")
    if at is None:
        return None, False
    p = view.rows[at].get("value")
    return (p if isinstance(p, int | float) else None), bool(view.rows[at].get("greyed")) and p is not None


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


def _bars(view: View, values: list[Datum]) -> Spec:
    """Labels under a bucket: its name, its interval, its number of gold items."""
    under = {str(v["bucket"]): [str(v["bucket"]), str(v["edges"]), f"n {v.get('n', '–')}"] for v in values}
    lines = {name: "\n".join(part for part in parts if part) for name, parts in under.items()}
    values = [value | {"under": lines[str(value["bucket"])]} for value in values]
    x = {
        "field": "under",
        "type": "nominal",
        "sort": None,
        "title": None,
        "axis": {"labelAngle": 0, "labelExpr": "split(datum.label, '\\n')", "labelLimit": 90},
        "scale": {"paddingInner": 0.22},
    }
    offset = {"field": "name", "type": "nominal", "sort": None}
    y = {"field": "value", "type": "quantitative", "title": "F1", "scale": {"domain": [0, 100]}}
    pale = {"condition": {"test": "datum.pale", "value": 0.4}, "value": 0.95}
    shown = tooltip(
        ("name", "system"),
        ("bucket", "bucket"),
        ("edges", "values"),
        ("text", "F1"),
        ("interval", "95 %"),
        ("n", "gold items"),
    )
    return base(
        values,
        height=190,
        encoding={"x": x, "xOffset": offset},
        layer=[
            {
                "mark": {"type": "bar", "cursor": "pointer"},
                "encoding": {"y": y, "color": colours(view.systems), "opacity": pale, "tooltip": shown},
            },
            {
                "mark": {"type": "rule", "strokeWidth": 1.2},
                "encoding": {"y": y | {"field": "low"}, "y2": {"field": "high"}},
            },
        ],
    )
