"""The documentation site builds without a warning, and works without a network."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    pytest.importorskip("mkdocs", reason="the site is built with requirements/docs.txt")
    folder = tmp_path_factory.mktemp("site")
    words = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(folder)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    done = subprocess.run(words, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "WARNING" not in done.stderr
    return folder


def test_every_page_of_docs_is_on_the_site(site):
    pages = {p.relative_to(ROOT / "docs").with_suffix(".html") for p in (ROOT / "docs").rglob("*.md")}
    missing = [p for p in pages if p.parts[0] != "parts" and not (site / p).exists() and p.name != "README.html"]
    assert not missing


def test_pages_load_nothing_from_the_network(site):
    loaded = re.compile(r"""<(?:link|img|script)[^>]+(?:href|src)="?https?://""")
    for page in site.rglob("*.html"):
        assert not loaded.search(page.read_text("utf-8")), page


def test_search_works_on_pages_opened_as_files(site):
    assert (site / "assets/iframe-worker.js").exists(), "run: sh tests/browser/install.sh"
    assert (site / "search/search_index.js").exists()
