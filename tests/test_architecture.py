"""The direction of imports, the plug-in folders, and what an import costs."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

SRC = Path(__file__).resolve().parent.parent / "src" / "nerproof"

# Each layer may import itself and what stands before it.
LAYERS = [
    ("version", "errors", "registry", "declare", "atomic"),
    ("results", "signature"),  # values that know nothing of how they came to be
    ("corpus",),
    ("formats", "types"),
    ("pairing",),
    ("lexicon",),
    ("overlap", "statistics", "transforms", "buckets", "inspection", "lexicon_cache"),
    ("splits", "gazetteers", "models", "attacks", "augment"),
    ("attributes",),
    ("metrics", "compat"),
    ("stats",),
    ("recipes",),
    ("scoring", "comparisons", "examples", "released_interpreteval"),
    ("study", "trainingdata"),
    ("loading", "evaluate"),
    (
        "suites",
        "quick",
        "errorlist",
        "inspecting",
        "datareport",
        "userattributes",
        "edges",
        "datasets",
        "scorers",
        "protocols",
    ),
]
RANK = {name: i for i, layer in enumerate(LAYERS) for name in layer}
PLUGINS = (
    "formats",
    "attributes",
    "metrics",
    "suites",
    "splits",
    "attacks",
    "augment",
    "gazetteers",
    "models",
)


def top(path: Path) -> str:
    relative = path.relative_to(SRC)
    return relative.parts[0].removesuffix(".py")


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


FILES = sorted(p for p in SRC.rglob("*.py") if top(p) in RANK)


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(SRC)))
def test_imports_go_one_way(path):
    own = RANK[top(path)]
    for module in imports(path):
        part = module.split(".")[1]
        assert part not in RANK or RANK[part] <= own, f"{path.name} imports {module}"


@pytest.mark.parametrize("path", sorted((SRC / "report").rglob("*.py")), ids=lambda p: p.name)
def test_report_sees_results_only(path):
    allowed = {"report", "results", "signature", "errors", "version", "registry", "atomic"}
    assert {m.split(".")[1] for m in imports(path)} <= allowed


def registered(path: Path, folder: str) -> bool:
    """Whether a module registers something: it calls or uses a decorator of its folder's package."""
    kinds = {
        "formats": "define",
        "attributes": "attribute",
        "metrics": "metric",
        "suites": "suite",
    }
    name = kinds.get(folder, folder.rstrip("s"))
    tree = ast.parse(path.read_text("utf-8"))
    return any(isinstance(n, ast.Call) and getattr(n.func, "id", "") == name for n in ast.walk(tree))


@pytest.mark.parametrize("folder", ["formats", "attributes", "metrics", "suites"])
def test_plugins_of_a_folder_do_not_import_each_other(folder):
    plugins = {p.stem for p in (SRC / folder).glob("*.py") if registered(p, folder) and p.stem != "__init__"}
    for path in (SRC / folder).glob("*.py"):
        if path.stem in plugins:
            others = {
                m.split(".")[2] for m in imports(path) if m.startswith(f"nerproof.{folder}.") and m.count(".") >= 2
            }
            assert not others & (plugins - {path.stem}), path


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
from nerproof.attributes import attribute

@attribute("dropped-in", alias="dIn", bucketed=True)
def dropped_in(corpus):
    'Made by a test.'
    return corpus.mentions.start * 0
"""
NEW_METRIC = """
from nerproof.metrics import Metric, metric
from nerproof.metrics.strict import counts, prf

metric(Metric("dropped-metric", ("tp", "gold", "pred"), counts, lambda s: {"dropped_f1": prf(s)["f1"]}))
"""


def test_a_dropped_file_appears_everywhere(tmp_path):
    """One new file in a plug-in folder shows up in `list` and in results, without any list being edited."""
    script = f"""
import nerproof.attributes, nerproof.metrics
from pathlib import Path
for package, name, text in ((nerproof.attributes, "dropped_in", {NEW_ATTRIBUTE!r}), (nerproof.metrics, "dropped_m", {NEW_METRIC!r})):
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
