"""At 80 columns whole columns are dropped; a value is never cut."""

from __future__ import annotations

import pytest

from nerproof.base.results import Result, Row
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
