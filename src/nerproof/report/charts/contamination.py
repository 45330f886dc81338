"""Contamination: the entities that train and test share, and the rates between splits."""

from __future__ import annotations

from collections.abc import Iterator

from nerproof.report.charts.channels import base, category, quantity, tooltip
from nerproof.report.charts.chart import Chart, Datum, Spec, datum, describe, drawable
from nerproof.report.charts.style import BLUE, ORANGE
from nerproof.report.numbers import written
from nerproof.report.view import ALL, Row, View

NAMES = {
    "partial_rate": "samples: some shared",
    "full_rate": "samples: all shared",
    "mention_rate": "mentions",
    "entity_rate": "distinct entities",
}


def charts(view: View) -> Iterator[Chart]:
    yield from _entities(view)
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


def _entities(view: View) -> Iterator[Chart]:
    """Numbers of distinct entities; drawn when both directions were counted."""
    counted: dict[str, dict[str, Row]] = {}
    for _, row in view.select("contamination", metric="entity_rate", label=ALL):
        counted.setdefault(str(row.get("dataset") or ""), {})[str(row["slice"])] = row
    for dataset, ways in counted.items():
        test, train = (ways.get(way, {}).get("total") for way in ("test|train", "train|test"))
        shared = ways.get("test|train", {}).get("count")
        if test and train and shared is not None:
            yield _entity_chart(dataset, {"train": train, "test": test}, shared)


def _entity_chart(dataset: str, sizes: dict[str, int], shared: int) -> Chart:
    """A bar for train and one for test; the part that they share is drawn in both."""
    parts = [(part, n, size) for part, size in sizes.items() for n in ("in both", f"only in {part}")]
    values = [
        {"part": part, "which": which, "value": n, "text": written(n, "count")}
        for part, which, size in parts
        for n in [shared if which == "in both" else size - shared]
    ]
    names = {"in both": "#8a8f98", "only in train": BLUE, "only in test": ORANGE}
    scale = {"domain": list(names), "range": list(names.values())}
    encoding = {
        "y": category("part"),
        "x": quantity("value", "distinct entities"),
        "color": category("which", scale=scale, legend={"orient": "top", "title": None}),
        "order": {"field": "which", "sort": "ascending"},
        "tooltip": tooltip(("part", "part"), ("which", "which"), ("text", "entities")),
    }
    spec = base(values, height={"step": 34}, mark={"type": "bar", "height": {"band": 0.6}}, encoding=encoding)
    said = {value["which"]: value["text"] for value in values}
    alt = f"Distinct entities: {', '.join(f'{said[name]} {name}' for name in names)}."
    end = f"-{dataset}" if dataset else ""
    title = "Entities of train and test" + (f" · {drawable(dataset)}" if dataset else "")
    return Chart(f"contamination-entities{end}", "contamination", title, alt, spec, caption=alt)
