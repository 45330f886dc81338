"""Entity contamination: each recall says how many mentions it is about."""

from __future__ import annotations

from nerproof import Corpus, evaluate

WORDS = [["Peter", "x"], ["Paris", "y"], ["Rome", "z"], ["Oslo", "z"], ["Bonn", "z"]]
GOLD = Corpus.from_sentences(WORDS, [[(0, 1, "PER")], *[[(0, 1, "LOC")]] * 4])
TRAIN = Corpus.from_sentences([["Peter"], ["Paris"]], [[(0, 1, "PER")], [(0, 1, "LOC")]])
PRED = Corpus.from_sentences(WORDS, [[(0, 1, "PER")], [], [(0, 1, "LOC")], [], []])


def test_recalls_of_seen_and_new_mentions_have_their_own_counts():
    result = evaluate(GOLD, {"s": PRED}, train=TRAIN, suites=["contamination"], resamples=0)
    seen = result.row("recall_contaminated", suite="contamination", system="s")
    new = result.row("recall_clean", suite="contamination", system="s")
    assert (seen.count, seen.total, seen.more["n_gold"], seen.more["n_correct"]) == (1, 2, 2, 1)
    assert (new.count, new.total, new.more["n_gold"], new.more["n_correct"]) == (1, 3, 3, 1)
    assert (seen.value, new.value) == (1 / 2, 1 / 3)


def test_with_dev_parts_stay_apart_in_rates():
    """Seen is what train or dev has, everywhere; dev is never compared with itself."""
    dev = Corpus.from_sentences([["Rome"], ["Lima"]], [[(0, 1, "LOC")]] * 2)
    result = evaluate(GOLD, {"s": PRED}, train=TRAIN, dev=dev, with_dev=True, resamples=0)
    rates = {r.slice: (r.count, r.total) for r in result.where(suite="contamination", metric="mention_rate")}
    assert rates["test|train"] == (2, 5)
    assert rates["dev|train"] == (0, 2)
    assert rates["test|dev"] == (1, 5)
    assert rates["test|train+dev"] == (3, 5)
    assert result.row("recall_clean", suite="contamination", system="s").total == 2
    assert result.row("recall", suite="tmr", system="s", slice="UNSEEN-ANY").total == 2
