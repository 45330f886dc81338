"""gate --estimate: fails only when even the upper end of the interval is below the baseline."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from nerproof import Result, Row
from nerproof.base.errors import UsageError
from nerproof.cli.gate import command
from nerproof.estimating.gating import gate_estimate


def estimated(value, high, *, labelled=0.9, reason=""):
    more = {"low_90": 0.5, "high_90": high, "labelled": labelled, "reason": reason}
    return Result({}, [Row("estimate", "a", "f1", value, more=more)])


@pytest.mark.parametrize(
    ("value", "high", "drop", "worse"),
    [(0.8, 0.85, 0.0, True), (0.8, 0.91, 0.0, False), (0.8, 0.85, 6.0, False), (0.95, 0.97, 0.0, False)],
)
def test_worse_is_beyond_the_interval(value, high, drop, worse):
    assert [v.worse for v in gate_estimate(estimated(value, high), max_drop=drop).checks] == [worse]


def test_an_evaluated_baseline_takes_the_place_of_the_labelled_score():
    baseline = Result({}, [Row("standard", "a", "f1", 0.8)])
    assert [v.worse for v in gate_estimate(estimated(0.8, 0.85), baseline).checks] == [False]
    with pytest.raises(UsageError, match="lacks the system 'a'"):
        gate_estimate(estimated(0.8, 0.85), Result({}, [Row("standard", "b", "f1", 0.8)]))


def test_what_cannot_be_told_does_not_fail():
    found = gate_estimate(estimated(None, 0.9, reason="few mentions"))
    assert [(v.worse, v.why) for v in found.checks] == [(False, "cannot tell: few mentions")]


def test_the_command_ends_with_1(tmp_path):
    for name, high, code in (("bad", 0.85, 1), ("fine", 0.95, 0)):
        path = tmp_path / f"{name}.json"
        path.write_text(estimated(0.8, high).to_json())
        assert CliRunner().invoke(command, ["--estimate", str(path)]).exit_code == code
    with pytest.raises(UsageError, match="no estimates"):
        path.write_text(Result({}, []).to_json())
        CliRunner().invoke(command, ["--estimate", str(path)], catch_exceptions=False)
    with pytest.raises(UsageError, match="two result files"):
        CliRunner().invoke(command, [], catch_exceptions=False)
