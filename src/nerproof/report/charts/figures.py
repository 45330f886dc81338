"""Charts as files: SVG, PDF and PNG for papers and slides, made by vl-convert without a browser."""

from __future__ import annotations

import copy
import json
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from nerproof.report.charts.chart import Chart, Spec
from nerproof.report.charts.style import config
from nerproof.report.view import View

WIDTH = 460
PADDING = 4
PNG_SCALE = 4  # dots per point: 288 per inch
POINTS = 1.0  # of a PDF per point of width
LETTER = 5.6  # pixels of a subtitle's letter, on average


@dataclass(frozen=True)
class Look:
    """How figures look: their width in points, the size of letters, and whether they carry their title."""

    width: int = WIDTH
    font_size: float | None = None
    titled: bool = False  # a paper has a caption of its own


def export(view: View, folder: Path, made: list[Chart], look: Look = Look()) -> Iterator[Path]:  # noqa: B008
    """Writes every chart as SVG, PDF and PNG, and its spec as ``<id>.vl.json``; yields what it wrote."""
    import vl_convert

    from nerproof.base.atomic import atomic

    for name, spec in figures(view, made, look):
        svg = vl_convert.vegalite_to_svg(spec)
        files = {
            ".svg": svg.encode(),
            ".pdf": vl_convert.svg_to_pdf(svg, scale=POINTS),
            ".png": vl_convert.svg_to_png(svg, scale=PNG_SCALE),
            ".vl.json": json.dumps(spec, sort_keys=True, ensure_ascii=False, indent=1).encode(),
        }
        for suffix, content in files.items():
            path = folder / f"{name}{suffix}"
            with atomic(path) as temporary:
                temporary.write_bytes(content)
            yield path


def figures(view: View, made: list[Chart], look: Look = Look()) -> Iterator[tuple[str, Spec]]:  # noqa: B008
    """File names and complete specs: a chart in which the reader picks becomes one file per choice."""
    for chart in made:
        for suffix, picked in _choices(view, chart):
            spec = finished(chart, picked, look)
            if spec["data"]["values"]:  # a system that a chart says nothing about has no picture
                yield safe_name(chart.id + suffix), spec


def finished(chart: Chart, picked: dict[str, str], look: Look = Look()) -> Spec:  # noqa: B008
    """A complete spec: what is picked, its width, its letters and, where wanted, its title."""
    spec = copy.deepcopy(chart.spec)
    if spec["width"] == "container":
        spec["width"] = look.width
    spec["data"]["values"] = list(sided(spec["data"]["values"], picked))
    about = f" ({picked.get('system') or ' − '.join(picked.values())})" if picked else ""
    title = {"title": _title(chart.title + about, chart.caption, spec["width"])} if look.titled else {}
    return spec | title | {"config": config(font_size=look.font_size), "padding": PADDING}


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
