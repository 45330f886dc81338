"""Contamination levels: Algorithm 1."""

from __future__ import annotations

import numpy as np
import pytest

from nerproof.base.errors import UsageError
from nerproof.corpus import Corpus
from nerproof.splits import split


@pytest.fixture(scope="module")
def corpus():
    # train: sentences 0-9, of which 0-5 hold an entity of test; test: 10-13
    words = ["A", "B", "A", "B", "A", "B", "c", "d", "e", "f", "A", "B", "q", "r"]
    return Corpus.from_sentences([[w, str(i)] for i, w in enumerate(words)], [[(0, 1, "X")]] * 14)


@pytest.fixture(scope="module")
def made(corpus):
    given = {"train": np.arange(10), "test": np.arange(10, 14)}
    return split(corpus, method="contamination-level", given=given)


def test_55_training_sets_of_one_size(made):
    trains = {k: v for k, v in made.parts.items() if k.endswith("/train")}
    assert len(trains) == 55
    assert {len(v) for v in trains.values()} == {4}
    assert made.parts["test"].tolist() == [10, 11, 12, 13]


@pytest.mark.parametrize(("gamma", "contaminated"), [(0, 0), (20, 1), (50, 2), (100, 4)])
def test_gamma_percent_are_contaminated(made, gamma, contaminated):
    for seed in range(5):
        train = made.parts[f"gamma-{gamma:03d}/seed-{seed}/train"]
        assert int((train < 6).sum()) == contaminated


def test_test_variants_are_judged_by_the_set_itself(corpus, made):
    clean = made.corpus(corpus, "gamma-000/seed-0/test-clean")
    contaminated = made.corpus(corpus, "gamma-000/seed-0/test-contaminated")
    assert (clean.n_sentences, len(clean.mentions)) == (4, 4)
    assert (contaminated.n_sentences, len(contaminated.mentions)) == (4, 0)
    name = "gamma-100/seed-1"
    seen = {corpus.surface(i) for i in made.parts[f"{name}/train"].tolist()}
    kept = made.corpus(corpus, f"{name}/test-clean")
    assert {kept.surface(i) for i in range(len(kept.mentions))} == {"A", "B", "q", "r"} - seen


def test_no_contaminated_sample_is_said():
    corpus = Corpus.from_sentences([["a"], ["b"]], [[(0, 1, "X")]] * 2)
    with pytest.raises(UsageError, match="train has no contaminated sentence"):
        split(
            corpus, method="contamination-level", ratios="50,50", given={"train": np.array([0]), "test": np.array([1])}
        )


def test_compat_draws_as_the_authors_program(corpus):
    """Their program on lists: random.Random(seed), the clean samples first; written out here from its description."""
    import random

    given = {"train": np.arange(10), "test": np.arange(10, 14)}
    made = split(corpus, method="contamination-level", given=given, compat=True)
    contaminated, clean = list(range(6)), list(range(6, 10))
    for gamma in (0, 30, 50, 100):
        for seed in range(5):
            generator = random.Random(seed)
            n_clean = int(round(4 * (1 - gamma / 100), 0))
            want = generator.sample(clean, n_clean) + generator.sample(contaminated, 4 - n_clean)
            assert made.parts[f"gamma-{gamma:03d}/seed-{seed}/train"].tolist() == sorted(want)


def test_compat_is_for_levels_and_the_authors_seeds(corpus):
    with pytest.raises(UsageError, match="--compat goes with --method contamination-level"):
        split(corpus, compat=True)
    with pytest.raises(UsageError, match="leave --seed out"):
        split(corpus, method="contamination-level", compat=True, seed=3)
