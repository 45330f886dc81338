"""The server's own pages: the list of results, their history, and several of them side by side."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import cache
from typing import Any

from nerproof.base.results import Result
from nerproof.report.catalogue import Catalogue, Entry
from nerproof.report.charts.chart import base, drawable
from nerproof.report.charts.style import colours, config
from nerproof.report.combined import combined
from nerproof.report.html import asset, environment, render
from nerproof.report.numbers import written

HISTORY = {"f1": "F1 on all entities", "f1_clean": "F1 on new entities"}
MOST_LINES = 8


def index_page(catalogue: Catalogue) -> str:
    entries = catalogue.entries()
    rows = [
        {
            "name": entry.name,
            "when": _when(entry),
            "gold": entry.gold.rpartition("@")[0] or entry.gold,
            "lines": _lines(entry),
        }
        for entry in reversed(entries)
    ]
    metrics = [
        metric
        for metric in HISTORY
        if len(entries) > 1 and any(metric in scores for entry in entries for scores in entry.scores.values())
    ]
    return str(
        _template("shelf.html").render(
            rows=rows,
            folder=catalogue.folder.name or str(catalogue.folder),
            style=_style(),
            metrics=metrics,
            titles=HISTORY,
        )
    )


def compare_page(catalogue: Catalogue, names: list[str]) -> str:
    loaded = [(name, catalogue.load(name).to_dict()) for name in names]
    data = loaded[0][1] if len(loaded) == 1 else Result.from_dict(combined(loaded)).to_dict()
    return render(data, title=" · ".join(names), home="/")


def error_page(message: str) -> str:
    return str(_template("trouble.html").render(message=message, style=_style()))


def history_picture(catalogue: Catalogue, metric: str) -> str:
    """F1 over the files in the order in which they were written."""
    import vl_convert

    if metric not in HISTORY:
        raise KeyError(metric)
    values = _points(catalogue.entries(), metric)
    systems = list(dict.fromkeys(value["system"] for value in values))
    x = {
        "field": "file",
        "type": "nominal",
        "sort": None,
        "title": None,
        "axis": {"labelAngle": -35, "labelLimit": 160},
    }
    y = {"field": "value", "type": "quantitative", "title": HISTORY[metric], "scale": {"zero": False}}
    layers = [
        {"mark": {"type": "line", "strokeWidth": 2}},
        {"mark": {"type": "point", "filled": True, "size": 70, "opacity": 1}},
    ]
    spec = base(values, height=240, encoding={"x": x, "y": y, "color": colours(systems)}, layer=layers) | {
        "width": 760,
        "autosize": "pad",
        "config": config(),
    }
    return str(vl_convert.vegalite_to_svg(spec))


def _points(entries: list[Entry], metric: str) -> list[dict[str, Any]]:
    """The systems that occur most often; a file's place is kept even when names repeat in other folders."""
    often: dict[str, int] = {}
    for entry in entries:
        for system in entry.scores:
            often[system] = often.get(system, 0) + 1
    shown = sorted(often, key=lambda name: (-often[name], name))[:MOST_LINES]
    return [
        {"file": drawable(entry.name), "system": system, "name": drawable(system), "value": round(value * 100, 4)}
        for entry in entries
        for system in shown
        if (value := entry.scores.get(system, {}).get(metric)) is not None
    ]


def _lines(entry: Entry) -> list[dict[str, str]]:
    ranked = sorted(entry.scores.items(), key=lambda pair: -(pair[1].get("f1") or -1.0))
    return [
        {"system": name, "f1": written(scores.get("f1"), "score"), "clean": written(scores.get("f1_clean"), "score")}
        for name, scores in ranked
    ]


def _when(entry: Entry) -> str:
    return datetime.fromtimestamp(entry.changed, UTC).strftime("%Y-%m-%d %H:%M UTC")


@cache
def _style() -> str:
    return "\n".join(asset(name) for name in ("base.css", "page.css", "table.css", "shelf.css"))


def _template(name: str) -> Any:
    return environment().get_template(name)
