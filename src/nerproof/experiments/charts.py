"""Figures of a contamination study as Vega-Lite specs, beside the curves that every experiment has in its report."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
SCORES = ("f1", "f1_clean", "f1_contaminated")
GAMMA = {"field": "gamma", "type": "quantitative", "title": "contaminated training samples, γ (%)"}

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
    """Original, clean and contaminated scores together: mean over seeds, a panel per dataset and model."""
    values = [
        {"gamma": r["gamma"], "score": score, "value": 100 * r[score], "panel": f"{r['dataset']}, {r['model']}"}
        for r in runs
        for score in SCORES
        if r.get(score) is not None
    ]
    y = {"field": "value", "aggregate": "mean", "type": "quantitative", "title": "F1 (%)", "scale": {"zero": False}}
    encoding = {"x": GAMMA, "y": y, "color": {"field": "score", "type": "nominal", "sort": list(SCORES)}}
    line = {"mark": {"type": "line", "point": True, "tooltip": True}, "encoding": encoding}
    return {**_frame(values), "facet": {"field": "panel", "type": "nominal", "title": None}, "columns": 3, "spec": line}


def mentions(runs: Lines) -> Spec:
    """How many mentions a training set of one size has: clean samples hold fewer."""
    y = {
        "field": "train_mentions",
        "aggregate": "mean",
        "type": "quantitative",
        "title": "mentions in the training set",
    }
    encoding = {"x": GAMMA, "y": y, "color": {"field": "dataset", "type": "nominal"}}
    return {**_frame(runs), "mark": {"type": "line", "point": True, "tooltip": True}, "encoding": encoding}


def entities(runs: Lines) -> Spec:
    """Share of the training mentions whose entity is in the test set, by share of such samples."""
    x = {"field": "sample_overlap", "type": "quantitative", "title": "training samples with an entity of the test set"}
    y = {"field": "mention_overlap", "type": "quantitative", "title": "training mentions that are in the test set"}
    colour = {"field": "dataset", "type": "nominal"}
    return {**_frame(runs), "mark": {"type": "point", "tooltip": True}, "encoding": {"x": x, "y": y, "color": colour}}


def types(runs: Lines) -> Spec:
    values = [
        {"gamma": r["gamma"], "type": kind, "mentions": n, "dataset": r["dataset"]}
        for r in runs
        for kind, n in (r.get("train_types") or {}).items()
    ]
    y = {"field": "mentions", "aggregate": "mean", "type": "quantitative"}
    encoding = {"x": GAMMA, "y": y, "color": {"field": "type", "type": "nominal"}}
    line = {"mark": {"type": "line", "point": True, "tooltip": True}, "encoding": encoding}
    return {**_frame(values), "facet": {"field": "dataset", "type": "nominal"}, "columns": 2, "spec": line}


def _frame(values: Lines) -> Spec:
    return {"$schema": SCHEMA, "data": {"values": [dict(v) for v in values]}}
