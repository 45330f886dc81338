"""Every registered column, metric, model, suite and verb has a page, and no page is stale."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
METHODS = ROOT / "docs" / "methods"


@pytest.fixture(scope="module")
def generate():
    spec = importlib.util.spec_from_file_location("generate", ROOT / "docs" / "generate.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def registered():
    from nerproof.cli import VERBS
    from nerproof.measures.attributes import ATTRIBUTES
    from nerproof.measures.metrics import METRICS
    from nerproof.models import MODELS
    from nerproof.suites.recipe import SUITES

    kinds = {"attributes": ATTRIBUTES, "metrics": METRICS, "models": MODELS, "suites": SUITES, "verbs": VERBS}
    return [(kind, name) for kind, names in kinds.items() for name in names]


def test_everything_registered_has_a_page():
    missing = [f"{kind}/{name}" for kind, name in registered() if not (METHODS / kind / f"{name}.md").exists()]
    assert not missing, "run: python docs/generate.py"


def test_no_page_is_stale():
    """In a process of its own: click keeps the help option of a command's first call, whoever made it."""
    code = "import sys; sys.path.insert(0, 'docs'); import generate; print(generate.stale())"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]", "run: python docs/generate.py"


def test_a_new_column_without_a_page_is_noticed(generate):
    from nerproof.measures.attributes import ATTRIBUTES, Attribute

    ATTRIBUTES.discover()
    ATTRIBUTES._items["made-up"] = Attribute("made-up", lambda corpus: None)
    try:
        assert ("attributes", "made-up") in registered()
        assert "attributes/made-up.md" not in {str(p.relative_to(METHODS)) for p in METHODS.rglob("*.md")}
    finally:
        del ATTRIBUTES._items["made-up"]


def test_every_suite_page_has_formula_citation_and_limits():
    from nerproof.suites.recipe import SUITES

    for name, suite in SUITES.items():
        text = (METHODS / "suites" / f"{name}.md").read_text("utf-8")
        assert "## Formula" in text
        assert "## What it cannot tell" in text
        assert "## Citation" in text or not suite.citation
