"""The rows of overlap say whether dev counts as seen, and so do the findings."""

from __future__ import annotations

from nerproof.corpus import Corpus
from nerproof.engine.evaluate import evaluate

TRAIN = Corpus.from_sentences([["Ann", "met", "Bob", "in", "Rome"]], [[(0, 1, "PER"), (2, 3, "PER"), (4, 5, "LOC")]])
DEV = Corpus.from_sentences([["Eve", "went", "to", "Oslo", "again"]], [[(0, 1, "PER"), (3, 4, "LOC")]])
GOLD = Corpus.from_sentences([["Eve", "met", "Ann", "in", "Oslo"]], [[(0, 1, "PER"), (2, 3, "PER"), (4, 5, "LOC")]])


def test_dev_that_counts_as_seen_is_named():
    for with_dev, direction, recall, said in (
        (False, "test|train", 1 / 3, "seen in train;"),
        (True, "test|train+dev", 1.0, "seen in train or dev:"),
    ):
        result = evaluate(GOLD, {"a": GOLD}, train=TRAIN, dev=DEV, with_dev=with_dev, resamples=0)
        row = next(result.where(suite="overlap", metric="memorizer_recall"))
        assert (row.slice, row.value) == (direction, recall)
        assert said in next(f.text for f in result.findings if f.rule == "seen-share")
