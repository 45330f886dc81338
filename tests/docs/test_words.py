"""One word per idea: what people read uses the words of the glossary, not the others."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SRC = ROOT / "src" / "nerproof"

# The glossary's "not" column. A word that means something else in other places is looked for where it means this.
NAMES = r"(?:mentions?|entity|entities|names?|surfaces?)"
NOT = {
    r"(?<![Tt]ype-)confusable": "ambiguous name",  # TMR's own term is "type-confusable mention"
    r"owed to memory": "keeps … % of its recall",
    r"(?:points|F1) (?:that )?comes? from memory": "F1 lost when recall counts new entities only",
    r"found by looking": "auto-detected",
    r"[Tt]raining (?:(?:data |set |corpus )?(?:holds|held|showed)|has|shows)\b": "is (seen) in train, in the training set",
    rf"(?:contaminated|remembered|shown|held) {NAMES}": "seen",
    rf"clean {NAMES}|unknown (?:mentions|entities|names)": "unseen; new",
    r"contaminated (?:sentences?|samples?)": "sentences with a seen entity",
    r"(?:partially|fully|wholly) (?:seen|contaminated)": "overlap with train (sentences, mentions)",
    r"stands? nowhere|\bword for word\b(?! in\b)": "does not occur; verbatim",
    r"turns round": "the ranking flips",
    r"cannot be told apart": "no significant difference",
}
PATTERN = re.compile("|".join(f"(?:{p})" for p in NOT).replace(" ", r"\s+"))
CODE = re.compile(r"```.*?```|`[^`\n]*`|<!--.*?-->", re.DOTALL)
PAGES = [ROOT / "README.md", *sorted(p for p in (ROOT / "docs").rglob("*.md") if "example-plugin" not in p.parts)]
ASSETS = sorted([*(SRC / "report" / "templates").glob("*"), *(SRC / "report" / "assets").glob("*.js")])
MODULES = sorted(SRC.rglob("*.py"))


def wrong(text: str) -> list[str]:
    return [" ".join(m[0].split()) for m in PATTERN.finditer(text)]


def strings(path: Path) -> str:
    """All text of a module that could reach a reader: its strings, docstrings among them, and its comments' words."""
    tree = ast.parse(path.read_text("utf-8"))
    found = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    return " ¶ ".join(CODE.sub(" ¶ ", text) for text in found)


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_pages_use_the_words_of_the_glossary(page):
    assert wrong(CODE.sub(" ¶ ", page.read_text("utf-8"))) == []


@pytest.mark.parametrize("path", ASSETS, ids=lambda p: p.name)
def test_the_report_uses_the_words_of_the_glossary(path):
    assert wrong(path.read_text("utf-8")) == []


def test_modules_use_the_words_of_the_glossary():
    """Help, messages, findings, tables and docstrings are strings of modules."""
    found = {str(p.relative_to(SRC)): said for p in MODULES if (said := wrong(strings(p)))}
    assert found == {}


@pytest.mark.parametrize(
    "text",
    [
        "confusable names",
        "names that training holds",
        "points that come from memory",
        "a contaminated mention",
        "recall on clean\nentities",
    ],
)
def test_a_word_of_the_other_column_is_found(text):
    assert wrong(text)
