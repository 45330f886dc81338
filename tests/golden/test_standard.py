"""Standard scores equal the golden figures on all eleven system outputs."""

from __future__ import annotations

import pytest

from nerproof import evaluate

SYSTEMS = [
    *(("wnut17", None, s) for s in "arcada drexel_cci flytxt mic-cis sjtu_adapt spinningbytes uh_ritual".split()),
    *(("conll2002", lang, s) for lang in ("esp", "ned") for s in ("memorizer", "forgetful")),
]


def files(shared, corpus, lang, system):
    data = shared / "data" / corpus
    if corpus == "wnut17":
        train, gold = data / "wnut17train.conll", data / "emerging.test.annotated"
        return train, gold, data / "submissions" / f"{system}.conll"
    return data / f"{lang}.train", data / f"{lang}.testb", data / "predictions" / f"{lang}.testb.{system}"


def expected(golden, corpus, lang, system):
    whole = golden(corpus) if lang is None else golden(corpus)[lang]
    return whole["systems"][system]


@pytest.mark.parametrize(("corpus", "lang", "system"), SYSTEMS)
def test_prf_equals_golden(shared, golden, corpus, lang, system):
    _, gold, pred = files(shared, corpus, lang, system)
    result = evaluate(gold, {system: pred}, resamples=0, align="position", suites=["standard"])
    want = expected(golden, corpus, lang, system)["prf"]
    for label, figures in [("ALL", want), *want["per_type"].items()]:
        row = result.row("f1", system=system, label=label)
        counts = (row.more["n_correct"], row.more["n_gold"], row.more["n_pred"])
        assert counts == (figures["correct"], figures["gold"], figures["predicted"])
        for metric in ("precision", "recall", "f1"):
            value = result.value(metric, system=system, label=label)
            assert value == pytest.approx(figures[metric], abs=1e-9) or (value is None and figures[metric] == 0)
