"""Overall scores: recall on seen and on new names, and F1 per entity type."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from nerproof.report.charts.channels import base, category, quantity, reach, tooltip, whisker
from nerproof.report.charts.chart import Chart, Datum, Spec, datum, describe, ranked
from nerproof.report.charts.heat import heat
from nerproof.report.charts.style import BLUE, GREEN, GREY, MANY, ORANGE, RED
from nerproof.report.view import ALL, View

# What a system's recall is of: its mark, its colour, and where the row is.
ON = {
    "if seen in training": ("circle", BLUE, ("tmr", ALL, "recall_if_seen")),
    "if new": ("diamond", ORANGE, ("tmr", ALL, "recall_if_new")),
    "natural new names": ("square", GREEN, ("rockner", "natural", "recall")),
    "attacked": ("triangle-up", RED, ("rockner", "E", "recall")),  # or the first setting of the user's own
}
BY_TYPE = {"seen names": ("circle", BLUE), "new names": ("diamond", ORANGE)}
PICK = ("system",)
F1_ONLY = {"F1": ("circle", BLUE, ("standard", ALL, "f1"))}


def charts(view: View) -> Iterator[Chart]:
    if chart := _memory(view):
        yield chart
    if values := _by_type(view):
        title = "Recall on seen and on new names, by type"
        spec = _dumbbell(values, BY_TYPE, "recall (%)", field="label")
        yield Chart("type-memory", "tough", title, describe(values, title, "system", "label", "on"), spec, pick=PICK)
    if len(values := _type_values(view)) > len(view.systems):
        title = "F1 by entity type and system"
        alt = describe(values, title, "system", "label")
        yield Chart("types", "standard", title, alt, heat(values, x="label", y="name"), wide=True)


def _memory(view: View) -> Chart | None:
    """Recall on seen and on new names, a line per system; F1 alone where nothing is known of training."""
    trained = any(v["on"] == "if new" for s in view.systems for v in _marks(view, s, ON))
    attacked = {"attacked": (*ON["attacked"][:2], ("rockner", view.attack, "recall"))}
    kinds = {**ON, **attacked} if trained else F1_ONLY
    flipped = {str(s) for f in view.findings if f.get("rule") == "flip" for s in f.get("system", ())}
    values = [v for system in _by_unseen(view) for v in _marks(view, system, kinds)]
    values = [v | {"name": f"{v['name']} ⇅"} if v["system"] in flipped else v for v in values]
    if not values:
        return None
    title = "Recall if every name were seen in training, and if new" if trained else "F1 of each system"
    line = floor = _floor(view) if trained else None
    begins, ends = reach(values)
    if floor is not None and begins - floor > ends - begins:  # so far to the left that the systems would be crowded
        line = None
    begins = reach(values, *([] if line is None else [line]))[0]
    said = [f"The axis begins at {begins}."] if begins else []
    said += ["Grey line: a list of the training names."] if line is not None else []
    said += [f"A list of the training names finds {floor:.0f} %."] if line is None and floor is not None else []
    said += ["Standardised by type and length of the name."] if trained else []
    said += ["⇅: the ranking differs from the one by F1."] if flipped and trained else []
    spec = _dumbbell(values, kinds, "recall (%)" if trained else "F1 (%)", line=line)
    return Chart("memory", "answer", title, describe(values, title, "system", "on"), spec, caption=" ".join(said))


def _floor(view: View) -> float | None:
    """The recall of a list of the training names, with those of dev where dev counts as seen."""
    found = (view.value("overlap", "", d, ALL, "memorizer_recall") for d in ("test|train+dev", "test|train"))
    return next((100 * value for value in found if value is not None), None)


def _by_type(view: View) -> list[Datum]:
    """Recall of every system on the seen and on the new names of each type; the type that falls most comes first."""
    sets = {"SEEN": "seen names", "UNSEEN-ANY": "new names"}
    found = []
    for system in view.systems:
        rows = view.select("tmr", system=system, metric="recall")
        own = [(n, r) for n, r in rows if r["label"] != ALL and r["slice"] in sets and r.get("value") is not None]
        fall = dict.fromkeys((str(r["label"]) for _, r in own), 0.0)
        for _, row in own:
            fall[str(row["label"])] += row["value"] * (1 if row["slice"] == "SEEN" else -1)
        found += sorted((datum(n, r, on=sets[r["slice"]]) for n, r in own), key=lambda v: -fall.get(v["label"], 0.0))
    return found


def _by_unseen(view: View) -> list[str]:
    """The systems, the best on new names first; by F1 where nothing is known of training."""
    value = {s: view.value("tmr", s, ALL, ALL, "recall_if_new") for s in view.systems}
    return sorted(view.systems, key=lambda s: (value[s] is None, -(value[s] or 0.0)))


def _marks(view: View, system: str, kinds: Mapping[str, Any]) -> Iterator[Datum]:
    for on, (_, _, (suite, slice_, metric)) in kinds.items():
        at = view.at(suite, system, slice_, ALL, metric)
        if at is not None and view.rows[at].get("value") is not None:
            yield datum(at, view.rows[at], on=on)


def _dumbbell(
    values: list[Datum], kinds: Mapping[str, Any], title: str, *, field: str = "name", line: float | None = None
) -> Spec:
    """A mark per kind on the line of each system or type, with its interval; a bar joins the outermost."""
    drawn = [on for on in kinds if any(v["on"] == on for v in values)]
    fixed = field == "name"  # the page shows one system at a time of the others
    x = quantity("value", title, reach(values, *([] if line is None else [line])) if fixed else ())
    x |= {} if fixed else {"scale": {"zero": False}}
    legend = {"orient": "top", "title": None, "labelLimit": 300, "columns": 4} if len(drawn) > 1 else None
    shape, colour = (
        category("on", legend=legend, scale={"domain": drawn, "range": [kinds[on][i] for on in drawn]}) for i in (0, 1)
    )
    said = tooltip(("name", "system"), ("on", "on"), ("text", title), ("interval", "95 %"))
    span = {"x": x | {"aggregate": "min"}, "x2": {"field": "value", "aggregate": "max"}}
    interval = whisker("x", x, strokeWidth=1.4)
    interval["encoding"]["color"] = colour
    point = {"type": "point", "filled": True, "size": 110, "opacity": 1, "cursor": "pointer"}
    layers = [
        *([] if line is None else [_upright(line, x["scale"])]),
        {"mark": {"type": "rule", "color": GREY, "strokeWidth": 5, "opacity": 0.45}, "encoding": span},
        interval,
        {"mark": point, "encoding": {"x": x, "color": colour, "shape": shape, "tooltip": said}},
    ]
    lines = len({v[field] for v in values})
    return base(values, height={"step": 40 if lines <= MANY else 20}, encoding={"y": category(field)}, layer=layers)


def _upright(line: float, scale: Spec) -> Spec:
    mark = {"type": "rule", "color": GREY, "strokeDash": [4, 3], "strokeWidth": 1.5}
    x = {"datum": round(line, 4), "type": "quantitative", "scale": scale}
    return {"mark": mark, "encoding": {"x": x, "y": {"value": 0}, "y2": {"value": "height"}}}


def _type_values(view: View) -> list[Datum]:
    rows = view.select("standard", slice=ALL, metric="f1")
    return ranked(
        (
            datum(number, row)
            for number, row in rows
            if row["label"] != ALL and not row.get("other") and row["system"] in view.systems
        ),
        view.systems,
    )
