"""The page opens from a file, fast, with every section, and nothing leaves it."""

from __future__ import annotations

import json
from pathlib import Path

HERE = Path(__file__).parent


def test_every_section_is_there_and_every_question_in_the_contents(open_page, report, sections, questions):
    page = open_page(report)
    for section in sections:
        assert page.locator(f"section#{section}").count() == 1
    links = page.eval_on_selector_all(".contents a", "all => all.map(a => a.getAttribute('href'))")
    assert links == [f"#{question}" for question in questions]


def test_all_numbers_are_folded_until_asked_for(open_page, report):
    page = open_page(report, folded=True)
    assert not page.locator("section#tough").is_visible()
    page.click("#new-names details.numbers > summary")
    assert page.locator("section#tough").is_visible()


def test_a_link_to_a_folded_section_unfolds_it(open_page, report):
    page = open_page(report, "#confusion", folded=True)
    assert page.locator("section#confusion").is_visible()
    assert not page.locator("section#tough").is_visible()


def test_charts_are_drawn_and_have_text_alternatives(open_page, report):
    page = open_page(report)
    page.evaluate("nerproof.drawAll()")
    page.wait_for_function(
        "() => [...document.querySelectorAll('.drawing')].every(d => d.querySelector('svg'))", timeout=30_000
    )
    alternatives = page.eval_on_selector_all(".drawing", "all => all.map(d => d.getAttribute('aria-label'))")
    assert len(alternatives) > 15
    assert all(len(text) > 30 for text in alternatives)


def test_the_policy_forbids_requests_and_foreign_scripts(browser, report):
    text = report.read_text()
    policy = text.split('Content-Security-Policy" content="')[1].split('"')[0]
    assert "default-src &#39;none&#39;" in policy
    assert "unsafe-eval" not in policy
    assert "script-src &#39;sha256-" in policy
    context = browser.new_context()
    page = context.new_page()
    sent = []
    page.on("request", lambda request: sent.append(request.url))
    page.goto(report.as_uri())
    assert page.evaluate("fetch('https://example.org/').then(() => 'sent', () => 'refused')") == "refused"
    page.evaluate(
        "document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.foreign = 1' }))"
    )
    assert page.evaluate("window.foreign") is None
    assert [url for url in sent if url.startswith("http")] == []
    context.close()


def test_first_content_in_under_a_second(open_page, report):
    page = open_page(report)
    paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime")
    assert paint is not None
    assert paint < 1000


def test_the_answer_is_readable_without_javascript(browser, report):
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(report.as_uri())
    assert "memory" in page.inner_text("#verdicts")
    assert "when it saw them in training" in page.inner_text("#answer")
    context.close()


def test_one_system_without_training_data(open_page, write_page, made_result):
    data = made_result(systems=("only",), sentences=10)
    data["rows"] = [row for row in data["rows"] if row["suite"] == "standard"]
    data["extras"], data["sentences"] = {}, None
    page = open_page(write_page(data, "one"))
    assert "they need --train" in page.inner_text("#answer")
    assert page.locator("section#tough").count() == 0
    assert page.locator("section#compare").count() == 0


def test_thirty_systems_of_eighteen_types_stay_small_and_smooth(open_page, many):
    assert many.stat().st_size < 6_000_000
    page = open_page(many)
    assert page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime") < 1000
    assert _frames(page, "document.documentElement", 400, 40) < 400
    page.evaluate("nerproof.state.go('sentences', { system: 'system-03', all: '1' })")
    page.wait_for_selector("#panel .sentence")
    assert _frames(page, "document.querySelector('#panel .window')", 5000, 20) < 400
    assert page.locator("#panel .sentence").count() < 60


def _frames(page, what, step, steps):
    """The median time of a frame while scrolling, in milliseconds."""
    return page.evaluate(
        """async ([what, step, steps]) => {
             const box = what.startsWith('document.documentElement') ? document.documentElement : document.querySelector('#panel .window');
             const times = [];
             for (let at = 0; at < steps; at++) {
               const started = performance.now();
               box.scrollTo({ top: at * step, behavior: 'instant' });
               await new Promise(requestAnimationFrame);
               times.push(performance.now() - started);
             }
             return times.sort((a, b) => a - b)[steps >> 1];
           }""",
        [what, step, steps],
    )


def test_a_filter_answers_at_once_with_many_systems(open_page, many):
    page = open_page(many, "#sentences?system=system-03")
    page.wait_for_selector("#panel .sentence")
    taken = page.evaluate(
        """async () => {
             const started = performance.now();
             nerproof.state.go('sentences', { system: 'system-03', q: 'N77', is: 'type' }, { replace: true });
             await new Promise(requestAnimationFrame);
             return performance.now() - started;
           }"""
    )
    assert taken < 1000
    assert "of 700 sentences" in page.inner_text("#found")


def test_wnut17_with_its_seven_systems_is_small_and_fast(open_page, write_page, shared):
    from nerproof.engine.evaluate import evaluate

    folder = shared / "data" / "wnut17"
    systems = {path.stem: path for path in sorted((folder / "submissions").glob("*.conll"))}
    assert len(systems) == 7
    result = evaluate(
        folder / "emerging.test.annotated",
        systems,
        train=folder / "wnut17train.conll",
        resamples=50,
        examples=2000,
        align="position",
    )
    path = write_page(json.loads(result.to_json()), "wnut17")
    assert path.stat().st_size < 6_000_000
    page = open_page(path)
    assert page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime") < 1000
    assert "highest F1" in page.inner_text("h1")
    assert "no test mention is seen in train" in page.inner_text("#answer")
