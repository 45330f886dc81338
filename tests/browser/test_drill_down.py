"""Every number opens the sentences behind it, and only those."""

from __future__ import annotations

import json

import pytest


def _places(page):
    """All sentences of the open list, collected by scrolling through it."""
    return page.evaluate(
        """async () => {
             const box = document.querySelector('#panel .window');
             const frame = () => new Promise(requestAnimationFrame);
             const found = new Set();
             let last = -1;
             box.scrollTop = 0;
             for (let i = 0; i < 2000; i++) {
               await frame(); await frame();
               box.querySelectorAll('.place').forEach(n => found.add(n.getAttribute('title')));
               if (box.scrollTop === last) break;
               last = box.scrollTop;
               box.scrollTop += box.clientHeight;
             }
             return [...found].sort();
           }"""
    )


def _overlap(a, b):
    return a[0] < b[1] and b[0] < a[1]


def _field(gold, preds):
    same = [p[2] for p in preds if p[:2] == gold[:2]]
    if same:
        return gold[2] if gold[2] in same else same[0]
    return "boundary" if any(_overlap(p, gold) for p in preds) else "missed"


def _expected(result, system, gold, pred):
    out = []
    for item in result["sentences"]["items"]:
        preds = item["pred"][system]
        if gold == "spurious":
            hit = any(p[2] == pred and not any(_overlap(p, g) for g in item["gold"]) for p in preds)
        else:
            hit = any(g[2] == gold and _field(g, preds) == pred for g in item["gold"])
        if hit:
            out.append(item["place"])
    return sorted(out)


@pytest.mark.parametrize(
    ("gold", "pred"), [("PER", "PER"), ("LOC", "missed"), ("ORG", "boundary"), ("spurious", "PER"), ("MISC", "LOC")]
)
def test_a_confusion_field_shows_its_sentences(open_page, report, result, gold, pred):
    page = open_page(report, "#confusion?system=memory")
    count = result["extras"]["confusion"]["memory"].get(gold, {}).get(pred)
    if not count:
        pytest.skip("this made-up system never makes that confusion")
    page.click(f'#confusion button[aria-label="gold {gold}, predicted {pred}: {count}"]')
    page.wait_for_selector("#panel .sentence")
    assert _places(page) == _expected(result, "memory", gold, pred)
    assert f"{count} mentions" in page.inner_text("#found")


def _in_slice(result, name, label="ALL"):
    number = result["sentences"]["slices"].index(name)
    return sorted(
        i["place"]
        for i in result["sentences"]["items"]
        if any(number in g[3] and label in ("ALL", g[2]) for g in i["gold"])
    )


def test_a_tough_set_shows_its_sentences_and_counts_its_mentions(open_page, report, result):
    page = open_page(report)
    row = next(
        r
        for r in result["rows"]
        if (r["suite"], r["system"], r["slice"], r["label"]) == ("tmr", "weak", "TCM-ALL", "ALL")
    )
    at = result["rows"].index(row)
    page.click(f'#tough [data-at="/rows/{at}/value"]')
    page.wait_for_selector("#panel .sentence")
    assert _places(page) == _in_slice(result, "TCM-ALL")
    assert f"{row['total']} mentions" in page.inner_text("#found")


def test_hard_tokens_show_as_many_errors_as_the_row_counts(open_page, report, result):
    row = next(
        r
        for r in result["rows"]
        if (r["suite"], r["system"], r["slice"], r["metric"]) == ("hardeval", "weak", "unseen", "ter")
    )
    page = open_page(report, "#sentences?suite=hardeval&slice=unseen&system=weak&metric=ter&is=wrong")
    assert f"{row['count']} tokens" in page.inner_text("#found")


def test_filters_narrow_the_list(open_page, report, result):
    page = open_page(report, "#sentences?suite=tmr&slice=UNSEEN-ANY&system=weak&metric=recall")
    page.select_option('#panel label:has(span:text-is("Type")) select', "PER")
    assert _places(page) == _in_slice(result, "UNSEEN-ANY", "PER")
    page.fill("#panel input[type=search]", "Oslo")
    page.wait_for_function("() => document.activeElement.type === 'search' && location.hash.includes('q=Oslo')")
    wanted = {i["place"] for i in result["sentences"]["items"] if "oslo" in " ".join(i["tokens"]).lower()}
    assert _places(page) == sorted(wanted & set(_in_slice(result, "UNSEEN-ANY", "PER")))
    page.select_option('#panel label:has(span:text-is("Outcome")) select', "correct")
    assert "is=correct" in page.evaluate("location.hash")


def test_where_one_is_right_and_the_other_wrong(open_page, report, result):
    page = open_page(report, "#compare?a=strong&b=memory")
    page.click("#compare .rival >> nth=0")
    page.wait_for_selector("#panel .sentence")

    def right(item, gold, system):
        return any(p[:3] == gold[:3] for p in item["pred"][system])

    wanted = [
        i["place"]
        for i in result["sentences"]["items"]
        if any(right(i, g, "strong") and not right(i, g, "memory") for g in i["gold"])
    ]
    assert _places(page) == sorted(wanted)
    assert page.locator("#panel .sentence >> nth=0").locator(".line").count() >= 3


