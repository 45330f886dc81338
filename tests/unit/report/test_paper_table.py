"""The table of a paper: what is in it, what is bold, and that LaTeX takes it."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from nerproof.base.results import Result, Row
from nerproof.report.latex import all_tables, to_latex
from nerproof.report.paper_table import paper_table
from nerproof.report.terminal import show_paper_table


def made(p):
    rows = [
        Row("standard", "a_1", "f1", 0.9, low=0.88, high=0.92),
        Row("standard", "b&b", "f1", 0.95, low=0.94, high=0.96),
        Row("standard", "a_1", "difference:f1", -0.05, more={"other": "b&b", "p": 0.001, "p_adjusted": p}),
        Row("hardeval", "a_1", "score", 0.2),
        Row("hardeval", "b&b", "score", 0.3),
        Row("hardeval", "a_1", "difference:score", -0.1, more={"other": "b&b", "p": 0.001, "p_adjusted": p}),
        Row("tmr", "a_1", "retention", None),
    ]
    return Result({"gold": "test_1.conll@00", "version": "0"}, rows)


def best(result):
    table = paper_table(result)
    return {
        (name, c.title) for name, entries in table.lines for c, e in zip(table.columns, entries, strict=True) if e.best
    }


def test_the_best_is_bold_only_where_it_is_significant():
    assert best(made(0.01)) == {("b&b", "F1"), ("a_1", "hardeval ↓")}  # lower is better in hardeval
    assert best(made(0.2)) == set()


def test_one_system_is_never_the_best():
    assert best(Result({}, [Row("standard", "a", "f1", 0.9)])) == set()


def test_systems_are_sorted_and_undefined_is_a_dash():
    table = paper_table(made(0.01))
    assert [name for name, _ in table.lines] == ["b&b", "a_1"]
    assert [c.title for c in table.columns] == ["F1", "retention", "hardeval ↓"]
    assert [e.value for e in table.lines[1][1]] == ["90.0", "–", "20.0"]


def test_latex_has_one_table_with_caption_label_and_escaped_names():
    text = to_latex(made(0.01))
    assert text.count(r"\begin{table}") == 1
    assert r"\label{tab:nerproof}" in text
    assert r"b\&b & \textbf{95.0} {\scriptsize [94.0, 96.0]}" in text
    assert r"test\_1.conll@00" in text


def test_the_terminal_prints_the_same_numbers(capsys):
    show_paper_table(made(0.01))
    assert "b&b     95.0 [94.0, 96.0]*" in capsys.readouterr().out


PDFLATEX = shutil.which("pdflatex")
if PDFLATEX:  # a machine without LaTeX has nothing to skip

    @pytest.mark.parametrize("make", [to_latex, all_tables])
    def test_latex_compiles(make, tmp_path):
        head = "\\documentclass{article}\\usepackage{booktabs,amssymb}\\begin{document}\n"
        (tmp_path / "a.tex").write_text(head + make(made(0.01)) + "\\end{document}\n", encoding="utf-8")
        words = [PDFLATEX, "-interaction=nonstopmode", "-halt-on-error", "a.tex"]
        done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout[-2000:]
