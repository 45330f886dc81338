"""axe-core finds no serious violation, in light and dark, in the page and in the open list of sentences."""

from __future__ import annotations

from pathlib import Path

import pytest

AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"


@pytest.fixture(scope="module")
def axe():
    if not AXE.exists():
        pytest.skip("axe-core is not installed: sh tests/browser/install.sh installs it")
    return AXE.read_text()


def _violations(page, axe):
    """Drawings are hidden from assistive technology (their text alternative and data table are not), so they are left out."""
    page.evaluate(axe)
    found = page.evaluate("axe.run({ exclude: [['.drawing svg']] }, { resultTypes: ['violations'] })")
    return [
        (v["id"], v["impact"], [n["html"][:160] for n in v["nodes"][:3]])
        for v in found["violations"]
        if v["impact"] in ("serious", "critical", "moderate")
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_has_no_serious_violation(open_page, report, axe, scheme):
    page = open_page(report, color_scheme=scheme)
    page.evaluate("nerproof.drawAll()")
    page.evaluate("document.querySelectorAll('details:not(.data, .systems)').forEach(d => d.open = true)")
    page.click("#standard details.data summary")
    page.wait_for_function(
        "() => [...document.querySelectorAll('.drawing')].every(d => d.querySelector('svg'))", timeout=60_000
    )
    assert _violations(page, axe) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_sentences_have_no_serious_violation(open_page, report, axe, scheme):
    page = open_page(report, "#sentences?system=weak&all=1", color_scheme=scheme)
    page.wait_for_selector("#panel .sentence")
    assert _violations(page, axe) == []


def test_on_a_phone(open_page, report, axe):
    page = open_page(report, viewport={"width": 360, "height": 740})
    assert _violations(page, axe) == []
