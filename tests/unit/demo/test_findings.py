"""The demo's words follow the numbers."""

from __future__ import annotations

from nerproof.base.results import Result, Row
from nerproof.demo import findings


def result(*, clean):
    rows = []
    for system, f1 in (("memorizer", 0.5), ("crf", 0.8), ("context", 0.7)):
        rows.append(Row("standard", system, "f1", f1))
        rows.append(Row("contamination", system, "f1_clean", clean[system]))
        rows.append(Row("contamination", system, "delta_f1", f1 - clean[system], low=0.01, high=0.2))
    return Result({}, rows)


def test_the_order_may_stay():
    found = findings.turned(result(clean={"memorizer": 0.0, "crf": 0.7, "context": 0.6}))
    assert found == "crf is also the best on new names."


def test_the_order_may_turn():
    found = findings.turned(result(clean={"memorizer": 0.0, "crf": 0.6, "context": 0.65}))
    assert "context has a clean F1 of 65.0, crf 60.0" in found


def test_without_an_attack_nothing_is_said_about_it():
    assert findings.attacked(result(clean={"memorizer": 0.0, "crf": 0.7, "context": 0.6})) == ""


def test_a_missing_package_is_named():
    assert "nerproof[split]" in findings.splits({"random": None, "balanced": None})
