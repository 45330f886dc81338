"""The report that `nerproof demo` writes, in a browser: nothing is logged, nothing fetched, everything drawn."""

from __future__ import annotations


def test_the_answer_names_the_three_systems(open_page, demo_run):
    page = open_page(demo_run[2])
    answer = page.locator("section#answer").inner_text()
    assert all(name in answer for name in ("memorizer", "crf", "context"))


def test_every_chart_of_the_demo_is_drawn(open_page, demo_run):
    page = open_page(demo_run[2])
    page.evaluate("nerproof.drawAll()")
    page.wait_for_function(
        "() => [...document.querySelectorAll('.drawing')].every(d => d.querySelector('svg'))", timeout=30_000
    )
    assert page.locator(".drawing svg").count() > 10


def test_the_attack_has_its_section(open_page, demo_run):
    page = open_page(demo_run[2])
    assert page.locator("section#attacks").count() == 1
