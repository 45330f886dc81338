"""ζ (what the data is like) and ρ (what the systems depend on): a line per attribute, a dot per dataset."""

from __future__ import annotations

from collections.abc import Iterator

from nerproof.report.charts.attribute_names import named
from nerproof.report.charts.channels import base, category, quantity, tooltip
from nerproof.report.charts.chart import Chart, Datum, datum, describe, drawable
from nerproof.report.charts.style import palette
from nerproof.report.view import ALL, View

TITLES = {"zeta": "What the test data is like (ζ)", "rho": "What the systems' F1 depends on (ρ)"}
CAPTIONS = {
    "zeta": "Mean of each attribute over the test items, in % of the largest of the datasets shown.",
    "rho": "Mean over systems of |Spearman correlation| between bucket rank and F1; at most 1.",
}


def charts(view: View) -> Iterator[Chart]:
    """ζ only of several datasets: each is drawn beside the largest."""
    for metric, title in TITLES.items():
        values = _values(view, metric)
        datasets = list(dict.fromkeys(str(value["dataset"]) for value in values))
        if len(datasets) < (2 if metric == "zeta" else 1):
            continue
        legend = {"orient": "top", "title": None} if len(datasets) > 1 else None
        colour = category("dataset", scale={"domain": datasets, "range": palette(len(datasets))}, legend=legend)
        shown = tooltip(("attribute", "attribute"), ("dataset", "dataset"), ("text", "value"))
        x = quantity("size", "% of the largest" if metric == "zeta" else "ρ", (0, 100 if metric == "zeta" else 1))
        encoding = {"y": category("attribute", axis={"labelLimit": 260}), "x": x, "color": colour, "tooltip": shown}
        point = {"type": "point", "filled": True, "size": 90, "opacity": 1}
        spec = base(values, height={"step": 22}, mark=point, encoding=encoding)
        alt = describe(values, title, "dataset", "attribute")
        yield Chart(f"measure-{metric}", "attributes", title, alt, spec, caption=CAPTIONS[metric])


def _values(view: View, metric: str) -> list[Datum]:
    rows = [(n, r) for n, r in view.select("interpreteval", metric=metric, label=ALL) if r.get("value") is not None]
    top: dict[str, float] = {}
    for _, row in rows:
        top[row["slice"]] = max(top.get(row["slice"], 0.0), abs(row["value"]))
    return [
        datum(
            n,
            row,
            attribute=drawable(named(str(row["slice"]))),
            dataset=drawable(str(row.get("dataset") or row.get("system") or "this dataset")),
            size=row["value"] if metric == "rho" else 100 * row["value"] / (top[row["slice"]] or 1.0),
        )
        for n, row in rows
    ]
