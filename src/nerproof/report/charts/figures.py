"""Charts as files: PNG and SVG for papers and slides, made by vl-convert without a browser."""

from __future__ import annotations

import copy
import json
import re
import textwrap
from collections.abc import Iterator
from pathlib import Path

from nerproof.report.charts.chart import Chart, Spec
from nerproof.report.charts.style import config
from nerproof.report.view import View

WIDTH = 460
LETTER = 5.6  # pixels of a subtitle's letter, on average


def export(view: View, folder: Path, made: list[Chart]) -> Iterator[Path]:
    """Writes every chart as ``<id>.svg``, ``<id>.png`` and its spec as ``<id>.vl.json``; yields what it wrote."""
    import vl_convert

    from nerproof.base.atomic import atomic

    for name, spec in figures(view, made):
        svg = vl_convert.vegalite_to_svg(spec)
        png = vl_convert.vegalite_to_png(spec, scale=2)
        text = json.dumps(spec, sort_keys=True, ensure_ascii=False, indent=1)
        for suffix, content in ((".svg", svg.encode()), (".png", png), (".vl.json", text.encode())):
            path = folder / f"{name}{suffix}"
            with atomic(path) as temporary:
                temporary.write_bytes(content)
            yield path


def figures(view: View, made: list[Chart]) -> Iterator[tuple[str, Spec]]:
    """File names and complete specs: a chart in which the reader picks becomes one file per choice."""
    for chart in made:
        for suffix, picked in _choices(view, chart):
            spec = finished(chart, picked)
            if spec["data"]["values"]:  # a system that a chart says nothing about has no picture
                yield safe_name(chart.id + suffix), spec


def finished(chart: Chart, picked: dict[str, str]) -> Spec:
    spec = copy.deepcopy(chart.spec)
    if spec["width"] == "container":
        spec["width"] = WIDTH
    spec["data"]["values"] = list(sided(spec["data"]["values"], picked))
    about = f" ({picked.get('system') or ' − '.join(picked.values())})" if picked else ""
    return spec | {
        "title": _title(chart.title + about, chart.caption, spec["width"]),
        "config": config(),
        "padding": 12,
    }


def _title(text: str, caption: str, width: object) -> Spec:
    """The title, and under it what the page says beside the chart: a figure stands alone."""
    letters = int(width / LETTER) if isinstance(width, int | float) else int(WIDTH / LETTER)
    lines = textwrap.wrap(caption, letters)
    return {"text": text, **({"subtitle": lines, "subtitlePadding": 4} if lines else {})}


def sided(values: list[dict[str, object]], picked: dict[str, str]) -> Iterator[dict[str, object]]:
    """Keeps the picked system's values, or names the two sides of a comparison. The page's chart.js does the same."""
    sides = {system: side for side, system in picked.items() if side in "ab"}
    for value in values:
        if "system" in picked and value.get("system") != picked["system"]:
            continue
        if sides and value.get("system") not in sides:
            continue
        yield value | ({"side": sides[str(value["system"])]} if sides else {})


def _choices(view: View, chart: Chart) -> Iterator[tuple[str, dict[str, str]]]:
    if chart.pick == ("system",):
        yield from ((f"-{system}", {"system": system}) for system in view.systems)
    elif chart.pick == ("a", "b"):
        best = view.systems[0]
        yield from ((f"-{best}-{other}", {"a": best, "b": other}) for other in view.systems[1:])
    else:
        yield "", {}


def safe_name(name: str) -> str:
    """A file name from whatever a system is called.

    >>> safe_name("self-diagnosis-../../etc/passwd")
    'self-diagnosis-.._.._etc_passwd'
    """
    return re.sub(r"[^\w.+=-]", "_", name)[:120]
