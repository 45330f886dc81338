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
    assert r"b\&b & \textbf{95.0} & -- & 30.0" in text.replace("–", "--")
    assert r" & {\tiny [94.0, 96.0]} &  &  \\" in text
    assert r"test\_1.conll@00" in text


def test_the_terminal_prints_the_same_numbers(capsys):
    show_paper_table(made(0.01))
    assert "b&b     95.0 [94.0, 96.0]*" in capsys.readouterr().out


def test_an_attack_with_a_name_of_the_users_own_is_a_column():
    rows = [Row("rockner", "a", metric, 0.5, slice=name) for name in ("swap", "mine") for metric in ("f1", "drop_f1")]
    table = paper_table(Result({}, [Row("standard", "a", "f1", 0.9), *rows]))
    assert [(c.title, c.slice) for c in table.columns] == [("F1", "ALL"), ("attacked F1", "mine")]
    assert "attacked F1: F1 on the attacked test set (mine)" in table.legend


def many(n=30):
    """More columns and more lines than a page has room for, and names that LaTeX would run."""
    names = [f"[{i}] a_1 & 100 % \\{{}}$#^~ with words" for i in range(n)]
    types = [f"TYPE-{i}" for i in range(2 * n)]
    by_type = [Row("standard", s, "f1", 0.5, low=0.4, high=0.6, label=t) for s in names for t in types]
    return Result({"gold": "a|b_1"}, [*(Row("standard", s, "f1", 0.5, low=0.4, high=0.6) for s in names), *by_type])


def test_large_tables_are_cut_into_parts_that_hold_every_number():
    text = all_tables(many())
    assert max(text.split("tabular}")[1::2], key=len).count("\n") < 55
    assert text.count("50.00 {[}40.00, 60.00]") == 30 * 61
    assert "(part 2 of " in text


PDFLATEX = shutil.which("pdflatex")
if PDFLATEX:  # a machine without LaTeX has nothing to skip

    def compiled(text, folder):
        """What LaTeX says of a document with this text; booktabs is all that it loads."""
        head = "\\documentclass{article}\\usepackage{booktabs}\\begin{document}\n"
        (folder / "a.tex").write_text(head + text + "\\end{document}\n", encoding="utf-8")
        words = [PDFLATEX, "-interaction=nonstopmode", "-halt-on-error", "a.tex"]
        done = subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout[-2000:]
        return done.stdout

    @pytest.mark.parametrize("make", [to_latex, all_tables])
    @pytest.mark.parametrize("result", [made(0.01), many(4)], ids=["made", "many"])
    def test_latex_compiles(make, result, tmp_path):
        compiled(make(result), tmp_path)

    @pytest.mark.parametrize("make", [to_latex, all_tables])
    def test_latex_of_the_demo_fits_its_page(make, demo_run, tmp_path):
        said = compiled(make(Result.load(demo_run[2].parent / "result.json")), tmp_path)
        assert "Overfull" not in said
        assert "Float too large" not in said
