"""Every kind of page: its numbers are the JSON's, it fits phone and paper, and axe-core finds nothing serious in it."""

from __future__ import annotations

from pathlib import Path

import pytest

from nerproof.report.numbers import written

HERE = Path(__file__).parent
AXE = HERE / "node_modules" / "axe-core" / "axe.min.js"
KINDS = ("evaluation", "attack", "split", "experiment", "agreement", "datasets")
SECTIONS = {
    "evaluation": {
        "standard",
        "confusion",
        "tough",
        "hard",
        "contamination",
        "attributes",
        "compare",
        "attacks",
        "made",
    },
    "attack": {"attacks"},
    "split": {"split", "split-twice", "split-balance"},
    "experiment": {"experiments"},
    "agreement": {"agreement", "confusion"},
    "datasets": {"standard", "confusion", "tough", "hard", "contamination", "attributes", "compare"},
}


@pytest.fixture(scope="module")
def kind(demo_run, tmp_path_factory, write_page, beside):
    """A result of that kind and its page, made once."""
    made, makers = {}, beside("kinds_of_pages").KINDS

    def get(name):
        if name not in made:
            data = getattr(makers, name)(demo_run[0], tmp_path_factory.mktemp(name))
            made[name] = data, write_page(data, f"kind-{name}")
        return made[name]

    return get


def _opened(page):
    """Everything drawn and every fold open, the data of charts included."""
    page.evaluate("document.querySelectorAll('details:not(.systems)').forEach(d => d.open = true)")
    page.evaluate("nerproof.drawAll()")
    page.wait_for_function(
        "() => [...document.querySelectorAll('.drawing')].every(d => d.querySelector('svg'))", timeout=60_000
    )
    page.evaluate("document.querySelectorAll('details:not(.systems)').forEach(d => d.open = true)")


@pytest.mark.parametrize("name", KINDS)
def test_sections_and_numbers_are_the_results(open_page, kind, pointer, name):
    data, path = kind(name)
    page = open_page(path)
    found = set(page.eval_on_selector_all("#sections section", "all => all.map(s => s.id)"))
    assert SECTIONS[name] <= found
    shown = page.eval_on_selector_all(
        "main [data-at]", "all => all.map(n => [n.dataset.at, n.dataset.as, n.textContent])"
    )
    assert len(shown) > 20
    assert [(at, text) for at, how, text in shown if written(pointer.look_up(data, at), how) != text] == []
    assert pointer.unmarked(page) == []


@pytest.mark.parametrize("name", KINDS)
def test_charts_hold_the_results_numbers(kind, name):
    """What is drawn, what a tooltip says and what the table of a chart shows come from these values."""
    from nerproof.report.charts import charts
    from nerproof.report.numbers import kind_of
    from nerproof.report.view import View

    view = View(kind(name)[0])
    seen = 0
    for chart in charts(view):
        for value in chart.spec["data"]["values"]:
            if "row" in value and "gap" not in value:
                row = view.rows[value["row"]]
                how = kind_of(str(row["metric"]))
                assert value["text"] == written(row["value"], how), chart.id
                scale = 1 if how in {"number", "coefficient"} else 100
                if row["value"] is not None:
                    assert value["value"] == pytest.approx(row["value"] * scale, abs=1e-5), chart.id
                seen += 1
            elif "gap" in value:
                best, worst = (view.rows[value[key]]["value"] for key in ("row_best", "row"))
                assert value["text"] == written(best - worst, "score")
                seen += 1
            elif chart.id == "confusion":
                matrix = view.extras["confusion"][value["system"]]
                assert value["value"] == matrix.get(value["gold"], {}).get(value["predicted"], 0)
                seen += 1
            elif chart.id == "change-map":
                heat = view.extras["experiment"]["heat"]
                assert (value["system"], value["text"]) in {(c["system"], written(c["change"], "points")) for c in heat}
                seen += 1
    assert seen or name == "split"


@pytest.mark.parametrize("name", KINDS)
def test_nothing_leaves_a_phone_or_a_sheet_of_paper(open_page, kind, name):
    page = open_page(kind(name)[1], viewport={"width": 390, "height": 800})
    _opened(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    paper = open_page(kind(name)[1], viewport={"width": 703, "height": 1000})  # A4 less its margins, at 96 dpi
    _opened(paper)
    paper.emulate_media(media="print")
    wide = paper.evaluate(
        """() => [...document.querySelectorAll('main table, main svg, main dl')].filter(one => one.offsetParent !== null || one.getClientRects().length)
             .filter(one => !one.closest('.under') && one.getBoundingClientRect().right > innerWidth + 1)
             .map(one => [one.tagName, one.caption?.textContent ?? one.closest('figure')?.textContent.slice(0, 60), one.getBoundingClientRect().right])"""
    )
    assert wide == []


@pytest.mark.parametrize("name", KINDS)
@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 1280), ("light", 390)])
def test_axe_finds_nothing_serious(open_page, kind, name, scheme, width):
    if not AXE.exists():
        pytest.skip("axe-core is not installed: sh tests/browser/install.sh installs it")
    page = open_page(kind(name)[1], color_scheme=scheme, viewport={"width": width, "height": 900})
    page.evaluate("document.querySelectorAll('details:not(.systems, .data)').forEach(d => d.open = true)")
    page.evaluate(AXE.read_text())
    found = page.evaluate("axe.run({ exclude: [['.drawing svg']] }, { resultTypes: ['violations'] })")["violations"]
    serious = [
        (v["id"], [n["html"][:160] for n in v["nodes"][:3]]) for v in found if v["impact"] in ("serious", "critical")
    ]
    assert serious == []


def test_sentences_of_a_dataset_are_those_of_its_systems(open_page, kind):
    data, path = kind("datasets")
    page = open_page(path, "#sentences?suite=standard&slice=ALL&label=ALL&system=crf+(second)&metric=recall")
    page.wait_for_selector("#panel .sentence")
    wanted = sum(len(item["gold"]) for item in data["sentences"]["items"] if item["dataset"] == "second")
    assert page.inner_text("#found").startswith(f"{wanted:,} mentions in ")


def test_disagreements_by_kind_open_what_they_count(open_page, kind):
    page = open_page(kind("agreement")[1])
    cells = page.locator("#agreement table:has(caption:text('Disagreements by kind')) tbody tr:first-child td button")
    for i in range(cells.count()):
        count = cells.nth(i).inner_text()
        cells.nth(i).click()
        page.wait_for_selector("#found")
        assert page.inner_text("#found").startswith(f"{count} mentions in ")
        page.keyboard.press("Escape")
        page.wait_for_function("() => !document.getElementById('panel').open")
    assert cells.count() == 5
    table = page.locator("#agreement table:has(caption:text('Disagreements by kind'))")
    assert table.locator("tbody tr").count() == 3
    assert table.locator("button.open").count() == 10  # of a pair without the first annotator no sentence is kept
