"""Standard scores equal the golden figures on all eleven system outputs."""

from __future__ import annotations

import pytest

from nerproof import evaluate


def test_prf_equals_golden(case):
    result = evaluate(case.gold, {case.system: case.pred}, resamples=0, align="position", suites=["standard"])
    want = case.figures["prf"]
    for label, figures in [("ALL", want), *want["per_type"].items()]:
        row = result.row("f1", system=case.system, label=label)
        counts = (row.more["n_correct"], row.more["n_gold"], row.more["n_pred"])
        assert counts == (figures["correct"], figures["gold"], figures["predicted"])
        for metric in ("precision", "recall", "f1"):
            value = result.value(metric, system=case.system, label=label)
            assert value == pytest.approx(figures[metric], abs=1e-9) or (value is None and figures[metric] == 0)
