"""Very many entity types: the same numbers, computed one by one."""

from __future__ import annotations

import pytest

from nerproof.corpus import Corpus
from nerproof.engine.evaluate import Options, evaluate
from nerproof.scoring import tables

TYPES = [f"T{i}" for i in range(30)]
WORDS = [[f"Name{i}", "of", f"Town{i % 7}"] for i in range(60)]
GOLD = Corpus.from_sentences(WORDS, [[(0, 1, TYPES[i % 30]), (2, 3, TYPES[i * 7 % 30])] for i in range(60)])
PRED = Corpus.from_sentences(WORDS, [[(0, 1, TYPES[i % 29]), (2, 3, TYPES[i * 7 % 30])] for i in range(60)])
TRAIN = Corpus.from_sentences(WORDS[:40], [[(0, 1, TYPES[i % 30])] for i in range(40)])


def numbers(result):
    """All rows but differences between systems in buckets of types, without the intervals."""
    kept = [r for r in result.rows if not (r.metric.startswith("difference:") and ":" in r.slice)]
    return [(r.suite, r.system, r.slice, r.label, r.metric, r.value, r.count, r.total) for r in kept]


@pytest.mark.parametrize("resamples", [0, 20])
def test_scores_of_types_one_by_one_are_those_of_all_together(monkeypatch, resamples):
    options = Options(resamples=resamples)
    together = evaluate(GOLD, {"a": PRED, "b": GOLD}, train=TRAIN, options=options)
    monkeypatch.setattr(tables, "WIDE", 10)
    one_by_one = evaluate(GOLD, {"a": PRED, "b": GOLD}, train=TRAIN, options=options)
    assert numbers(one_by_one) == numbers(together)
    if resamples:
        row = one_by_one.row("f1", suite="standard", system="a", label="T0")
        assert row.low is not None
        assert row.low <= row.value <= row.high
