"""The figures that must hold on CrossNER, with less work than the default."""

from __future__ import annotations

import pytest

from nerproof.corpus import join
from nerproof.formats import read
from nerproof.splits import split
from nerproof.splits.card import quality


def pooled(shared, *domains):
    files = [shared / "data" / "crossner" / d / f"{p}.txt" for d in domains for p in ("train", "dev", "test")]
    return join([read(f) for f in files])


@pytest.mark.parametrize(
    ("domains", "effort", "most"),
    [
        (("ai",), 0.5, 0.156),
        (("politics",), 0.3, 0.109),
        (("ai", "literature", "music", "politics", "science"), 0.2, 0.167),
    ],
)
def test_clean_and_representative(shared, domains, effort, most):
    corpus = pooled(shared, *domains)
    made = split(corpus, effort=effort)
    card = quality(corpus, made.parts, ratios=made.options["ratios"], near=False)
    assert card["contamination"]["test|train"]["sample_partial"]["value"] <= most
    assert card["cells"]["value"] >= 0.99
    for name, share in made.options["ratios"].items():
        part = card["parts"][name]
        assert abs(part["samples"] - share * corpus.n_sentences) <= max(0.005 * share * corpus.n_sentences, 0.5)
        assert part["density"] >= 0.93
