"""What a person would see: nothing overlaps, nothing is "null", nothing leaves the page, and not too many screens."""

from __future__ import annotations

import json
import re

import pytest

from nerproof.corpus import Corpus
from nerproof.engine.evaluate import evaluate

WIDTHS = (390, 1024, 1440)
# Text of neighbouring cells of a row, compared by where its letters are.
OVERLAPS = """() => {
  const box = (cell) => { const range = document.createRange(); range.selectNodeContents(cell); return range.getBoundingClientRect(); };
  const found = [];
  for (const row of document.querySelectorAll('tr')) {
    const cells = [...row.cells].filter((cell) => cell.innerText.trim()).map((cell) => [cell, box(cell)]).filter(([, b]) => b.width && b.height);
    for (let i = 1; i < cells.length; i++) {
      const [[one, a], [other, b]] = [cells[i - 1], cells[i]];
      if (a.right > b.left + 1 && a.left < b.right - 1 && a.bottom > b.top + 1 && a.top < b.bottom - 1) found.push(`${one.innerText} | ${other.innerText}`);
    }
  }
  return found;
}"""
BAD_WORDS = "() => (document.body.innerText.match(/\\b(null|undefined|NaN|Infinity)\\b/g) || []).length"
SCREENS = "() => document.documentElement.scrollHeight / 900"


def _tiny():
    gold = Corpus.from_sentences([["Anna", "met", "Bob"]], [[(0, 1, "PER"), (2, 3, "PER")]])
    found = Corpus.from_sentences([["Anna", "met", "Bob"]], [[(0, 1, "PER")]])
    train = Corpus.from_sentences([["Anna", "sleeps"]], [[(0, 1, "PER")]])
    return gold, found, train


@pytest.fixture(scope="module")
def pages(write_page, many, demo_run, made_result):
    gold, found, train = _tiny()
    tiny = evaluate(gold, {"a": found}, train=train, resamples=20, examples=5)
    alone = evaluate(gold, {"a": found}, resamples=0)
    two = made_result(systems=("strong", "memory"), sentences=150, seed=3)
    two["rows"] = [row for row in two["rows"] if row["suite"] != "experiment"]
    results = {"tiny": json.loads(tiny.to_json()), "alone": json.loads(alone.to_json()), "two": two}
    return {"many": many, "demo": demo_run[2]} | {name: write_page(data, name) for name, data in results.items()}


@pytest.mark.parametrize(("kind", "most"), [("two", 6), ("demo", 7), ("many", 12), ("tiny", 6), ("alone", 6)])
def test_nothing_overlaps_and_nothing_is_null(open_page, pages, kind, most):
    page = open_page(pages[kind], folded=True)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(OVERLAPS) == []
        assert page.evaluate(BAD_WORDS) == 0
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.evaluate(SCREENS) <= most


@pytest.fixture(scope="module")
def real(write_page, shared):
    """The pages of real systems on real text, made once each."""
    made = {}

    def page(name):
        if name not in made:
            result = evaluate(**REAL[name](shared / "data"), resamples=50, examples=5000)
            made[name] = result, write_page(json.loads(result.to_json()), name)
        return made[name]

    return page


def _wnut17(data):
    files = {path.stem: path for path in sorted((data / "wnut17" / "submissions").iterdir())}
    gold, train = data / "wnut17" / "emerging.test.annotated", data / "wnut17" / "wnut17train.conll"
    return {"gold": gold, "predictions": files, "train": train, "align": "position"}


def _conll2003dev(data):
    """Sixteen files of tags beside gold; a training set of another language, which shares a few names."""
    files = {path.stem: path for path in sorted((data / "conll2003dev" / "submissions").iterdir())}
    train = data / "conll2002" / "ned.train"
    return {"gold": data / "conll2003dev" / "gold.conll", "predictions": files, "train": train}


REAL = {"wnut17": _wnut17, "conll2003dev": _conll2003dev}


@pytest.mark.parametrize(("kind", "systems", "most"), [("wnut17", 7, 7), ("conll2003dev", 16, 8)])
def test_real_systems_have_a_readable_page(open_page, real, kind, systems, most):
    result, path = real(kind)
    assert path.stat().st_size < 3_000_000
    page = open_page(path, folded=True, viewport={"width": 1440, "height": 900})
    assert page.evaluate(SCREENS) <= most
    lines = page.locator("#verdicts tbody tr")
    assert lines.count() == systems
    by_f1 = sorted(result.systems, key=lambda name: -result.value("f1", system=name))
    assert lines.evaluate_all("all => all.map((line) => line.dataset.system)") == by_f1
    assert page.locator("#failing .sentence").count() == 3
    assert page.locator("#chart-memory svg").count() == 1
    page.evaluate(
        "document.querySelectorAll('details:not(.systems, .data, .meaning)').forEach((d) => { d.open = true; })"
    )
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate(OVERLAPS) == []
        assert page.evaluate(BAD_WORDS) == 0
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_axis_begins_where_its_caption_says(open_page, real):
    """A list of the training names finds so little that its line would crowd the systems: the caption says it."""
    page = open_page(real("conll2003dev")[1], folded=True, viewport={"width": 1440, "height": 900})
    page.wait_for_selector("#chart-memory svg")
    begins = re.search(r"The axis begins at (\d+)\.", page.inner_text("#answer-figure")).group(1)
    labels = page.eval_on_selector_all(
        "#chart-memory svg .role-axis-label text", "all => all.map((t) => t.textContent)"
    )
    assert int(begins) >= 50
    assert begins == min((label for label in labels if label.isdigit()), key=int)


