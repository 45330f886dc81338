"""The local server in a real browser: list, open, compare side by side."""

from __future__ import annotations

import json
import threading

import pytest


@pytest.fixture(scope="module")
def address(tmp_path_factory, made_result):
    from nerproof.report.serve import server

    folder = tmp_path_factory.mktemp("served")
    for name, seed in (("monday", 1), ("tuesday", 2)):
        (folder / f"{name}.json").write_text(
            json.dumps(made_result(systems=("mine", "other"), sentences=12, seed=seed))
        )
    running = server(folder)
    thread = threading.Thread(target=running.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{running.server_address[1]}"
    running.shutdown()
    running.server_close()
    thread.join(5)


@pytest.fixture
def page(browser, address):
    context = browser.new_context(viewport={"width": 1200, "height": 900})
    page = context.new_page()
    problems = []
    page.on("console", lambda message: problems.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on(
        "request",
        lambda request: (
            problems.append(request.url) if not request.url.startswith((address, "data:", "blob:")) else None
        ),
    )
    page.goto(address)
    yield page
    context.close()
    assert problems == []


def test_a_report_opens_from_the_list_and_leads_back(page):
    page.click("text=tuesday.json")
    page.wait_for_selector("html[data-ready]")
    assert page.locator("#verdicts tbody tr").count() == 2
    page.click("a.brand")
    page.wait_for_selector("#board")


def test_ticked_results_are_compared_side_by_side(page):
    page.check('input[value="monday.json"] >> nth=0')
    page.check('input[value="tuesday.json"] >> nth=0')
    page.click("button[type=submit]")
    page.wait_for_selector("html[data-ready]")
    names = set(page.locator("#verdicts .name").all_inner_texts())
    assert names == {"mine (monday.json)", "other (monday.json)", "mine (tuesday.json)", "other (tuesday.json)"}
    assert page.locator("#compare table").count() > 0


def test_the_board_sorts_by_its_headings_and_keeps_undefined_last(page):
    page.click("#board th >> text=F1 >> nth=0")
    cells = page.locator("#board tbody td:nth-child(5)").all_inner_texts()
    values = [float(text.split()[0]) for text in cells]
    assert values == sorted(values, reverse=True)
    page.click("#board th >> text=F1 >> nth=0")
    assert page.locator("#board th[aria-sort=ascending]").count() == 1


def test_the_history_is_drawn(page):
    assert page.locator("img").count() == 2
    assert page.evaluate("[...document.images].every(image => image.complete && image.naturalWidth > 300)")
