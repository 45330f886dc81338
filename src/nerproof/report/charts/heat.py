"""Heat maps: a number in every field, its ground by the value; and the map of all attributes and buckets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from nerproof.report.charts.attribute_names import named
from nerproof.report.charts.chart import Chart, Datum, Spec, base, datum, describe, drawable, ranked, tooltip
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
        "title": None,
        "domain": False,
        "ticks": False,
    }
    shared = {
        "x": {"field": x, "type": "nominal", "sort": None, "axis": axis},
        "y": {
            "field": y,
            "type": "nominal",
            "sort": None,
            "title": None,
            "axis": {"domain": False, "ticks": False},
        },
        "tooltip": tooltip(
            (y, "system" if y == "name" else y), (x, x), ("text", title), ("interval", "95 %"), ("n", "n")
        ),
    }
    colour = {
        "field": "value",
        "type": "quantitative",
        "title": title,
        "scale": {"range": list(RAMP), "domain": [0, max(top, 1)]},
        "legend": None,
    }
    ink = {
        "condition": {"test": f"datum.value > {0.55 * top:.4f}", "value": INK_ON_RAMP["dark"]},
        "value": INK_ON_RAMP["light"],
    }
    drawn = {"filter": "isValid(datum.value)"}
    spec = base(
        values,
        height={"step": step},
        encoding=shared,
        layer=[
            {
                "transform": [drawn],
                "mark": {
                    "type": "rect",
                    "cursor": "pointer",
                    "stroke": "white",
                    "strokeWidth": 1,
                    "strokeOpacity": 0.5,
                },
                "encoding": {"color": colour},
            },
            {
                "transform": [drawn],
                "mark": {"type": "text", "fontSize": 11, "cursor": "pointer"},
                "encoding": {"text": {"field": "text"}, "color": ink},
            },
            {
                "transform": [{"filter": "!isValid(datum.value)"}],
                "mark": {"type": "text", "text": "–", "opacity": 0.6},
            },
        ],
    )
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
        yield Chart(
            "bucket-map",
            "attributes",
            "F1 in every bucket of every attribute",
            describe(values, "F1 by system and bucket", "system", "field"),
            heat(values, x="name", y="field", step=22),
            wide=True,
        )
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
        colour = {
            "range": ["#e8853a", "#fbe3cf", "#f7f7f7", "#cfe3f5", "#5a9fd0"],
            "domain": _even(values),
            "type": "linear",
        }
        spec["layer"][0]["encoding"]["color"]["scale"] = colour
        spec["layer"][1]["encoding"]["color"] = {"value": INK_ON_RAMP["light"]}
        yield Chart(
            "change-map",
            "experiments",
            title,
            describe(values, title, "system", "bucket", "K"),
            spec,
            pick=("system",),
            wide=True,
            caption="Blue: better than with single sentences; orange: worse.",
        )


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
    spec = heat(values, x="slice", y="label", title="recall")
    yield Chart(
        "tough-types",
        "tough",
        "Recall by type and set",
        describe(values, "Recall by entity type and set of mentions", "system", "label", "slice"),
        spec,
        pick=("system",),
        wide=True,
    )
