"""The review page of an audit: decided by keyboard, kept over a reload, exported; hostile text stays text."""

from __future__ import annotations

import json

import pytest

from nerproof import Corpus, audit
from nerproof.auditing.apply import source_of
from nerproof.auditing.files import write_audit
from nerproof.formats import ReadOptions

HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    words = [[f"w{i}", HOSTILE, "here"] for i in range(60)]
    gold = Corpus.from_sentences(words, [[(1, 2, "LOC" if i % 3 else "ORG")] for i in range(60)])
    systems = {name: Corpus.from_sentences(words, [[(1, 2, "LOC")] for _ in words]) for name in ("a</script>", "b")}
    out = tmp_path_factory.mktemp("audit")
    write_audit(audit(gold, systems, resamples=20), out, source=source_of("gold", gold, ReadOptions(), filtered=False))
    return out


def test_decisions_by_keyboard_are_counted_kept_and_exported(folder, open_page):
    page = open_page(folder / "audit.html")
    for key in ("a", "r", "j", "k", "u"):
        page.keyboard.press(key)
    assert "3 of 20 decided: 1 accepted, 1 rejected, 1 unsure" in page.inner_text("#review-count")
    with page.expect_download() as saved:
        page.click("#export")
    lines = [json.loads(line) for line in saved.value.path().read_text().splitlines()]
    assert [(d["rank"], d["decision"]) for d in lines] == [(1, "accept"), (2, "reject"), (3, "unsure")]
    page.reload()
    page.wait_for_selector("html[data-ready]")
    assert "3 of 20 decided" in page.inner_text("#review-count")
    page.keyboard.press("z")
    assert "2 of 20 decided" in page.inner_text("#review-count")


def test_hostile_text_is_text(folder, open_page):
    page = open_page(folder / "audit.html")
    assert page.locator("#review img").count() == 0
    assert HOSTILE in page.inner_text("#site-1")


def test_the_page_works_with_buttons_and_says_when_to_stop(folder, open_page):
    page = open_page(folder / "audit.html")
    for _ in range(20):
        page.keyboard.press("r")
    assert "you can stop" in page.inner_text("#review-count")
    page.click("#site-1 button >> nth=0")
    assert page.get_attribute("#site-1 button >> nth=0", "aria-pressed") == "true"
