"""The page of an estimate: what each system is expected to reach on the new text, and agreement along a field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nerproof.report.html import page

STYLES = ("base.css", "page.css", "table.css", "audit.css", "estimate.css")
WIDTH, HEIGHT, LEFT, BOTTOM = 900, 300, 46, 60


def render(data: Mapping[str, Any]) -> str:
    """The page of a result of ``nerproof estimate`` (its JSON as a dict)."""
    rows = [r for r in data["rows"] if r["suite"] == "estimate"]
    headline = sorted(
        (r for r in rows if r["metric"] == "f1" and r["label"] == "ALL"),
        key=lambda r: (r["rank"] or 10**6, r["system"]),
    )
    drift = (data.get("extras") or {}).get("estimate", {}).get("drift")
    return page(
        "estimate.html",
        STYLES,
        title=f"nerproof estimate: {data['signature'].get('new', '')}",
        rows=headline,
        types=[r for r in rows if r["metric"] == "f1" and r["label"] != "ALL"],
        notes=data["notes"],
        drift=drift,
        chart=chart(drift["groups"]) if drift else None,
    )


def chart(groups: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Positions of a drawing: one column per group, its band and its point."""
    values = [g[key] for g in groups for key in ("low", "high", "agreement") if g[key] is not None]
    floor, top = max(0.0, min(values) - 0.03), min(1.0, max(values) + 0.03)
    step = (WIDTH - LEFT) / max(len(groups), 1)

    def height(share: float | None) -> float:
        share = floor if share is None else share
        return (HEIGHT - BOTTOM) * (1 - (share - floor) / max(top - floor, 1e-9))

    points = [
        {
            "x": LEFT + step * (i + 0.5),
            "y": height(g["agreement"]),
            "top": height(g["high"]),
            "bottom": height(g["low"]),
            "wide": step * 0.8,
            "value": g["value"],
            "alarm": g["alarm"],
        }
        for i, g in enumerate(groups)
    ]
    ticks = [{"y": height(floor + (top - floor) * k / 4), "share": floor + (top - floor) * k / 4} for k in range(5)]
    return {"width": WIDTH, "height": HEIGHT, "left": LEFT, "floor": HEIGHT - BOTTOM, "points": points, "ticks": ticks}
