"""At 80 columns whole columns are dropped; a value is never cut."""

from __future__ import annotations

import pytest

from nerproof.base.results import Result, Row
from nerproof.report.tables import answer
from nerproof.report.terminal import show


def _result():
    rows = [
        Row("standard", s, m, v, low=v - 0.0123, high=v + 0.0123, more={"n_gold": 50, "n_pred": 50, "n_correct": 40})
        for s, v in (("worse", 0.7123), ("better-system", 0.8123))
        for m in ("precision", "recall", "f1", "macro_f1", "weighted_f1")
    ]
    return Result({"gold": "g"}, rows)


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_no_value_is_cut_and_no_line_is_too_long(capsys, monkeypatch, columns):
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("NO_COLOR", "1")
    show(_result())
    out = capsys.readouterr().out
    table = out.split("Standard scores")[1].split("left out")[0] if "left out" in out else out
    assert "…" not in table
    assert "\x1b" not in out
    assert all(len(line) <= columns for line in table.splitlines())
    assert out.index("better-system") < out.index("worse")  # the highest F1 first
    assert ("left out in" in out) == (columns < 120)


def test_columns_of_systems_stand_in_the_order_of_their_f1(capsys, monkeypatch):
    """What a narrow terminal leaves out is the worst, not whoever was named last."""
    monkeypatch.setenv("COLUMNS", "80")
    result = _result()
    by_type = [Row("standard", s, "f1", 0.5, label=t) for s in ("worse", "better-system") for t in ("LOC", "PER")]
    show(Result(result.signature, [*result.rows, *by_type]))
    header = capsys.readouterr().out.split("F1 by type")[1].splitlines()[2]
    assert header.split() == ["type", "better-system", "worse"]


def test_scores_that_no_system_has_get_no_column():
    rows = [Row("tmr", "worse", "retention", None), Row("hardeval", "worse", "score", 0.2)]
    table = answer(Result({}, [*_result().rows, *rows]))
    assert table.header == ("system", "F1", "hardeval ↓")
    assert table.notes == ["↓ lower is better"]
