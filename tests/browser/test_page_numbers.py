"""Every number on the page is the JSON's, rounded as numbers.py says."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from nerproof.report.html import render
from nerproof.report.numbers import written

HERE = Path(__file__).parent


def _shown(page, selector):
    return page.eval_on_selector_all(
        selector, "all => all.map(n => [n.dataset.at ?? n.dataset.derived, n.dataset.as, n.textContent])"
    )


def _wrong(data, shown, look_up):
    return [(at, text) for at, kind, text in shown if written(look_up(data, at), kind) != text]


def _differences_wrong(data, shown, look_up):
    bad = []
    for formula, kind, text in shown:
        first, second = formula.split(" - ")
        if written(look_up(data, first) - look_up(data, second), kind) != text:
            bad.append((formula, text))
    return bad


def _check(page, data, pointer):
    shown = _shown(page, "main [data-at]")
    assert len(shown) > 300
    assert _wrong(data, shown, pointer.look_up) == []
    assert _differences_wrong(data, _shown(page, 'main [data-derived*=" - "]'), pointer.look_up) == []


def test_every_number_equals_the_json(open_page, report, result, pointer):
    page = open_page(report)
    _check(page, result, pointer)
    assert pointer.unmarked(page) == []


def test_numbers_follow_every_choice(open_page, report, result, pointer):
    page = open_page(report)
    for place in (
        "standard?metric=recall",
        "tough?label=PER",
        "attributes?attribute=tCon",
        "confusion?system=weak",
        "compare?a=weak&b=strong",
        "tough?systems=weak&systems=strong",
    ):
        page.evaluate("place => { location.hash = place }", place)
        page.wait_for_timeout(150)
        _check(page, result, pointer)


@pytest.mark.slow
def test_numbers_of_real_results_equal_the_json(open_page, write_page, shared, pointer):
    from nerproof.engine.evaluate import evaluate

    data = shared / "data" / "conll2002"
    names = {name: data / "predictions" / f"esp.testb.{name}" for name in ("memorizer", "forgetful")}
    result = json.loads(
        evaluate(data / "esp.testb", names, train=data / "esp.train", resamples=50, examples=5000).to_json()
    )
    page = open_page(write_page(result, "esp"))
    _check(page, result, pointer)
    assert "Both systems rely on memory" in page.inner_text("#answer")
    _every_field_opens_as_many_places_as_it_counts(page, result["extras"]["confusion"]["memorizer"])


def _every_field_opens_as_many_places_as_it_counts(page, table):
    for gold, row in table.items():
        for pred, count in row.items():
            page.evaluate(
                "([gold, pred]) => nerproof.state.go('sentences', { gold, pred, system: 'memorizer' })", [gold, pred]
            )
            page.wait_for_function(
                "([gold, pred]) => document.getElementById('panel-title')?.textContent === `gold ${gold} → predicted ${pred}`",
                arg=[gold, pred],
            )
            assert page.inner_text("#found").startswith(f"{count:,} mention")


CASES = [
    0.28949999999999998,
    0.2895,
    0.12345,
    0.005,
    0.0005,
    0.5,
    1.0,
    0.0,
    -0.0214999,
    -0.0215,
    1e-7,
    5.5e-17,
    -5.5e-17,
    0.99949,
    0.9995,
    0.00049,
    123456.7,
    1287,
    12,
    0.3333333333333333,
]


@pytest.mark.parametrize("kind", ["score", "points", "negated", "size", "whole", "count", "p", "number", "coefficient"])
def test_the_page_writes_numbers_as_python_does(open_page, report, kind):
    page = open_page(report)
    cases = [abs(case) for case in CASES] if kind == "p" else CASES
    assert page.evaluate("([cases, kind]) => cases.map(v => nerproof.write(v, kind))", [cases, kind]) == [
        written(case, kind) for case in cases
    ]
    assert page.evaluate("kind => nerproof.write(null, kind)", kind) == "–"


def test_same_result_same_bytes(result):
    again = json.loads(json.dumps(result))
    assert render(result) == render(again)
    assert not re.search(r"20\d\d-\d\d-\d\d", render(result).split("<script")[0])