def test_a_bar_of_a_chart_opens_its_sentences(open_page, report):
    page = open_page(report, "#tough")
    page.wait_for_selector("#chart-tough-rates svg path[aria-label], #chart-tough-rates svg .mark-symbol path")
    page.locator("#chart-tough-rates svg .mark-symbol path").nth(3).click(force=True)
    page.wait_for_selector("#panel[open]")
    assert "suite=tmr" in page.evaluate("location.hash")


def test_what_was_left_out_is_said(open_page, write_page, made_result):
    from nerproof.report.html import _limited

    data = dict(_limited(made_result(sentences=40), 10))
    page = open_page(write_page(data, "limited"), "#sentences?system=weak")
    assert "30 further sentences were left out" in page.inner_text("#found")


def test_spans_are_drawn_inline_and_overlaps_get_a_line_of_their_own(open_page, write_page, made_result):
    data = made_result(systems=("a",), sentences=1)
    item = data["sentences"]["items"][0]
    item.update(
        tokens=["x", "y", "z", "w"],
        gold=[[0, 3, "ORG", []], [1, 2, "PER", []], [2, 4, "LOC", []]],
        pred={"a": []},
        fate={"a": ["missed"] * 3},
        token_slices={},
        token_errors={"a": []},
    )
    page = open_page(write_page(data, "nested"), "#sentences?system=a&metric=recall")
    lines = page.locator("#panel .sentence .line")
    assert lines.count() == 3  # gold, gold's crossing mention, the system
    assert lines.nth(0).locator("mark mark").inner_text().split() == ["y", "PER"]
    assert lines.nth(1).locator("mark").inner_text().split() == ["z", "w", "LOC"]


COUNTING = """async () => {
  const facts = await nerproof.result(), kept = await nerproof.sentences(), go = nerproof.state.go, out = [];
  let query;
  nerproof.state.go = (place, values) => { query = new URLSearchParams(Object.entries(values)); };
  for (const row of facts.rows) {
    if (!row.system || row.other || !/^(recall|ter|f1|precision|recall_clean)$/.test(row.metric)) continue;
    nerproof.openRow(row);
    const units = nerproof.matching(query, kept).flatMap((found) => found.units);
    const many = (keep) => units.filter(keep).length;
    out.push([row, units.length, many((u) => u.is === "correct"), many((u) => u.side === "gold"), many((u) => u.side === "pred")]);
  }
  nerproof.state.go = go;
  return out;
}"""


def _agrees(row, units, correct, gold, pred):
    if row["metric"] == "ter":
        return (row["total"], row["count"]) == (units, units - correct)
    if row["metric"] == "f1" and row["slice"].startswith(
        ("tCon:", "tFre:")
    ):  # tokens: gold's, and the wrong predicted ones
        return (row["n_gold"] + row["n_pred"] - row["n_correct"], row["n_correct"]) == (units, correct)
    if row["metric"] == "f1":
        return (row["n_gold"], row["n_pred"] - row["n_correct"], row["n_correct"]) == (gold, pred, correct)
    return (row["total"] or 0, row["count"] or 0) == (units, correct)


def test_every_row_opens_exactly_what_it_counts(open_page, write_page, shared):
    """Real data, all sentences kept: the units behind each number are as many as the number says."""
    from nerproof.engine.evaluate import evaluate

    data = shared / "data" / "conll2002"
    names = {name: data / "predictions" / f"esp.testb.{name}" for name in ("memorizer", "forgetful")}
    result = evaluate(data / "esp.testb", names, train=data / "esp.train", resamples=0, examples=5000)
    counted = open_page(write_page(result.to_dict(), "counted")).evaluate(COUNTING)
    assert len(counted) > 250
    assert [found for found in counted if not _agrees(*found)] == []


def test_sentences_show_training_evidence_and_download(open_page, demo_run):
    page = open_page(demo_run[2], "#sentences?suite=tmr&slice=TCM-SEEN&system=memorizer&metric=recall&is=wrong")
    page.wait_for_selector("#panel details.evidence")
    box = page.locator("#panel details.evidence").first
    assert "train has" in box.inner_text()
    box.locator("summary").click()
    assert 1 <= box.locator(".line").count() <= 3
    with page.expect_download() as saved:
        page.click("#panel >> text=JSONL")
    lines = [json.loads(line) for line in saved.value.path().read_text().splitlines()]
    assert f"in {len(lines):,} of" in page.inner_text("#found")
    assert all(one["is"] != "correct" for line in lines for one in line["counted"])
    page.goto(page.url.split("#")[0] + "#sentences?suite=tmr&slice=UNSEEN-ANY&system=crf&metric=recall&is=wrong")
    page.wait_for_selector("#panel p.evidence >> text=is new")
