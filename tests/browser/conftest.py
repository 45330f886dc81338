"""A real headless Chromium, and pages that fail their test on any console error or request."""

from __future__ import annotations

import importlib.util
import json
import shutil
from dataclasses import dataclass, field
from pathlib import Path

import pytest

HERE = Path(__file__).parent
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(items):
    for item in items:
        if item.path.is_relative_to(HERE):
            item.add_marker(pytest.mark.browser)


def load(name):
    """A module beside the tests, which are no package."""
    spec = importlib.util.spec_from_file_location(f"browser_{name}", HERE / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def made_result():
    return load("made_result").made_result


@pytest.fixture(scope="session")
def beside():
    return load


@pytest.fixture(scope="session")
def pointer():
    return load("pointer")


@pytest.fixture(scope="session")
def questions():
    """What the contents of a report with everything in it list, but for attacks."""
    return ("answer", "new-names", "ambiguity", "weak-spots", "fair-test", "by-type", "compare", "experiments", "made")


@pytest.fixture(scope="session")
def sections(questions):
    """The questions, and the sections that are folded under them."""
    return (*questions, *["standard", "confusion", "tough", "hard", "contamination", "attributes", "statistics"])


@pytest.fixture(scope="session")
def result(made_result):
    return made_result(systems=("strong", "memory", "weak"), sentences=150, seed=3)


@pytest.fixture(scope="session")
def write_page(tmp_path_factory):
    """A result as a page on disk."""
    from nerproof.base.results import Result
    from nerproof.report.html import render

    folder = tmp_path_factory.mktemp("pages")

    def write(data, name):
        path = folder / f"{name}.html"
        path.write_bytes(render(Result.from_dict(json.loads(json.dumps(data))).to_dict()).encode())
        return path

    return write


@pytest.fixture(scope="session")
def report(result, write_page):
    return write_page(result, "report")


@pytest.fixture(scope="session")
def many(write_page):
    """The page of thirty systems on eighteen types."""
    result = load("many_systems").many_systems()
    assert len({result.value("f1", system=system) for system in result.systems}) == 30
    return write_page(json.loads(result.to_json()), "many")


@pytest.fixture(scope="session")
def browser():
    from playwright.sync_api import sync_playwright

    program = next(
        (found for name in ("chromium", "chromium-browser", "google-chrome") if (found := shutil.which(name))), None
    )
    if program is None:
        pytest.skip("no Chromium here: sh tests/browser/install.sh installs it")
    with sync_playwright() as play:
        running = play.chromium.launch(executable_path=program, args=FLAGS)
        yield running
        running.close()


@dataclass
class Opened:
    """A page under test and what it did wrong."""

    page: object
    errors: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)

    def watch(self):
        self.page.on(
            "console",
            lambda message: (
                self.errors.append(f"{message.type}: {message.text}") if message.type in ("error", "warning") else None
            ),
        )
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("request", lambda request: self.requests.append(request.url))

    def outside(self, path):
        return [
            url
            for url in self.requests
            if url.split("#")[0] != path.as_uri() and not url.startswith(("data:", "blob:"))
        ]


@pytest.fixture
def open_page(browser):
    """Opens a file, waits until it is drawn, and checks at the end that nothing was logged and nothing fetched.

    All numbers are unfolded unless ``folded``.
    """
    opened = []

    def open_(path, at="", *, folded=False, **options):
        context = browser.new_context(**({"viewport": {"width": 1280, "height": 900}} | options))
        one = Opened(context.new_page())
        one.watch()
        one.page.goto(path.as_uri() + at)
        one.page.wait_for_selector("html[data-ready]", timeout=30_000)
        if not folded:
            one.page.evaluate("document.querySelectorAll('details.numbers').forEach(d => d.open = true)")
        opened.append((one, path, context))
        return one.page

    yield open_
    for one, path, context in opened:
        context.close()
        assert one.errors == []
        assert one.outside(path) == []
