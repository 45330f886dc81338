"""The direction of imports, the plug-in folders, and what an import costs."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

SRC = Path(__file__).resolve().parent.parent / "src" / "nerproof"

# Each room may import itself and the rooms that stand before it (DESIGN.md); every file of the package is in one.
LAYERS = [
    ("base",),
    ("corpus",),
    ("formats",),
    ("index",),
    ("measures",),
    ("resampling",),
    ("suites",),
    ("scoring",),
    ("engine", "compat"),
    (
        "findings",
        "drilldown",
        "studies",
        "splits",
        "attacks",
        "augmentations",
        "models",
        "gazetteers",
        "auditing",
        "estimating",
    ),
    ("experiments", "demo"),
    ("api",),
    ("integrations",),
    ("cli",),
]
RANK = {name: i for i, layer in enumerate(LAYERS) for name in layer}
ROOT = {"__init__", "__main__"}  # the promised names, and python -m nerproof


def room(path: Path) -> str:
    return path.relative_to(SRC).parts[0].removesuffix(".py")


def imports(path: Path, *, inside_functions: bool = True) -> set[str]:
    """Modules of nerproof that a file imports."""
    tree = ast.parse(path.read_text("utf-8"))
    nodes = ast.walk(tree) if inside_functions else tree.body
    found = set()
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("nerproof"):
            names = [f"{node.module}.{a.name}" for a in node.names] if node.module == "nerproof" else [node.module]
            found |= set(names)
        elif isinstance(node, ast.Import):
            found |= {a.name for a in node.names if a.name.startswith("nerproof.")}
    return found


FILES = sorted(p for p in SRC.rglob("*.py") if room(p) not in {*ROOT, "report"})


def test_every_file_is_in_a_room():
    assert {room(p) for p in FILES} <= set(RANK)
    assert {p.stem for p in SRC.glob("*.py")} <= ROOT


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(SRC)))
def test_imports_go_one_way(path):
    assert not {m for m in imports(path) if RANK.get(m.split(".")[1], 0) > RANK[room(path)]}


@pytest.mark.parametrize("path", sorted((SRC / "report").rglob("*.py")), ids=lambda p: p.name)
def test_report_sees_results_only(path):
    assert {m.split(".")[1] for m in imports(path)} <= {"report", "base"}


# Plug-in folder -> the function by which its modules register what they define.
PLUGINS = {
    "formats": "define",
    "measures/attributes": "attribute",
    "measures/metrics": "metric",
    "suites": "suite",
    "findings": "rule",
}


def registers(path: Path, function: str) -> bool:
    tree = ast.parse(path.read_text("utf-8"))
    return any(isinstance(n, ast.Call) and getattr(n.func, "id", "") == function for n in ast.walk(tree))


@pytest.mark.parametrize("folder", PLUGINS)
def test_plugins_of_a_folder_do_not_import_each_other(folder):
    package = "nerproof." + folder.replace("/", ".")
    files = [p for p in (SRC / folder).glob("*.py") if p.stem != "__init__" and registers(p, PLUGINS[folder])]
    assert files
    for path in files:
        others = {f"{package}.{p.stem}" for p in files if p != path}
        assert not others & imports(path), path


def test_import_loads_nothing_heavy():
    code = "import sys, nerproof, nerproof.cli; print(' '.join(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    heavy = {"numpy", "scipy", "pandas", "torch", "transformers", "rich", "jinja2", "pyarrow", "numba", "spacy"}
    assert not heavy & set(loaded)


def test_public_names_are_there():
    import nerproof

    assert sorted(nerproof.__all__) == sorted(dir(nerproof))
    for name in nerproof.__all__:
        assert getattr(nerproof, name) is not None


def test_every_verb_has_its_line_in_the_help():
    from nerproof.cli import VERBS

    shared = {"__init__", "options", "output"}
    modules = {p.stem for p in (SRC / "cli").glob("*.py")} - shared
    declared = {"list_" if v == "list" else v.replace("-", "_") for v in VERBS}
    verbs = {
        p.stem for p in (SRC / "cli").glob("*.py") if "\ncommand" in p.read_text() or "def command" in p.read_text()
    }
    assert verbs & modules <= declared


NEW_ATTRIBUTE = """
from nerproof.measures.attributes import attribute

@attribute("dropped-in", alias="dIn", bucketed=True)
def dropped_in(corpus):
    'Made by a test.'
    return corpus.mentions.start * 0
"""
NEW_METRIC = """
from nerproof.measures.metrics import Metric, metric
from nerproof.measures.metrics.strict import counts, prf

metric(Metric("dropped-metric", ("tp", "gold", "pred"), counts, lambda s: {"dropped_f1": prf(s)["f1"]}))
"""


def test_a_dropped_file_appears_everywhere(tmp_path):
    """One new file in a plug-in folder shows up in `list` and in results, without any list being edited."""
    script = f"""
import nerproof.measures.attributes, nerproof.measures.metrics
from pathlib import Path
for package, name, text in ((nerproof.measures.attributes, "dropped_in", {NEW_ATTRIBUTE!r}), (nerproof.measures.metrics, "dropped_m", {NEW_METRIC!r})):
    folder = Path({str(tmp_path)!r}) / name
    folder.mkdir()
    (folder / (name + ".py")).write_text(text)
    package.__path__.append(str(folder))
from nerproof import Corpus, evaluate
from nerproof.cli.list_ import describe
assert "dropped-in" in dict(describe("attributes")) and "dropped-metric" in dict(describe("metrics"))
c = Corpus.from_sentences([["EU", "rejects"]], [[(0, 1, "ORG")]])
result = evaluate(c, {{"a": c}}, train=c, resamples=0)
assert result.value("dropped_f1", system="a") == 1.0
assert [r for r in result.rows if r.slice.startswith("dIn:")]
"""
    subprocess.run([sys.executable, "-c", script], check=True)
