"""The server's own pages: the list of results, their history, and several of them side by side."""

from __future__ import annotations

from collections import Counter
from typing import Any
from urllib.parse import quote

from nerproof.base.results import Result
from nerproof.report.board import Link, Ranking, board_page, own_places, style
from nerproof.report.catalogue import Catalogue, Entry
from nerproof.report.charts.channels import base, category, quantity
from nerproof.report.charts.chart import drawable
from nerproof.report.charts.style import colours, config
from nerproof.report.combined import combined
from nerproof.report.html import environment, render

HISTORY = {"f1": "F1 on all entities", "f1_clean": "F1 on new entities"}
MOST_LINES = 8


def index_page(catalogue: Catalogue, ranking: Ranking = own_places) -> str:
    """The board of a folder: files can be ticked and compared."""
    entries = catalogue.entries()
    drawn = {
        metric: title
        for metric, title in HISTORY.items()
        if len(entries) > 1 and any(metric in one.scores for entry in entries for one in entry.standings.values())
    }
    results = {entry.name: catalogue.load(entry.name) for entry in entries}
    link = Link(lambda name: f"/report?file={quote(name)}", ticks=True)
    return board_page(catalogue, link, ranking(results), history=drawn)


def compare_page(catalogue: Catalogue, names: list[str]) -> str:
    loaded = [(name, catalogue.load(name).to_dict()) for name in names]
    data = loaded[0][1] if len(loaded) == 1 else Result.from_dict(combined(loaded)).to_dict()
    return render(data, title=" · ".join(names), home="/")


def error_page(message: str) -> str:
    return str(environment().get_template("trouble.html").render(message=message, style=style()))


def history_picture(catalogue: Catalogue, metric: str) -> str:
    """F1 over the files in the order in which they were written."""
    import vl_convert

    if metric not in HISTORY:
        raise KeyError(metric)
    values = _points(catalogue.entries(), metric)
    systems = list(dict.fromkeys(value["system"] for value in values))
    x = category("file", axis={"labelAngle": -35, "labelLimit": 160})
    y = quantity("value", HISTORY[metric], scale={"zero": False})
    point = {"type": "point", "filled": True, "size": 70, "opacity": 1}
    layers = [{"mark": {"type": "line", "strokeWidth": 2}}, {"mark": point}]
    spec = base(values, height=240, encoding={"x": x, "y": y, "color": colours(systems)}, layer=layers)
    spec |= {"width": 760, "autosize": "pad", "config": config()}
    return str(vl_convert.vegalite_to_svg(spec))


def _points(entries: list[Entry], metric: str) -> list[dict[str, Any]]:
    """The systems that occur most often; a file's place is kept even when names repeat in other folders."""
    often = Counter(system for entry in entries for system in entry.standings)
    shown = sorted(often, key=lambda name: (-often[name], name))[:MOST_LINES]
    return [
        {"file": drawable(entry.name), "system": system, "name": drawable(system), "value": round(value * 100, 4)}
        for entry in entries
        for system in shown
        if system in entry.standings and (value := entry.standings[system].scores.get(metric, (None,))[0]) is not None
    ]
