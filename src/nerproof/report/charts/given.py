"""Charts that a result brings along (``extras["charts"]``: title -> Vega-Lite spec), such as a split's quality card."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from nerproof.report.charts.chart import Chart, drawable
from nerproof.report.view import View


def charts(view: View) -> Iterator[Chart]:
    found = view.extras.get("charts") or {}
    for i, (title, spec) in enumerate(found.items() if isinstance(found, Mapping) else ()):
        if isinstance(spec, Mapping):
            name = drawable(str(title))
            key = re.sub(r"[^a-z0-9]+", "-", name.lower())
            yield Chart(id=f"given-{i}-{key}", section="experiments", title=name, alt=name, spec=dict(spec))
