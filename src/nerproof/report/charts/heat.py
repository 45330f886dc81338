"""Heat maps: a number in every field, its ground by the value; and the map of all attributes and buckets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from nerproof.report.charts.attribute_names import named
from nerproof.report.charts.channels import base, category, tooltip
from nerproof.report.charts.chart import Chart, Datum, Spec, datum, describe, drawable, ranked
from nerproof.report.charts.style import INK_ON_RAMP, RAMP
from nerproof.report.numbers import written
from nerproof.report.view import View


def heat(values: Sequence[Datum], *, x: str, y: str, title: str = "F1", step: int = 28) -> Spec:
    """Fields of equal size, scrolling sideways when there are many; an undefined one stays empty with a dash."""
    top = max((float(value["value"]) for value in values if "value" in value), default=1.0)
    names = list(dict.fromkeys(str(value[x]) for value in values))
    axis = {
        "orient": "top",
        "labelAngle": -30 if len(names) > 8 else 0,
        "labelLimit": 140,
        "domain": False,
        "ticks": False,
    }
    shared = {
        "x": category(x, axis=axis),
        "y": category(y, axis={"domain": False, "ticks": False}),
        "tooltip": tooltip(
            (y, "system" if y == "name" else y), (x, x), ("text", title), ("interval", "95 %"), ("n", "n")
        ),
    }
    scale = {"range": list(RAMP), "domain": [0, max(top, 1)]}
    colour = {"field": "value", "type": "quantitative", "title": title, "scale": scale, "legend": None}
    ink = {
        "condition": {"test": f"datum.value > {0.55 * top:.4f}", "value": INK_ON_RAMP["dark"]},
        "value": INK_ON_RAMP["light"],
    }
    drawn = {"transform": [{"filter": "isValid(datum.value)"}]}
    empty = {"transform": [{"filter": "!isValid(datum.value)"}]}
    field = {"type": "rect", "cursor": "pointer", "stroke": "white", "strokeWidth": 1, "strokeOpacity": 0.5}
    number = {"type": "text", "fontSize": 11, "cursor": "pointer"}
    layers = [
        {**drawn, "mark": field, "encoding": {"color": colour}},
        {**drawn, "mark": number, "encoding": {"text": {"field": "text"}, "color": ink}},
        {**empty, "mark": {"type": "text", "text": "–", "opacity": 0.6}},
    ]
    spec = base(values, height={"step": step}, encoding=shared, layer=layers)
    longest = 0 if len(names) > 8 else max(map(len, names), default=0)
    return spec | {"width": {"step": min(130, max(46, 16 + 7 * longest))}, "autosize": "pad"}


def charts(view: View) -> Iterator[Chart]:
    rows = [(n, row) for n, row in view.select("interpreteval", metric="f1", label="ALL") if ":" in str(row["slice"])]
    if rows:
        values = ranked(
            (
                datum(number, row, field=drawable(_of_bucket(str(row["slice"]))))
                for number, row in rows
                if row["system"] in view.systems
            ),
            view.systems,
        )
        alt = describe(values, "F1 by system and bucket", "system", "field")
        spec = heat(values, x="name", y="field", step=22)
        yield Chart("bucket-map", "attributes", "F1 in every bucket of every attribute", alt, spec, wide=True)
    yield from _tough(view)
    yield from _changes(view)


def _changes(view: View) -> Iterator[Chart]:
    """Relative change of every bucket's F1 with longer contexts, from an experiment over K."""
    experiment = view.extras.get("experiment")
    cells = experiment.get("heat") if isinstance(experiment, Mapping) else None
    values: list[Datum] = [
        {
            "system": cell["system"],
            "bucket": drawable(_of_bucket(str(cell["bucket"]))),
            "K": f"K = {cell['K']}",
            "value": round(cell["change"] * 100, 4),
            "text": written(cell["change"], "points"),
        }
        for cell in cells or ()
    ]
    if values:
        title = "Change of F1 with K sentences joined, in % of F1 at K = 1"
        spec = heat(values, x="K", y="bucket", title="change", step=22)
        ramp = ["#e8853a", "#fbe3cf", "#f7f7f7", "#cfe3f5", "#5a9fd0"]
        spec["layer"][0]["encoding"]["color"]["scale"] = {"range": ramp, "domain": _even(values), "type": "linear"}
        spec["layer"][1]["encoding"]["color"] = {"value": INK_ON_RAMP["light"]}
        alt = describe(values, title, "system", "bucket", "K")
        caption = "Blue: better than with single sentences; orange: worse."
        yield Chart("change-map", "experiments", title, alt, spec, caption=caption, pick=("system",), wide=True)


def _of_bucket(slice_: str) -> str:
    """An attribute and its bucket; lines of a map, so the short name fits.

    >>> _of_bucket("eLen:XS"), _of_bucket("genre:news")
    ('entity length · eLen XS', 'genre news')
    """
    attribute, _, bucket = slice_.partition(":")
    return f"{named(attribute)} {bucket}"


def _even(values: Sequence[Datum]) -> list[float]:
    """A domain that has zero in its middle, so that grey is no change."""
    most = max(abs(float(value["value"])) for value in values) or 1.0
    return [-most, -most / 3, 0.0, most / 3, most]


def _tough(view: View) -> Iterator[Chart]:
    rows = [(n, row) for n, row in view.select("tmr", metric="recall") if row.get("system") in view.systems]
    labels = view.labels(row for _, row in rows)
    if not labels:
        return
    values = [datum(number, row) for number, row in rows]
    alt = describe(values, "Recall by entity type and set of mentions", "system", "label", "slice")
    spec = heat(values, x="slice", y="label", title="recall")
    yield Chart("tough-types", "tough", "Recall by type and set", alt, spec, pick=("system",), wide=True)
