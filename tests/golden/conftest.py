"""The eleven system outputs and where their files and golden figures are."""

from __future__ import annotations

import pytest

SYSTEMS = [
    *(
        ("wnut17", None, s)
        for s in ["arcada", "drexel_cci", "flytxt", "mic-cis", "sjtu_adapt", "spinningbytes", "uh_ritual"]
    ),
    *(("conll2002", lang, s) for lang in ("esp", "ned") for s in ("memorizer", "forgetful")),
]


class Case:
    """One system output with its files and its golden figures."""

    def __init__(self, shared, golden, corpus, lang, system):
        data = shared / "data" / corpus
        self.system, self.lang = system, lang
        self.whole = golden(corpus) if lang is None else golden(corpus)[lang]
        self.figures = self.whole["systems"][system]
        if corpus == "wnut17":
            self.train, self.gold = data / "wnut17train.conll", data / "emerging.test.annotated"
            self.pred = data / "submissions" / f"{system}.conll"
        else:
            self.train, self.gold = data / f"{lang}.train", data / f"{lang}.testb"
            self.pred = data / "predictions" / f"{lang}.testb.{system}"


@pytest.fixture(params=SYSTEMS, ids=lambda p: "-".join(x for x in p if x))
def case(request, shared, golden) -> Case:
    return Case(shared, golden, *request.param)
