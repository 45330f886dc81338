"""Charts of a quality card as Vega-Lite specs; all data come from quality.json."""

from __future__ import annotations

from typing import Any

Spec = dict[str, Any]
SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"


def charts(card: dict[str, Any]) -> dict[str, Spec]:
    """Specs by title, in the order they should be read."""
    made = {
        "Overlap in mentions": overlap_chart(card, "mention", "mentions whose entity is also in the other part"),
        f"Overlap in {card['unit']}s": overlap_chart(card, "sample_partial", f"{card['unit']}s with such a mention"),
        f"Mentions per {card['unit']}": histogram_chart(card),
    }
    if card["types"]:
        made["Mentions per type, as a share of what is expected"] = types_chart(card)
    return made


def overlap_chart(card: dict[str, Any], kind: str, title: str) -> Spec:
    """One rate per direction, beside random parts of the same sizes."""
    rows = [
        {"direction": key, "kind": who, "rate": rate}
        for key, rates in card["contamination"].items()
        for who, rate in (("this split", rates[kind]["value"]), ("random", card["random"][key][kind]))
    ]
    return _chart(
        rows,
        height=36 * len(card["contamination"]),
        mark={"type": "bar", "tooltip": True},
        encoding={
            "y": {"field": "direction", "type": "nominal", "title": None, "sort": list(card["contamination"])},
            "yOffset": {"field": "kind", "sort": ["this split", "random"]},
            "x": {**_rate("rate", title), "scale": {"domain": [0, 1]}},
            "color": {"field": "kind", "type": "nominal", "title": None, "sort": ["this split", "random"]},
        },
    )


def histogram_chart(card: dict[str, Any]) -> Spec:
    """The share of samples with so many mentions, per part."""
    rows = [
        {"mentions": name, "part": part, "share": cell["count"] / max(card["parts"][part]["samples"], 1)}
        for name, row in card["histogram"].items()
        for part, cell in row.items()
    ]
    return _chart(
        rows,
        height=180,
        mark={"type": "bar", "tooltip": True},
        encoding={
            "x": {"field": "mentions", "type": "nominal", "title": "mentions", "sort": list(card["histogram"])},
            "xOffset": {"field": "part", "sort": card["order"]},
            "y": _rate("share", f"{card['unit']}s"),
            "color": {"field": "part", "type": "nominal", "title": None, "sort": card["order"]},
        },
    )


def types_chart(card: dict[str, Any]) -> Spec:
    """One square per type and part: blue fewer, orange more than expected."""
    rows = [
        {"type": t, "part": p, "ratio": c["count"] / c["target"] if c["target"] else None, **c}
        for t, row in card["types"].items()
        for p, c in row.items()
    ]
    scale = {"scheme": "blueorange", "domain": [0.5, 1, 1.5], "clamp": True}
    color = {"field": "ratio", "type": "quantitative", "title": "of expected", "scale": scale}
    return _chart(
        rows,
        height=22 * len(card["types"]),
        mark={"type": "rect", "tooltip": {"content": "data"}},
        encoding={
            "x": {"field": "part", "type": "nominal", "title": None, "sort": card["order"]},
            "y": {"field": "type", "type": "nominal", "title": None},
            "color": color,
        },
    )


def _rate(field: str, title: str) -> Spec:
    return {"field": field, "type": "quantitative", "title": title, "axis": {"format": ".0%"}}


def _chart(rows: list[dict[str, Any]], *, height: int, mark: Spec, encoding: Spec) -> Spec:
    fit = {"type": "fit-x", "contains": "padding"}
    frame = {"$schema": SCHEMA, "width": "container", "height": height, "autosize": fit, "data": {"values": rows}}
    return {**frame, "mark": mark, "encoding": encoding}
