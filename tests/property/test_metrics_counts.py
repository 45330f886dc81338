"""Identities that hold for every metric on any two sets of mentions: nested, overlapping, misaligned or empty."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from nerproof.corpus import Corpus, Mentions
from nerproof.measures.errorlist import count_by_class, errors
from nerproof.measures.metrics import METRICS, Slice
from nerproof.measures.metrics.confusion import confusion
from nerproof.measures.metrics.matching import BY_BORDERS, BY_TYPE, assignment_of, edges_of
from nerproof.measures.metrics.semeval import tallies
from nerproof.measures.pairing import Pair
from nerproof.suites.recipe import by_type

OFTEN = settings(max_examples=120, deadline=None)
LENGTH = 7
TYPES = ["A", "B", "C"]

span = st.tuples(st.integers(0, LENGTH - 1), st.integers(0, LENGTH - 1)).map(lambda x: (min(x), max(x) + 1))
mention = st.tuples(span, st.sampled_from(TYPES)).map(lambda m: (*m[0], m[1]))
sentence = st.lists(mention, max_size=4)
two_sides = st.lists(st.tuples(sentence, sentence), min_size=1, max_size=3)


def flat(mentions):
    """The same mentions without overlaps: a later one that touches an earlier one is dropped."""
    kept = []
    for start, end, name in mentions:
        if all(end <= s or e <= start for s, e, _ in kept):
            kept.append((start, end, name))
    return kept


flat_sides = two_sides.map(lambda sides: [(flat(g), flat(p)) for g, p in sides])
any_sides = st.one_of(two_sides, flat_sides)


def make(sides) -> Pair:
    tokens = [[f"t{i}" for i in range(LENGTH)] for _ in sides]
    gold, pred = (Corpus.from_sentences(tokens, [side[i] for side in sides]) for i in (0, 1))
    return Pair.of(gold, pred)


def sums(pair: Pair, name: str, part: Slice | None = None) -> dict[str, int]:
    metric = METRICS[name]
    return dict(zip(metric.columns, metric.counts(pair, part or Slice()).sum(axis=0).tolist(), strict=True))


def values(pair: Pair, name: str) -> dict[str, float]:
    metric = METRICS[name]
    totals = {k: np.array([float(v)]) for k, v in sums(pair, name).items()}
    return {k: float(v[0]) for k, v in metric.score(totals).items()}


MENTION_METRICS = [name for name, m in METRICS.items() if m.unit == "mention"]
OURS = ["strict", "exact", "partial", "type", "overlap", "iou", "left", "right", "unlabeled"]


@OFTEN
@given(any_sides)
def test_gold_is_correct_incorrect_partial_and_missed(sides) -> None:
    pair = make(sides)
    n_gold, n_pred = len(pair.gold.mentions), len(pair.pred.mentions)
    for by_label in tallies(pair).values():
        total = by_label["ALL"]
        assert total.correct + total.incorrect + total.partial + total.missed == n_gold
        assert total.correct + total.incorrect + total.partial + total.spurious == n_pred
        for i, name in enumerate(pair.types):
            of_type = by_label[name]
            mine = int((pair.gold.mentions.type == i).sum())
            assert of_type.correct + of_type.incorrect + of_type.partial + of_type.missed == mine


@OFTEN
@given(any_sides)
def test_the_types_sums_are_the_totals(sides) -> None:
    pair = make(sides)
    for by_label in tallies(pair).values():
        parts = [tally for label, tally in by_label.items() if label != "ALL"]
        assert tuple(map(sum, zip(*parts, strict=True))) == (tuple(by_label["ALL"]) if parts else ())
    for name in OURS[:-1]:
        slices = list(by_type(pair, Slice()))
        whole, *parts = (METRICS[name].counts(pair, part) for part in slices)
        if parts:
            assert (sum(parts) == whole).all()


@OFTEN
@given(any_sides, st.randoms(use_true_random=False))
def test_the_order_of_the_predictions_changes_nothing(sides, random) -> None:
    shuffled = [(random.sample(g, len(g)), random.sample(p, len(p))) for g, p in sides]
    one, other = make(sides), make(shuffled)
    assert tallies(one) == tallies(other)
    assert confusion(one).to_dict() == confusion(other).to_dict()
    assert list(errors(one)) == list(errors(other))
    for name in OURS:
        assert sums(one, name) == sums(other, name)


@OFTEN
@given(any_sides)
def test_swapping_gold_and_predictions_swaps_precision_and_recall(sides) -> None:
    one, other = make(sides), make([(p, g) for g, p in sides])
    for name in ("strict", "exact", "partial", "type", "iou", "left", "right", "unlabeled"):
        mine, theirs = values(one, name), values(other, name)
        prefix = "" if name == "strict" else f"{name}_"
        assert mine[f"{prefix}precision"] == pytest.approx(theirs[f"{prefix}recall"], nan_ok=True)
        assert mine[f"{prefix}f1"] == pytest.approx(theirs[f"{prefix}f1"], nan_ok=True)


@OFTEN
@given(any_sides)
def test_looser_measures_never_find_less(sides) -> None:
    pair = make(sides)
    total = {name: by_label["ALL"] for name, by_label in tallies(pair).items()}
    assert total["strict"].correct <= min(total["exact"].correct, total["type"].correct)
    assert total["exact"].correct == total["partial"].correct
    strict = sums(pair, "strict")["tp"]
    assert strict == total["strict"].correct
    for name in ("iou", "overlap", "left", "right"):
        assert sums(pair, name)["found"] >= strict
    assert sums(pair, "overlap")["found"] >= sums(pair, "iou")["found"]


@settings(max_examples=150, deadline=None)
@given(st.one_of(st.tuples(sentence, sentence), st.tuples(sentence, sentence).map(lambda s: (flat(s[0]), flat(s[1])))))
def test_the_assignment_is_the_best_of_all(side) -> None:
    pair = make([side])
    edges = edges_of(pair)
    for criterion in (BY_BORDERS, BY_TYPE):
        found = assignment_of(pair, criterion).gold
        aims = [edges.aim(name) for name in criterion]
        chosen = [i for i in range(len(edges)) if found[edges.gold[i]] == edges.pred[i]]
        mine = tuple(int(aim[chosen].sum()) for aim in aims)
        assert mine == max(_all_values(edges, aims))


def _all_values(edges, aims):
    n = len(edges)
    for size in range(n + 1):
        for chosen in combinations(range(n), size):
            golds, preds = ({int(side[i]) for i in chosen} for side in (edges.gold, edges.pred))
            if len(golds) == len(preds) == size:
                yield tuple(int(aim[list(chosen)].sum()) for aim in aims)
        if size >= 4:  # no side has more than four mentions
            return


@OFTEN
@given(any_sides)
def test_confusion_and_error_list_account_for_everything(sides) -> None:
    pair = make(sides)
    found = confusion(pair)
    n = len(pair.types)
    assert (
        found.matrix.sum(axis=1) + found.boundary + found.both.sum(axis=1) + found.missed
        == np.bincount(pair.gold.mentions.type, minlength=n)
    ).all()
    assert int(np.trace(found.matrix)) == int(pair.gold_hit.sum()) if n else True
    predicted = found.matrix.sum() + found.boundary.sum() + found.both.sum() + found.spurious.sum()
    assert predicted == len(pair.pred.mentions)
    counted = count_by_class(errors(pair))
    assert counted == {
        "type": int(found.matrix.sum() - np.trace(found.matrix)) if n else 0,
        "boundary": int(found.boundary.sum()),
        "both": int(found.both.sum()),
        "missed": int(found.missed.sum()),
        "spurious": int(found.spurious.sum()),
    }


@OFTEN
@given(st.lists(sentence, min_size=1, max_size=3))
def test_a_perfect_system_scores_one_and_nothing_scores_nothing(gold) -> None:
    perfect = make([(g, g) for g in gold])
    nothing = make([([], []) for _ in gold])
    for name in OURS:
        if any(gold):
            assert set(values(perfect, name).values()) == {1.0}
        assert all(np.isnan(v) for v in values(nothing, name).values())


def test_a_prediction_that_fits_no_token_is_spurious_under_every_measure() -> None:
    pair = make([([(0, 2, "A")], [(0, 2, "A")])])
    m = pair.pred.mentions
    misaligned = Mentions.of([*m.start, 0, 0], [*m.end, 0, 0], [*m.type, 0, 0])
    off = Pair.of(pair.gold, pair.pred.with_mentions(misaligned))
    for name in OURS:
        found = sums(off, name)
        assert (found["gold"], found["pred"]) == (1, 3)
        prefix = "" if name == "strict" else f"{name}_"
        assert values(off, name)[f"{prefix}precision"] == pytest.approx(1 / 3)
        assert values(off, name)[f"{prefix}recall"] == 1.0
    assert tallies(off)["partial"]["ALL"].spurious == 2
