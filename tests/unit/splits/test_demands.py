"""What must hold whatever is gained: no empty part, odd samples only where they fit."""

from __future__ import annotations

import numpy as np
import pytest

from nerproof.corpus import Corpus
from nerproof.splits import split
from nerproof.splits.optimiser.columns import Bounds, limits, make_columns
from nerproof.splits.optimiser.demands import needed
from nerproof.splits.units import arrange


@pytest.mark.parametrize("n", [3, 5, 12])
def test_no_part_is_empty_however_few_samples(n):
    words = [[f"N{i % 2}", "won"] for i in range(n)]
    corpus = Corpus.from_sentences(words, [[(0, 1, "LOC")]] * n)
    assert all(len(part) for part in split(corpus, effort=0.01).parts.values())


def test_no_part_is_empty_with_few_large_documents():
    words = [[f"D{d}N{i % 7}", "won"] for d in range(6) for i in range(30)]
    corpus = Corpus.from_sentences(words, [[(0, 1, "LOC")]] * 180, document_starts=range(0, 180, 30))
    for how in ({"unit": "document"}, {"group_by": "doc"}):
        assert all(len(part) for part in split(corpus, effort=0.01, **how).parts.values())


def test_a_sentence_with_more_than_dev_may_hold_goes_to_train():
    """One sentence of 15 elements; dev and test should have 6 of 60."""
    rows = [[f"E{k}" for k in range(15)], *([f"x{i}"] for i in range(45)), *([f"w{i}"] for i in range(400))]
    kinds = [[(k, k + 1, "EL") for k in range(len(row))] if i < 46 else [] for i, row in enumerate(rows)]
    corpus = Corpus.from_sentences(rows, kinds)
    units = arrange(corpus)
    columns = make_columns(units.incidence)
    low, high = limits(units.incidence, columns, np.array([0.8, 0.1, 0.1]), Bounds())
    odd = list(needed(columns, low, high))
    assert len(odd) == 1
    assert units.original[odd[0].groups].tolist() == [0]
    assert (odd[0].high == 0).tolist() == [False, True, True]
    assert 0 in split(corpus, effort=0.05).parts["train"]
