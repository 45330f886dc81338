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
    with pytest.raises(UsageError, match="--drop does not go with --method kfold"):
        split(clustered(), method="kfold", drop=True)
