"""Charts of a result: Vega-Lite specs, one file per family, drawn in the page and exported without a browser."""

from __future__ import annotations

from nerproof.report.charts import (
    attacks,
    buckets,
    confidence,
    confusion,
    contamination,
    curves,
    diagnosis,
    given,
    heat,
    radar,
    rates,
    scores,
)
from nerproof.report.charts.chart import Chart
from nerproof.report.view import View

FAMILIES = (
    scores,
    confusion,
    rates,
    heat,
    contamination,
    radar,
    buckets,
    diagnosis,
    curves,
    attacks,
    confidence,
    given,
)


def charts(view: View) -> list[Chart]:
    """Every chart this result has the numbers for."""
    return [chart for family in FAMILIES for chart in family.charts(view)]
