from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from nerproof.base.errors import UsageError
from nerproof.corpus import Corpus
from nerproof.splits import split
from nerproof.splits.card import quality
from nerproof.splits.drop import smallest_cover
from nerproof.splits.units import arrange


def sharing(rows, gone, left):
    a = {e for i, row in enumerate(rows) if i not in gone and left[i] for e in row}
    b = {e for i, row in enumerate(rows) if i not in gone and not left[i] for e in row}
    return a & b


def brute_force(rows, left):
    return next(
        n for n in range(len(rows) + 1) for gone in combinations(range(len(rows)), n) if not sharing(rows, gone, left)
    )


@pytest.mark.parametrize("seed", range(25))
def test_the_cover_is_as_small_as_any(seed):
    rng = np.random.default_rng(seed)
    rows = [[f"e{e}" for e in set(rng.integers(0, 6, rng.integers(0, 4)).tolist())] for _ in range(9)]
    corpus = Corpus.from_sentences(
        [[*r, f"s{i}"] for i, r in enumerate(rows)], [[(j, j + 1, "X") for j in range(len(r))] for r in rows]
    )
    units = arrange(corpus)
    left = rng.random(9) < 0.6
    cover = smallest_cover(units.incidence, left[units.original], ~left[units.original])
    gone = set(units.original[cover].tolist())
    assert not sharing(rows, gone, left)
    assert len(gone) == brute_force(rows, left)


def test_nothing_is_shared_in_either_direction(clustered):
    corpus = clustered(300)
    made = split(corpus, method="random", drop=True)
    card = quality(corpus, made.parts, near=False)
    for direction in ("test|train", "train|test", "dev|train", "train|dev"):
        assert card["contamination"][direction]["sample_partial"]["count"] == 0
    assert len(made.dropped) + sum(map(len, made.parts.values())) == corpus.n_sentences
    assert any("dropped" in note for note in made.notes)


def test_drop_does_not_go_with_several_sets(clustered):
    with pytest.raises(UsageError, match="--drop all does not go with --method kfold"):
        split(clustered(), method="kfold", drop=True)


def test_no_part_is_emptied():
    corpus = Corpus.from_sentences([["EU", str(i)] for i in range(30)], [[(0, 1, "ORG")]] * 30)
    with pytest.raises(UsageError, match="leave nothing of .* Use --drop 5%"):
        split(corpus, method="random", drop="all")


# --- a share of the samples, chosen by the search -------------------------------------------------------------------


@pytest.fixture(scope="module")
def mixed(tangled_with_bridges):
    corpus = tangled_with_bridges
    return corpus, split(corpus, drop="10%", effort=0.1), split(corpus, effort=0.1)


@pytest.fixture(scope="module")
def tangled_with_bridges():
    """Clusters of names, and a tenth of the sentences that tie two clusters together."""
    rng = np.random.default_rng(0)
    names = [[f"c{i % 20}n{rng.integers(4)}", f"c{i % 20}n{rng.integers(4)}"] for i in range(540)]
    names += [[f"c{a}n0", f"c{b}n1"] for a, b in rng.integers(0, 20, (60, 2))]
    return Corpus.from_sentences([[*n, str(i)] for i, n in enumerate(names)], [[(0, 1, "A"), (1, 2, "B")]] * 600)


def test_a_share_is_dropped_and_the_bounds_hold(mixed):
    corpus, made, _ = mixed
    assert 0 < len(made.dropped) <= 60
    card = quality(corpus, made.parts, ratios=made.options["ratios"], near=False)
    kept = corpus.n_sentences - len(made.dropped)
    for name, share in made.options["ratios"].items():
        assert abs(card["parts"][name]["samples"] - share * kept) <= 1
        assert abs(card["parts"][name]["density"] - 1) <= 0.025
    assert card["cells"]["value"] == 1


def test_dropping_makes_it_cleaner(mixed):
    corpus, dropped, whole = mixed
    rates = [
        max(
            quality(corpus, made.parts, near=False)["contamination"][f"{p}|train"]["mention"]["value"]
            for p in ("dev", "test")
        )
        for made in (dropped, whole)
    ]
    assert rates[0] < rates[1]


def test_no_more_is_dropped_than_is_needed():
    corpus = Corpus.from_sentences([[f"e{i // 3}"] for i in range(300)], [[(0, 1, "X")]] * 300)
    assert len(split(corpus, drop="5%", effort=0.01).dropped) == 0


@pytest.mark.parametrize(
    ("value", "said"), [("much", "not a share of samples"), ("60%", "at most 50%"), ("-1%", "cannot be dropped")]
)
def test_a_share_that_is_none(clustered, value, said):
    with pytest.raises(UsageError, match=said):
        split(clustered(), drop=value)


def test_random_parts_take_no_share(clustered):
    with pytest.raises(UsageError, match="--drop 5% goes with"):
        split(clustered(), method="random", drop="5%")