def test_the_first_screen_of_the_demo_tells_its_story(open_page, demo_run):
    page = open_page(demo_run[2], folded=True, viewport={"width": 1440, "height": 900})
    seen = page.evaluate(
        """() => [...document.querySelectorAll('#answer h1, #answer p, #answer li, #answer .title, #answer th')]
             .filter((e) => e.getBoundingClientRect().bottom < 900 && e.checkVisibility()).map((e) => e.innerText).join(' ')"""
    )
    assert "ranking on new names" in page.inner_text("h1")
    assert "% of the mentions are seen in train" in seen
    assert "replaced by a new one" in seen
    assert page.locator("#failing .sentence").count() == 3


def test_many_systems_have_a_line_each_and_no_colour_twice(open_page, many):
    page = open_page(many, folded=True, viewport={"width": 1440, "height": 900})
    page.wait_for_selector("#chart-memory svg")
    assert page.locator("#verdicts tbody tr").count() == 30
    colours = page.evaluate("nerproof.result().then((facts) => facts.colours)")
    assert len(set(colours)) == 30
    assert page.locator("#compare .signs td.ahead").count() > 50


@pytest.mark.parametrize("system", ["crf", "memorizer"])
def test_every_headline_number_of_the_demo_opens_what_it_counts(open_page, demo_run, system):
    rows = json.loads((demo_run[2].parent / "result.json").read_text())["rows"]
    assert _headline_numbers(open_page(demo_run[2], folded=True), rows, system) >= 7


@pytest.mark.parametrize(("kind", "system", "least"), [("wnut17", "arcada", 4), ("conll2003dev", "florian", 7)])
def test_every_headline_number_of_real_systems_opens_what_it_counts(open_page, real, kind, system, least):
    result, path = real(kind)
    assert _headline_numbers(open_page(path, folded=True), json.loads(result.to_json())["rows"], system) >= least


def _headline_numbers(page, rows, system):
    """How many were opened. F1 counts gold mentions and spurious ones; hard words are counted as tokens."""
    shares = [r for r in rows if not r["system"] and (r["metric"], r["label"]) == ("share", "ALL")]
    sizes = {(r["suite"], r["slice"]): r["count"] for r in shares}
    sets = {
        ("tmr", "recall_if_seen"): ("tmr", "SEEN"),
        ("tmr", "recall_if_new"): ("tmr", "UNSEEN-ANY"),
        ("tmr", "retention"): ("tmr", "UNSEEN-ANY"),
        ("tmr", "recall"): ("tmr", "TCM-ALL"),
        ("hardeval", "score"): ("hardeval", "unseen+diff"),
    }
    line = f'#verdicts tr[data-system="{system}"]'
    opened = page.eval_on_selector_all(f"{line} [data-open]", "all => all.map((e) => Number(e.dataset.open))")
    for at in opened:
        row = rows[at]
        if row["suite"] == "rockner":  # its sentences stand in pairs in a section of its own
            continue
        f1 = row["n_gold"] + row["n_pred"] - row["n_correct"] if row["metric"] == "f1" else None
        page.click(f'{line} [data-open="{at}"] button')
        page.wait_for_selector("#found")
        wanted = f1 if f1 is not None else sizes[sets[row["suite"], row["metric"]]]
        assert page.inner_text("#found").startswith(f"{wanted:,} "), row
        page.keyboard.press("Escape")
        page.wait_for_function("() => !document.getElementById('panel').open && !location.hash.includes('sentences')")
    return len(opened)


def _length_is_hard(sentences=200):
    """A system that misses long names of one type, and nothing else."""
    tokens = [["Rio", "Tinto", "Zinc", "Ltd", "hired", "Bo", "in", "Oslo"]] * sentences
    gold, found = [], []
    for i in range(sentences):
        company = (0, 4, "ORG") if i % 2 else (0, 1, "ORG")
        others = [(5, 6, "PER"), (7, 8, "LOC")]
        gold.append([company, *others])
        found.append(others if i % 2 and i % 8 != 1 else gold[-1])
    return Corpus.from_sentences(tokens, gold), Corpus.from_sentences(tokens, found)


def test_the_worst_attribute_of_a_type_is_named_and_opens_its_mentions(open_page, write_page):
    gold, found = _length_is_hard()
    result = evaluate(gold, {"short": found}, resamples=20, examples=200)
    page = open_page(write_page(json.loads(result.to_json()), "worst"), folded=True)
    lines = page.locator("#by-type > .pair tbody tr")
    assert lines.nth(0).inner_text().startswith("ORG")  # the lowest F1 comes first
    worst = lines.nth(0).locator("td", has_text="entity length")
    assert "finds 25 of 100" in worst.inner_text()
    assert page.locator("#by-type > .pair tbody td", has_text="finds").count() == 1
    worst.locator("button").click()
    page.wait_for_selector("#found")
    assert page.inner_text("#found").startswith("100 mentions in 100 of 200 sentences")


def test_predictions_alone_have_no_empty_tables(open_page, pages):
    page = open_page(pages["alone"], folded=True)
    assert page.inner_text("h1") == "The test set has only 2 mentions: scores on so few say little"
    assert page.locator("#new-names table").count() == 0
