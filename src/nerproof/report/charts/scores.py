"""Overall scores: recall on seen and on new names, and F1 per entity type."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from nerproof.report.charts.chart import Chart, Datum, base, datum, describe, ranked, tooltip
from nerproof.report.charts.heat import heat
from nerproof.report.charts.style import BLUE, GREEN, GREY, MANY, ORANGE, RED
from nerproof.report.view import ALL, View

# What a system's recall is of: its mark, its colour, and where the row is.
ON = {
    "names seen in training": ("circle", BLUE, ("tmr", ALL, "recall_if_seen")),
    "new names": ("diamond", ORANGE, ("tmr", ALL, "recall_if_new")),
    "natural new names": ("square", GREEN, ("rockner", "natural", "recall")),
    "attacked": ("triangle-up", RED, ("rockner", "E", "recall")),  # or the first setting of the user's own
}
F1_ONLY = {"F1": ("circle", BLUE, ("standard", ALL, "f1"))}


def charts(view: View) -> Iterator[Chart]:
    if chart := _memory(view):
        yield chart
    if values := _by_type(view):
        title = "Recall on seen and on new names, by type"
        spec = _dumbbell(
            values, ON, _ends([v[k] for v in values for k in ("low", "high", "value") if k in v]), "recall (%)", None
        )
        spec["encoding"]["y"]["field"] = "label"
        alt = describe(values, title, "system", "label", "on")
        yield Chart("type-memory", "tough", title, alt, spec, pick=("system",))
    if len(values := _type_values(view)) > len(view.systems):
        yield Chart(
            id="types",
            section="standard",
            title="F1 by entity type and system",
            alt=describe(values, "F1 by entity type and system", "system", "label"),
            spec=heat(values, x="label", y="name"),
            wide=True,
        )


def _memory(view: View) -> Chart | None:
    """Recall on seen and on new names, a line per system; F1 alone where nothing is known of training."""
    trained = any(v["on"] == "new names" for s in view.systems for v in _marks(view, s, ON))
    kinds = (
        {**ON, "attacked": (*ON["attacked"][:2], ("rockner", attack_setting(view), "recall"))} if trained else F1_ONLY
    )
    flipped = {str(s) for f in view.findings if f.get("rule") == "flip" for s in f.get("system", ())}
    values = [v for system in _by_unseen(view) for v in _marks(view, system, kinds)]
    values = [v | {"name": f"{v['name']} ⇅"} if v["system"] in flipped else v for v in values]
    if not values:
        return None
    score = "recall" if trained else "F1"
    names = {"F1": "F1 of each system"}.get(score, "Recall on names seen in training and on new ones")
    floors = [view.at("overlap", "", d, ALL, "memorizer_recall") for d in ("test|train+dev", "test|train")]
    floor = next((f for f in floors if f is not None), None) if trained else None
    line = None if floor is None else _percent(view.rows[floor].get("value"))
    ends = _ends([*_reached(values), *([] if line is None else [line])])
    caption = f"The axis begins at {ends[0]}. " if ends[0] else ""
    caption += "Grey line: a list of the training names. " if line is not None else ""
    caption += "Standardised by type and length of the name. " if trained else ""
    caption += "⇅: the ranking differs from the one by F1." if flipped and trained else ""
    spec = _dumbbell(values, kinds, ends, f"{score} (%)", line)
    return Chart("memory", "answer", names, describe(values, names, "system", "on"), spec, caption=caption.strip())


def _kinds(view: View) -> dict[str, Any]:
    """What is drawn, with the attack that this result has."""
    return {**ON, "attacked": (*ON["attacked"][:2], ("rockner", attack_setting(view), "recall"))}


def _by_type(view: View) -> list[Datum]:
    """Recall of every system on the seen and on the new names of each type; the type that falls most comes first."""
    sets = {"SEEN": "names seen in training", "UNSEEN-ANY": "new names"}
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


def attack_setting(view: View) -> str:
    """The setting of the attack that is drawn: entities replaced, or the first one of the user's own."""
    found = [str(row["slice"]) for _, row in view.select("rockner", metric="drop_f1", label=ALL)]
    own = [one for one in found if one not in {"swap", "natural"}]
    return "E" if "E" in own or not own else own[0]


def _marks(view: View, system: str, kinds: Mapping[str, Any]) -> Iterator[Datum]:
    for on, (_, _, (suite, slice_, metric)) in kinds.items():
        at = view.at(suite, system, slice_, ALL, metric)
        if at is not None and view.rows[at].get("value") is not None:
            yield datum(at, view.rows[at], on=on)


def _percent(value: Any) -> float | None:
    return 100 * value if isinstance(value, int | float) else None


def _reached(values: Sequence[Datum]) -> list[float]:
    """Every value and every end of an interval."""
    return [v[key] for v in values for key in ("low", "high", "value") if key in v]


def _ends(values: Sequence[float]) -> tuple[int, int]:
    """Where the axis begins and ends: multiples of five around what is drawn.

    >>> _ends([88.0, 96.2])
    (85, 100)
    """
    return max(0, math.floor((min(values) - 1) / 5) * 5), min(100, math.ceil((max(values) + 1) / 5) * 5)


def _dumbbell(
    values: list[Datum], kinds: Mapping[str, Any], ends: tuple[int, int], title: str, line: float | None
) -> dict[str, Any]:
    drawn = [on for on in kinds if any(v["on"] == on for v in values)]
    axis = {"tickCount": 6}
    x = {"field": "value", "type": "quantitative", "title": title, "scale": {"domain": list(ends)}, "axis": axis}
    legend = {"orient": "top", "title": None, "labelLimit": 300, "columns": 2} if len(drawn) > 1 else None
    channel = {"field": "on", "type": "nominal", "title": None, "legend": legend}
    colour = channel | {"scale": {"domain": drawn, "range": [kinds[on][1] for on in drawn]}}
    shape = channel | {"scale": {"domain": drawn, "range": [kinds[on][0] for on in drawn]}}
    said = tooltip(("name", "system"), ("on", "on"), ("text", title), ("interval", "95 %"))
    layers: list[dict[str, Any]] = [
        {
            "mark": {"type": "rule", "color": GREY, "strokeWidth": 5, "opacity": 0.45},
            "encoding": {"x": x | {"aggregate": "min"}, "x2": {"field": "value", "aggregate": "max"}},
        },
        {
            "mark": {"type": "rule", "strokeWidth": 1.4},
            "encoding": {"x": x | {"field": "low"}, "x2": {"field": "high"}, "color": colour},
        },
        {
            "mark": {"type": "point", "filled": True, "size": 110, "opacity": 1, "cursor": "pointer"},
            "encoding": {"x": x, "color": colour, "shape": shape, "tooltip": said},
        },
    ]
    if line is not None:
        mark = {"type": "rule", "color": GREY, "strokeDash": [4, 3], "strokeWidth": 1.5}
        upright = {"y": {"value": 0}, "y2": {"value": "height"}}
        layers.insert(
            0, {"mark": mark, "encoding": {"x": {"datum": round(line, 4), "type": "quantitative"}, **upright}}
        )
    y = {"field": "name", "type": "nominal", "sort": None, "title": None}
    step = 34 if len({v["name"] for v in values}) <= MANY and len({v["label"] for v in values}) <= MANY else 20
    return base(values, height={"step": step}, encoding={"y": y}, layer=layers)


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
