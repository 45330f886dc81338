"""What attacks do: F1 in every setting, and the drop that remains beyond the control."""

from __future__ import annotations

from collections.abc import Iterator

from nerproof.report.charts.chart import Chart, Datum, datum, describe, drawable, ranked
from nerproof.report.charts.rates import dots
from nerproof.report.view import ALL, View

SETTINGS = {
    "none": "original",
    "E": "entities replaced (E)",
    "E hard": "hard entities (E hard)",
    "C": "contexts replaced (C)",
    "E+C": "both replaced (E+C)",
    "full": "both replaced (full)",
    "swap": "control: known names (swap)",
    "natural": "control: natural new names",
}


def charts(view: View) -> Iterator[Chart]:
    scores = _values(view, "f1")
    if len({value["setting"] for value in scores}) > 1:
        title = "F1 before and after the attack"
        alt = describe(scores, title, "system", "setting")
        yield Chart("attack-scores", "attacks", title, alt, dots(view, scores, "F1 (points)", field="setting"))
    if drops := _values(view, "drop_f1"):
        title = "Points of F1 that each setting costs"
        alt = describe(drops, title, "system", "setting")
        spec = dots(view, drops, "drop of F1 (points)", field="setting", domain=_around_zero(drops))
        caption = "Left of zero: F1 is higher than on the original."
        yield Chart("attack-drops", "attacks", title, alt, spec, caption=caption)


def _around_zero(values: list[Datum]) -> tuple[float, float]:
    """Every drop and its interval, and zero."""
    drawn = [v[key] for v in values for key in ("low", "high", "value") if key in v]
    return min(0.0, *drawn), max(0.0, *drawn)


def _values(view: View, metric: str) -> list[Datum]:
    rows = [(n, row) for n, row in view.scored("rockner", metric, label=ALL) if _is_setting(str(row["slice"]))]
    order = list(SETTINGS)
    rows.sort(key=lambda pair: order.index(str(pair[1]["slice"])) if pair[1]["slice"] in SETTINGS else len(order))
    named = (datum(n, row, setting=SETTINGS.get(str(row["slice"]), drawable(str(row["slice"])))) for n, row in rows)
    return ranked(named, view.systems)


def _is_setting(slice_: str) -> bool:
    """Settings may have names of the user's own; parts of a setting (its classes, its coverage) are none."""
    return slice_ in SETTINGS or not (set("/&:") & set(slice_) or slice_.startswith("coverage="))
