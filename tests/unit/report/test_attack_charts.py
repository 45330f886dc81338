"""Pictures of attacks: every setting has its bar, and the curve runs from nothing attacked to everything."""

from __future__ import annotations

from nerproof.report.charts import charts
from nerproof.report.view import View


def result(scores):
    rows = [
        {"suite": "rockner", "system": "a", "slice": s, "label": "ALL", "metric": "f1", "value": v}
        for s, v in scores.items()
    ]
    return View({"rows": rows, "signature": {}, "notes": []})


def values(view, name):
    return next(chart for chart in charts(view) if chart.id == name).spec["data"]["values"]


def test_every_setting_has_a_bar():
    found = values(result({"none": 0.8, "E": 0.5, "E hard": 0.4, "C": 0.79, "E+C": 0.45, "swap": 0.9}), "attack-scores")
    assert len({v["setting"] for v in found}) == 6


def test_the_curve_runs_from_none_to_all():
    found = values(result({"none": 0.8, "E": 0.5, "coverage=20": 0.74, "coverage=60": 0.6}), "curve-coverage-f1")
    assert sorted((v["step"], v["value"]) for v in found) == [(0, 80), (20, 74), (60, 60), (100, 50)]


def test_without_a_curve_none_is_no_point_of_one():
    assert not [c for c in charts(result({"none": 0.8, "E": 0.5})) if c.id.startswith("curve-")]
