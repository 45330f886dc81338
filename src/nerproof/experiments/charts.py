"""Figures of a contamination study as Vega-Lite specs, beside the curves that every experiment has in its report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
SCORES = ("f1", "f1_clean", "f1_contaminated")
GAMMA = {"field": "gamma", "type": "quantitative", "title": "training samples with an entity of the test set, γ (%)"}

Spec = dict[str, Any]
Lines = Sequence[Mapping[str, Any]]


def charts(tables: Mapping[str, Any], runs: Lines) -> dict[str, Spec]:
    """Specs by title, in the order they should be read; none where nothing was correlated with a level."""
    if "correlations" not in tables:
        return {}
    done = [dict(line) for line in runs if line.get("status") == "done"]
    return {
        "Correlation with the contamination level": matrix(tables["correlations"]),
        "F1 of all, new and seen mentions by level": panel(done),
        "Training mentions by level": mentions(done),
        "Seen entities by seen samples": entities(done),
        "Training mentions of each type by level": types(done),
        "F1 of new mentions of each type by training mentions": classes(done),
        "Test mentions of each type, new and seen, at the highest level": composition(done),
    }


def matrix(table: Lines) -> Spec:
    """Pearson's r of every score for every system, and pooled; a dash where it is undefined."""
    values = [{**t, "text": "–" if t["r"] is None else f"{t['r']:.2f}{t['stars']}"} for t in table]
    place = {
        "x": {"field": "score", "type": "nominal", "sort": None, "title": None, "axis": {"orient": "top"}},
        "y": {"field": "system", "type": "nominal", "sort": None, "title": None},
    }
    colour = {"field": "r", "type": "quantitative", "scale": {"scheme": "redblue", "domain": [-1, 1]}}
    return {
        **_frame(values),
        "encoding": place,
        "layer": [
            {"mark": {"type": "rect", "tooltip": True}, "encoding": {"color": colour}},
            {"mark": "text", "encoding": {"text": {"field": "text", "type": "nominal"}}},
        ],
    }


def panel(runs: Lines) -> Spec:
    """F1 of all, new and seen mentions together: mean over seeds, a panel per dataset and model."""
    values = [
        {"gamma": r["gamma"], "score": score, "value": 100 * r[score], "panel": f"{r['dataset']}, {r['model']}"}
        for r in runs
        for score in SCORES
        if r.get(score) is not None
    ]
    y = {**_mean("value", "F1 (%)"), "scale": {"zero": False}}
    lines = _marks("line", {"x": GAMMA, "y": y, "color": {**_name("score"), "sort": list(SCORES)}})
    return _panels(values, "panel", lines, columns=3)


def mentions(runs: Lines) -> Spec:
    """How many mentions a training set of one size has: clean samples hold fewer."""
    y = _mean("train_mentions", "mentions in the training set")
    lines = _marks("line", {"x": GAMMA, "y": y, "color": _name("dataset")})
    return {**_frame(_columns(runs, "gamma", "train_mentions", "dataset")), **lines}


def entities(runs: Lines) -> Spec:
    """Share of the training mentions whose entity is in the test set, by share of such samples."""
    x = _number("sample_overlap", "training samples with an entity of the test set")
    y = _number("mention_overlap", "training mentions that are in the test set")
    points = _marks("point", {"x": x, "y": y, "color": _name("dataset")})
    return {**_frame(_columns(runs, "sample_overlap", "mention_overlap", "dataset")), **points}


def types(runs: Lines) -> Spec:
    """Training mentions of each type by level, a panel per dataset."""
    values = [
        {"gamma": r["gamma"], "type": kind, "mentions": n, "dataset": r["dataset"]}
        for r in runs
        for kind, n in (r.get("train_types") or {}).items()
    ]
    lines = _marks("line", {"x": GAMMA, "y": _mean("mentions", "mentions"), "color": _name("type")})
    return _panels(values, "dataset", lines)


def classes(runs: Lines) -> Spec:
    """Whether types with many training mentions are found better: a point per type and run, a panel per model."""
    values = [
        {"type": kind, "mentions": n, "value": 100 * found, "dataset": r["dataset"], "model": r["model"]}
        for r in runs
        for kind, n in (r.get("train_types") or {}).items()
        if (found := r.get("types", {}).get(kind, {}).get("f1_clean")) is not None
    ]
    x, y = _number("mentions", "mentions of the type in the training set"), _number("value", "F1 of new mentions (%)")
    encoding = {"x": x, "y": y, "color": _name("type"), "shape": _name("dataset")}
    return _panels(values, "model", _marks("point", encoding), columns=3)


def composition(runs: Lines) -> Spec:
    """How many test mentions of each type are new and seen against the first set of the highest level."""
    last = {r["dataset"]: r for r in sorted(runs, key=lambda r: (r["gamma"], -r["seed"]))}
    values = [
        {"dataset": name, "type": kind, "mentions": counts.get(side) or 0, "side": side}
        for name, r in last.items()
        for kind, counts in r.get("types", {}).items()
        for side in ("new", "seen")
    ]
    y = {**_name("type"), "title": None}
    bars = _marks("bar", {"x": _number("mentions", "mentions in the test set"), "y": y, "color": _name("side")})
    return {**_panels(values, "dataset", bars), "resolve": {"scale": {"y": "independent"}}}


def _name(field: str) -> Spec:
    return {"field": field, "type": "nominal"}


def _number(field: str, title: str) -> Spec:
    return {"field": field, "type": "quantitative", "title": title}


def _mean(field: str, title: str) -> Spec:
    return {**_number(field, title), "aggregate": "mean"}


def _marks(kind: str, encoding: Spec) -> Spec:
    return {"mark": {"type": kind, "tooltip": True, "point": kind == "line"}, "encoding": encoding}


def _panels(values: Lines, field: str, spec: Spec, columns: int = 2) -> Spec:
    return {**_frame(values), "facet": {**_name(field), "title": None}, "columns": columns, "spec": spec}


def _columns(runs: Lines, *names: str) -> Lines:
    return [{name: r.get(name) for name in names} for r in runs]


def _frame(values: Lines) -> Spec:
    return {"$schema": SCHEMA, "data": {"values": [dict(v) for v in values]}}
