"""Whatever stands in tokens, types and names is shown as text."""

from __future__ import annotations

import pytest

SCRIPT = "<script>window.hacked=1</script>"
STYLE = "</style><img src=x onerror=window.hacked=1>"
RIGHT_TO_LEFT = "\u202eevil\u202c \u05d0\u05d1"
NAMES = [
    SCRIPT,
    STYLE,
    '"quo\'te" & <b>bold</b>',
    RIGHT_TO_LEFT,
    "{{ 7*7 }}",
    "__proto__",
    "javascript:alert(1)",
    "line\u2028break",
]
TYPES = (SCRIPT, "</script>", "constructor", "a/b~c")


@pytest.fixture(scope="module")
def hostile(made_result, write_page):
    data = made_result(
        systems=("constructor", *NAMES),
        sentences=60,
        seed=1,
        types=TYPES,
        words=[STYLE, "plain", "</title>", "&lt;", RIGHT_TO_LEFT],
        names=[SCRIPT, "x" * 10_000, "'\"`", "-->"],
    )
    data["notes"] = [SCRIPT, STYLE]
    data["signature"]["gold"] = f"{SCRIPT}@1"
    data["extras"]["statistics"] = {SCRIPT: {STYLE: 3}, "b": {STYLE: 4}}
    return data, write_page(data, "hostile")


def _harmless(page):
    assert page.evaluate("window.hacked") is None
    assert (
        page.evaluate(
            "document.querySelectorAll('body img, body b, body title').length - document.querySelectorAll('#small b').length"
        )
        <= 2
    )
    assert (
        page.evaluate("[...document.querySelectorAll('script')].some(s => s.textContent.includes('window.hacked'))")
        is False
    )


def test_names_types_and_tokens_are_text(open_page, hostile):
    path = hostile[1]
    page = open_page(path)
    page.evaluate("nerproof.drawAll()")
    page.wait_for_function(
        "() => [...document.querySelectorAll('.drawing')].every(d => d.querySelector('svg'))", timeout=60_000
    )
    names = page.locator("#verdicts .name").all_inner_texts()
    for name in (SCRIPT, STYLE, "{{ 7*7 }}", "__proto__"):
        assert name in names
    assert SCRIPT in page.inner_text("#made")
    assert SCRIPT in page.inner_text("#confusion table") or SCRIPT in page.text_content("#confusion table")
    _harmless(page)


def test_sentences_are_text_and_long_tokens_stay_inside(open_page, hostile):
    data, path = hostile
    page = open_page(path, "#sentences?system=constructor&all=1")
    page.wait_for_selector("#panel .sentence")
    first = data["sentences"]["items"][0]
    shown = page.locator("#panel .sentence >> nth=0").locator(".line >> nth=0").locator(".tokens").text_content()
    for token in first["tokens"]:
        assert token in shown
    assert page.evaluate("document.getElementById('panel').scrollWidth <= innerWidth")
    _harmless(page)


def test_confusion_of_hostile_types_opens_its_sentences(open_page, hostile):
    data, path = hostile
    page = open_page(path, "#confusion?system=__proto__")
    table = data["extras"]["confusion"]["__proto__"]
    buttons = page.locator("#confusion table .open")
    assert buttons.count() == sum(len(row) for row in table.values())
    for number in (0, 3):
        count = int(buttons.nth(number).inner_text())
        buttons.nth(number).click()
        page.wait_for_selector("#panel .sentence")
        assert f"{count} mentions" in page.inner_text("#found")
        page.keyboard.press("Escape")
        page.wait_for_selector("#panel:not([open])", state="attached")


def test_right_to_left_names_are_isolated(open_page, hostile):
    page = open_page(hostile[1])
    assert page.evaluate("[...document.querySelectorAll('#verdicts .name')].every(n => n.tagName === 'BDI')")


def test_a_hostile_address_does_nothing(open_page, report):
    page = open_page(report, "#sentences?system=<img src=x onerror=window.hacked=1>&slice=%3Cscript%3E&label=%E0%A4%A")
    page.wait_for_selector("#panel[open]")
    _harmless(page)
