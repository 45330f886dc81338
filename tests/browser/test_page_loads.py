"""The page opens from a file, fast, with every section, and nothing leaves it."""

from __future__ import annotations

SECTIONS = (
    "answer",
    "standard",
    "confusion",
    "tough",
    "hard",
    "contamination",
    "attributes",
    "compare",
    "experiments",
    "statistics",
    "made",
)


def test_every_section_is_there_and_in_the_contents(open_page, report):
    page = open_page(report)
    for section in SECTIONS:
        assert page.locator(f"section#{section}").count() == 1
        assert page.locator(f'.contents a[href="#{section}"]').count() == 1


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
    assert "of its" in page.inner_text("#verdicts")
    context.close()


def test_one_system_without_training_data(open_page, write_page, made_result):
    data = made_result(systems=("only",), sentences=10)
    data["rows"] = [row for row in data["rows"] if row["suite"] == "standard"]
    data["extras"], data["sentences"] = {}, None
    page = open_page(write_page(data, "one"))
    assert "without training data" in page.inner_text("#answer")
    assert page.locator("section#tough").count() == 0
    assert page.locator("section#compare").count() == 0


def _enlarged(data, n):
    """The same result with n systems: copies of the first ones under new names."""
    models = list(data["extras"]["confusion"])
    names = {f"system-{i:02d}": models[i % len(models)] for i in range(n)}
    own = [row for row in data["rows"] if row["system"] in models and "other" not in row]
    rows = [row | {"system": name} for name, model in names.items() for row in own if row["system"] == model]
    for item in data["sentences"]["items"]:
        for key in ("pred", "fate", "token_errors"):
            item[key] = {name: item[key][model] for name, model in names.items()}
    confusion = {name: data["extras"]["confusion"][model] for name, model in names.items()}
    return data | {"rows": rows, "extras": {"confusion": confusion}}


def test_twenty_systems_and_fifty_thousand_tokens_stay_small_and_smooth(open_page, write_page, made_result):
    data = _enlarged(made_result(sentences=390, seed=5), 20)
    items = data["sentences"]["items"]
    data["sentences"]["items"] = [item | {"id": i * 390 + item["id"]} for i in range(10) for item in items]
    assert sum(len(s["tokens"]) for s in data["sentences"]["items"]) > 50_000
    path = write_page(data, "large")
    assert path.stat().st_size < 25_000_000
    page = open_page(path)
    assert page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime") < 1000
    page.evaluate("nerproof.state.go('sentences', { system: 'system-03', all: '1' })")
    page.wait_for_selector("#panel .sentence")
    slowest = page.evaluate(
        """async () => {
             const box = document.querySelector('#panel .window');
             const times = [];
             for (let step = 0; step < 20; step++) {
               const started = performance.now();
               box.scrollTop = step * 5000;
               await new Promise(requestAnimationFrame);
               times.push(performance.now() - started);
             }
             return times.sort((a, b) => a - b)[10];
           }"""
    )
    assert slowest < 400
    assert page.locator("#panel .sentence").count() < 60
