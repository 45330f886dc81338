"""Compat scorers against the installed programs on real system outputs, tags as they stand in the files."""

from __future__ import annotations

import warnings

import pytest
from nervaluate import Evaluator
from seqeval.metrics import f1_score
from seqeval.scheme import IOB2
from seqscore.scoring import score_label_sequences

from nerproof.compat import SCORERS, TagPair
from nerproof.compat.tagfile import read_tags, tag_pair

FILES = [
    ("conll2002/esp.testb", "conll2002/predictions/esp.testb.memorizer"),
    ("wnut17/emerging.test.annotated", "wnut17/submissions/uh_ritual.conll"),
    ("wnut17/emerging.test.annotated", "wnut17/submissions/mic-cis.conll"),
]


@pytest.fixture(scope="module", params=FILES, ids=lambda f: f[1].rsplit("/", 1)[-1])
def pair(request, shared) -> TagPair:
    gold, pred = (read_tags(str(shared / "data" / name)) for name in request.param)
    return tag_pair(gold, pred, mode="position")


@pytest.fixture(scope="module")
def tags(pair) -> list[list[list[str]]]:
    ends = pair.lengths.cumsum().tolist()
    sides = []
    for ids in (pair.gold, pair.pred):
        flat = [pair.tags[i] for i in ids[pair.at].tolist()]
        sides.append([flat[e - n : e] for e, n in zip(ends, pair.lengths.tolist(), strict=True)])
    return sides


def f1(pair: TagPair, name: str, metric: str = "f1") -> float:
    return next(r["value"] for r in SCORERS[name].score(pair) if (r["label"], r["metric"]) == ("ALL", metric))


def test_seqeval(pair, tags) -> None:
    assert f1(pair, "seqeval") == f1_score(*tags) == pytest.approx(f1(pair, "conlleval"), abs=1e-12)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert f1(pair, "seqeval-strict") == f1_score(*tags, mode="strict", scheme=IOB2)


def test_nervaluate(pair, tags) -> None:
    types = sorted({tag[2:] for tag in pair.tags if tag != "O"})
    overall = Evaluator(*tags, tags=types, loader="list").evaluate()["overall"]
    assert f1(pair, "nervaluate") == overall["strict"].f1
    for schema in ("exact", "partial", "ent_type"):
        assert f1(pair, "nervaluate", f"{schema}_f1") == overall[schema].f1


@pytest.mark.parametrize(("name", "repair"), [("seqscore", "conlleval"), ("seqscore-discard", "discard")])
def test_seqscore(pair, tags, name, repair) -> None:
    assert f1(pair, name) == score_label_sequences(tags[1], tags[0], "BIO", repair=repair)[0].f1
