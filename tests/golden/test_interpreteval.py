"""InterpretEval equals the golden figures on all eleven system outputs: edges and counts exactly, scores to 1e-9."""

from __future__ import annotations

import pytest

from nerproof import evaluate


def edge(value):
    return None if value in ("inf", "-inf") else value


def agrees(value, figure):
    return (value is None and figure is None) or value == pytest.approx(figure, abs=1e-9)


def test_interpreteval_equals_golden(case):
    result = evaluate(
        case.gold, {"s": case.pred}, train=case.train, resamples=0, align="position", suites=["interpreteval"]
    )
    want = case.figures["interpreteval"]
    for alias, figures in want["attributes"].items():
        buckets = [r for r in result.where(system="s", metric="f1") if r.slice.startswith(alias + ":")]
        if alias == "tag":  # the golden files hold at most six types, ours hold all
            named = {r.slice.split(":", 1)[1].lower(): r for r in buckets}
            buckets = [named[b["lo"]] for b in figures["buckets"]]
        assert len(buckets) == len(figures["buckets"])
        for row, bucket in zip(buckets, figures["buckets"], strict=True):
            counts = tuple(row.more[k] for k in ("n_gold", "n_pred", "n_correct"))
            assert counts == tuple(bucket[k] for k in ("n_gold", "n_pred", "n_correct")), (alias, row)
            if alias != "tag":
                assert (row.more["lo"], row.more["hi"]) == (edge(bucket["lo"]), edge(bucket["hi"]))
            empty = bucket["n_gold"] + bucket["n_pred"] == 0
            assert row.value is None if empty else agrees(row.value, bucket["f1"])
        if alias != "tag":
            assert agrees(result.value("s_rho", suite="interpreteval", system="s", slice=alias), figures["S_rho"])
            assert agrees(
                result.value("s_sigma", suite="interpreteval", system="s", slice=alias),
                figures["S_sigma_pop"],
            )
        gap = result.row("gap", suite="interpreteval", system="s", slice=alias)
        if alias != "tag":
            assert agrees(gap.value, figures["self_diagnosis"]["gap"])
            assert gap.more["best"] == buckets[figures["self_diagnosis"]["best"]].slice
            assert gap.more["worst"] == buckets[figures["self_diagnosis"]["worst"]].slice
    for alias, zeta in want["zeta"].items():
        assert agrees(result.value("zeta", suite="interpreteval", system="", slice=alias), zeta)
