"""Every command and printed output of README and docs is run and compared."""

from __future__ import annotations

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = [
    *(p for p in sorted(ROOT.glob("docs/**/*.md")) if "parts" not in p.parts),
    *(p for p in [ROOT / "README.md"] if p.exists()),
]


@pytest.mark.parametrize("page", PAGES, ids=lambda p: str(p.relative_to(ROOT)))
def test_commands_print_what_the_page_says(page, sessions, demo_run, tmp_path):
    if not sessions.blocks(page.read_text("utf-8")):
        return  # nothing on it is a command
    sessions.prepare(tmp_path, demo_run[0])
    problems = sessions.check(page, tmp_path)
    assert not problems, "\n\n".join(problems)


def test_ellipsis_stands_for_anything_in_a_line_and_for_lines(sessions):
    assert sessions.matches(["F1 …", "…", "end"], ["F1 82.1", "a", "b", "end"])
    assert not sessions.matches(["F1 82"], ["F1 83"])
    assert not sessions.matches(["a"], ["a", "b"])


def test_a_wrong_output_is_found(sessions, tmp_path):
    page = tmp_path / "page.md"
    page.write_text("```console\n$ echo one\ntwo\n```\n")
    assert "prints" in sessions.check(page, tmp_path)[0]


def test_a_failing_command_is_found(sessions, tmp_path):
    page = tmp_path / "page.md"
    page.write_text("```bash\nfalse\n```\n")
    assert "exit code 1" in sessions.check(page, tmp_path)[0]


def test_an_expected_failure_is_no_problem(sessions, tmp_path):
    page = tmp_path / "page.md"
    page.write_text("```console exit=3\n$ (exit 3)\n```\n")
    assert sessions.check(page, tmp_path) == []


def test_update_puts_outputs_right_and_leaves_the_rest(sessions, tmp_path):
    page = tmp_path / "page.md"
    page.write_text("# Title\n```console\n$ echo one\ntwo\n$ echo 3\n…\n```\nend\n")
    assert sessions.updated(page, tmp_path) == "# Title\n```console\n$ echo one\none\n$ echo 3\n…\n```\nend\n"
