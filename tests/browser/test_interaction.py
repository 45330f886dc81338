"""Sorting, choosing, copying, downloading, deep links, keyboard, themes, narrow screens and paper."""

from __future__ import annotations

import csv
import io
from pathlib import Path


def test_sorting_orders_the_column_both_ways(open_page, report):
    page = open_page(report)
    table = page.locator("#standard table").first
    column = "all => all.map(td => parseFloat(td.querySelector('[data-main]').textContent))"
    head = table.locator("thead .sort").nth(3)
    head.click()
    falling = table.locator("tbody tr td:nth-child(4)").evaluate_all(column)
    assert falling == sorted(falling, reverse=True)
    assert table.locator("thead th").nth(3).get_attribute("aria-sort") == "descending"
    head.click()
    assert table.locator("tbody tr td:nth-child(4)").evaluate_all(column) == falling[::-1]


def test_choosing_systems_changes_tables_and_address(open_page, report):
    page = open_page(report)
    page.click("#systems summary")
    page.uncheck('#systems input[value="memory"]')
    page.wait_for_function("() => !document.querySelector('#verdicts tr[data-system=memory]').offsetParent")
    assert page.locator("#tough table >> nth=0").locator("tbody th").all_inner_texts() == ["strong", "weak"]
    assert "systems=strong" in page.evaluate("location.hash")
    page.click('.contents a[href="#ambiguity"]')
    assert "systems=strong" in page.evaluate("location.hash")


def test_tables_copy_as_csv_markdown_and_latex(open_page, report):
    page = open_page(report)
    forms = {
        form: page.evaluate("form => nerproof.tableAs(document.querySelector('#tough table'), form)", form)
        for form in ("CSV", "Markdown", "LaTeX")
    }
    rows = list(csv.reader(io.StringIO(forms["CSV"])))
    assert rows[0][:2] == ["System", "recall if seen"]
    assert len({len(row) for row in rows}) == 1
    assert forms["Markdown"].splitlines()[1].startswith("| --- | ---:")
    assert forms["LaTeX"].startswith("\\begin{tabular}{l")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.click("#tough .copy button >> nth=0")
    page.wait_for_function("() => document.getElementById('said').textContent === 'Table copied as CSV'")


def test_a_copied_name_cannot_become_a_formula(open_page, write_page, made_result):
    data = made_result(systems=("=1+1", "@x", "a_b & c%"), sentences=8)
    page = open_page(write_page(data, "formula"))
    text = page.evaluate("nerproof.tableAs(document.querySelector('#standard table'), 'CSV')")
    assert {row[0] for row in csv.reader(io.StringIO(text))} == {"System", "'=1+1", "'@x", "a_b & c%"}
    assert "a\\_b \\& c\\%" in page.evaluate("nerproof.tableAs(document.querySelector('#standard table'), 'LaTeX')")
    signs = (
        "document.createRange().createContextualFragment('<table><tr><th>[S_ρ] ↓ ≥ 0.5 ✓</th></tr></table>').firstChild"
    )
    copied = page.evaluate(f"nerproof.tableAs({signs}, 'LaTeX')")
    assert r"{[}S\_$\rho$] $\downarrow$ $\geq$ 0.5 $\surd$" in copied


def test_charts_download_as_png_and_svg(open_page, report):
    page = open_page(report, "#standard")
    page.wait_for_selector("#chart-memory svg")
    figure = page.locator("figure", has=page.locator("#chart-memory"))
    for kind, start in (("SVG", b"<svg"), ("PNG", b"\x89PNG")):
        with page.expect_download() as waiting:
            figure.get_by_role("button", name=kind).click()
        assert waiting.value.suggested_filename == f"memory.{kind.lower()}"
        assert Path(waiting.value.path()).read_bytes().startswith(start)


def test_deep_links_open_sections_and_sentences(open_page, report):
    page = open_page(report, "#attributes?attribute=eFre")
    assert (
        page.locator("#attributes table caption").first.inner_text() == "F1 in the buckets of entity frequency · eFre"
    )
    assert page.evaluate("Math.abs(document.getElementById('attributes').getBoundingClientRect().top) < 200")
    page.evaluate("location.hash = '#sentences?slice=SEEN&suite=tmr&system=weak&metric=recall'")
    page.wait_for_selector("#panel .sentence")
    page.go_back()
    page.wait_for_selector("#panel:not([open])", state="attached")
    assert page.evaluate("location.hash").startswith("#attributes")


def test_comparing_two_systems_shows_difference_and_test(open_page, report, result):
    page = open_page(report, "#compare")
    page.select_option('#compare label:has(span:text-is("First")) select', "weak")
    page.select_option('#compare label:has(span:text-is("Second")) select', "strong")
    page.wait_for_function("() => location.hash.includes('a=weak') && location.hash.includes('b=strong')")
    line = page.locator("#compare table.compare tbody tr").first
    row = next(
        r
        for r in result["rows"]
        if r["metric"] == "difference:f1" and r["system"] == "strong" and r.get("other") == "weak"
    )
    assert line.locator("td").nth(2).inner_text().replace("−", "-") == f"{-row['value'] * 100:.1f}"
    assert line.locator("td").nth(4).inner_text() == f"{row['p_adjusted']:.3f}"


def test_keyboard_opens_and_closes_the_sentences(open_page, report):
    page = open_page(report)
    page.focus("#verdicts .open")
    page.keyboard.press("Enter")
    page.wait_for_selector("#panel .sentence")
    assert page.evaluate("document.getElementById('panel').contains(document.activeElement)")
    page.keyboard.press("Escape")
    page.wait_for_selector("#panel:not([open])", state="attached")
    assert "sentences" not in page.evaluate("location.hash")


def test_dark_mode_follows_the_system_and_the_button(open_page, report):
    ground = "getComputedStyle(document.body).backgroundColor"
    assert open_page(report, color_scheme="dark").evaluate(ground) == "rgb(20, 23, 26)"
    page = open_page(report, color_scheme="light")
    assert page.evaluate(ground) == "rgb(251, 251, 250)"
    page.click("#theme")
    assert page.evaluate(ground) == "rgb(20, 23, 26)"


def test_phone_width_never_scrolls_sideways(open_page, report):
    page = open_page(report, viewport={"width": 360, "height": 740})
    page.evaluate("nerproof.drawAll()")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.evaluate("nerproof.state.go('sentences', { system: 'weak' })")
    page.wait_for_selector("#panel .sentence")
    assert page.evaluate("document.getElementById('panel').scrollWidth") <= 360


def test_printing_leaves_out_the_tools(open_page, report):
    page = open_page(report)
    page.emulate_media(media="print")
    assert not page.is_visible("#tools")
    assert not page.is_visible(".contents")
    assert page.is_visible("#verdicts")
    assert page.pdf().startswith(b"%PDF")
