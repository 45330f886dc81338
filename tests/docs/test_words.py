"""One word per idea: what people read uses the words of the glossary, not the others."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path

import click
import pytest

import nerproof
from nerproof.cli import app

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
    r"contaminated (?:training |test )?(?:sentences?|samples?)": "sentences with a seen entity",
    rf"{NAMES} (?:that |which )?(?:the )?(?:system|model|it) (?:remember(?:s|ed)|knows)": "names it saw in training",
    r"[Tt]raining (?:data |set )?does not (?:hold|show|have)": "is not in train",
    r"(?:partially|fully|wholly) (?:seen|contaminated)": "overlap with train (sentences, mentions)",
    r"stands? nowhere|\bword for word\b(?! in\b)": "does not occur; verbatim",
    r"turns round": "the ranking flips",
    r"cannot be told apart": "no significant difference",
}
# Turns of phrase that are no English, looked for where people read most: pages, help, docstrings of promised names.
PLAIN = [
    r"\bone's own\b",
    r"\b(?:is|are|was|were) asked for\b",
    r"\bstands? (?:in (?!for)|beside|nowhere|there|word)",
    r"\bwhat (?:is|there is) there\b|\bwhat there is\b",
    r"\b[Dd]ecides everything random\b",
    r"\bis no (?:JSON|file|corpus|string|number|\w+ file)\b",
    rf"(?<!best-)\bknown {NAMES}\b",
    r"\b[Cc]lean (?:F1|recall|precision)\b",
    r"\bto look around in\b|\b[Oo]pens the suites?\b",
]
PATTERN = re.compile("|".join(f"(?:{p})" for p in NOT).replace(" ", r"\s+"))
ERROR = re.compile(r"\b(?:NerproofError|InputError|UsageError|UnknownName|MissingExtra)\b")
CODE = re.compile(r"```.*?```|`[^`\n]*`|<!--.*?-->", re.DOTALL)
PAGES = [ROOT / "README.md", *sorted(p for p in (ROOT / "docs").rglob("*.md") if "example-plugin" not in p.parts)]
ASSETS = sorted([*(SRC / "report" / "templates").glob("*"), *(SRC / "report" / "assets").glob("*.js")])
MODULES = sorted(SRC.rglob("*.py"))


PLAINLY = re.compile("|".join(f"(?:{p})" for p in PLAIN).replace(" ", r"\s+"))


def wrong(text: str, pattern: re.Pattern[str] = PATTERN) -> list[str]:
    return [" ".join(m[0].split()) for m in pattern.finditer(text)]


def strings(path: Path) -> str:
    """All text of a module that could reach a reader: its strings, docstrings among them, and its comments' words."""
    tree = ast.parse(path.read_text("utf-8"))
    found = [n.value for n in ast.walk(tree) if isinstance(n, ast.Constant) and isinstance(n.value, str)]
    return " ¶ ".join(CODE.sub(" ¶ ", text) for text in found)


def messages(path: Path) -> str:
    """The strings inside calls of our error classes."""
    tree = ast.parse(path.read_text("utf-8"))
    calls = [n for n in ast.walk(tree) if isinstance(n, ast.Call) and ERROR.search(ast.unparse(n.func))]
    inside = [n for call in calls for n in ast.walk(call)]
    return " ¶ ".join(n.value for n in inside if isinstance(n, ast.Constant) and isinstance(n.value, str))


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_pages_use_the_words_of_the_glossary(page):
    text = CODE.sub(" ¶ ", page.read_text("utf-8"))
    assert wrong(text) + wrong(text, PLAINLY) == []


def test_help_is_plain_english():
    context = click.Context(app, info_name="nerproof")
    for name in app.list_commands(context):
        command = app.get_command(context, name)
        assert wrong(command.get_help(click.Context(command, info_name=name)), PLAINLY) == [], name


@pytest.mark.parametrize("name", [n for n in nerproof.__all__ if n != "__version__"])
def test_docstrings_of_promised_names_are_plain_english(name):
    assert wrong(inspect.getdoc(getattr(nerproof, name)) or "", PLAINLY) == []


def test_messages_are_plain_english():
    """Error messages are strings of calls that raise our errors."""
    found = {str(p.relative_to(SRC)): said for p in MODULES if (said := wrong(messages(p), PLAINLY))}
    assert found == {}


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
        "contaminated training samples",
        "names that the system remembered",
        "recall on clean\nentities",
    ],
)
def test_a_word_of_the_other_column_is_found(text):
    assert wrong(text)


@pytest.mark.parametrize("text", ["it is no JSON", "what is\nthere", "known names", "clean F1"])
def test_odd_english_is_found(text):
    assert wrong(text, PLAINLY)
