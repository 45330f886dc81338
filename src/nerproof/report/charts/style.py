"""Colours and the look of all charts: told apart with any common colour vision, on light and on dark ground."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from colorsys import hls_to_rgb
from typing import Any

from nerproof.report.charts.chart import drawable

# Okabe and Ito's set without its yellow, which vanishes on white; the last two follow the same rule.
SYSTEMS = ("#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#8a8f98", "#7a5195")
BLUE, ORANGE, GREEN, RED, GREY = "#2b7bba", "#e08e0b", "#1b9e77", "#d55e00", "#a9b1ba"
RAMP = ("#eef4fa", "#c6dbef", "#93c0e0", "#5a9fd0", "#2b7bba", "#0f5493", "#08306b")
INK_ON_RAMP = {"light": "#10202f", "dark": "#ffffff"}
MANY = 5  # with more systems than this, a chart has a dot per system and no bars beside one another
MOST_NAMES = 12  # in a legend; with more systems the name is said where the pointer is
FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Liberation Sans', sans-serif"


def palette(n: int) -> list[str]:
    """A colour for each of n systems: the set above, then hues a golden angle apart, darker in every other round.

    >>> len(set(palette(40)))
    40
    """
    made = list(SYSTEMS[:n])
    for i in range(n - len(made)):
        red, green, blue = hls_to_rgb((i * 0.381966) % 1, (0.38, 0.55, 0.46)[i % 3], 0.55)
        made.append(f"#{round(red * 255):02x}{round(green * 255):02x}{round(blue * 255):02x}")
    return made


def colours(systems: Sequence[str], drawn: Collection[str] | None = None) -> dict[str, Any]:
    """The colour channel: a system keeps its colour in every chart; the legend names those that are drawn."""
    every = zip(systems, palette(len(systems)), strict=True)
    shown = [(drawable(name), colour) for name, colour in every if drawn is None or name in drawn]
    legend = {"orient": "top", "title": None, "columns": _columns(systems), "labelLimit": 160, "symbolOpacity": 1}
    return {
        "field": "name",
        "type": "nominal",
        "scale": {"domain": [name for name, _ in shown], "range": [colour for _, colour in shown]},
        "legend": legend if 1 < len(shown) <= MOST_NAMES else None,
    }


def _columns(systems: Sequence[str]) -> int:
    """As many names side by side as a narrow chart has room for."""
    longest = max((len(drawable(name)) for name in systems), default=1)
    return max(1, min(4, 48 // (longest + 3)))


def config(*, dark: bool = False, font_size: float | None = None) -> dict[str, Any]:
    """Vega-Lite's config: quiet axes, no frame."""
    size = font_size or 12
    ink, soft, rule = ("#e6e9ec", "#a7b0b9", "#343b43") if dark else ("#1d2329", "#57606a", "#e3e6ea")
    return {
        "background": "transparent" if dark else "white",
        "font": FONT,
        "view": {"stroke": None},
        "range": {"category": list(SYSTEMS)},
        "bar": {"color": BLUE},
        "axisXDiscrete": {"labelAngle": 0},
        "axis": {
            "labelColor": soft,
            "titleColor": soft,
            "gridColor": rule,
            "domainColor": rule,
            "tickColor": rule,
            "labelFontSize": size,
            "titleFontSize": size,
            "titleFontWeight": "normal",
            "labelLimit": 180,
        },
        "legend": {"labelColor": ink, "titleColor": soft, "labelFontSize": size, "symbolType": "circle"},
        "header": {"labelColor": ink, "titleColor": soft},
        "title": {"color": ink, "anchor": "start", "subtitleColor": soft, "subtitleFontSize": 11.5},
        "text": {"color": ink, "fontSize": size},
        "rule": {"color": soft},
    }
