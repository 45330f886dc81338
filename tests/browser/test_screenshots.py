"""Pictures of every section, for people to look at: screenshots/ in the project's folder (not in git)."""

from __future__ import annotations

from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[2] / "screenshots"


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 1280), ("light", 390)])
def test_every_section_has_its_picture(open_page, report, sections, scheme, width):
    page = open_page(report, color_scheme=scheme, viewport={"width": width, "height": 900})
    page.evaluate("nerproof.drawAll()")
    page.wait_for_function(
        "() => [...document.querySelectorAll('.drawing')].every(d => d.querySelector('svg'))", timeout=60_000
    )
    FOLDER.mkdir(exist_ok=True)
    for section in sections:
        path = FOLDER / f"{section}-{scheme}-{width}.png"
        page.locator(f"section#{section}").screenshot(path=path)
        assert path.stat().st_size > 4_000


def test_the_sentences_have_their_picture(open_page, report):
    page = open_page(report, "#sentences?suite=tmr&slice=UNSEEN-ANY&system=memory&metric=recall&all=1")
    page.wait_for_selector("#panel .sentence")
    FOLDER.mkdir(exist_ok=True)
    page.screenshot(path=FOLDER / "sentences-light-1280.png")
