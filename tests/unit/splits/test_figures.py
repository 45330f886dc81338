"""Clean and representative on CrossNER, with less work than the default."""

from __future__ import annotations

import pytest

from nerproof.corpus import join
from nerproof.formats import read
from nerproof.splits import split
from nerproof.splits.card import quality

pytestmark = pytest.mark.slow


def pooled(shared, *domains):
    files = [shared / "data" / "crossner" / d / f"{p}.txt" for d in domains for p in ("train", "dev", "test")]
    return join([read(f) for f in files])


@pytest.mark.parametrize(
    ("domains", "effort", "mentions", "samples"),
    [
        (("ai",), 1.0, 0.10, 0.30),
        (("politics",), 0.3, 0.10, 0.30),
        (("ai", "literature", "music", "politics", "science"), 0.25, 0.10, 0.25),
    ],
)
def test_clean_and_representative(shared, domains, effort, mentions, samples):
    corpus = pooled(shared, *domains)
    made = split(corpus, effort=effort)
    card = quality(corpus, made.parts, ratios=made.options["ratios"], near=False)
    for name in ("dev", "test"):
        assert card["contamination"][f"{name}|train"]["mention"]["value"] <= mentions
        assert card["contamination"][f"{name}|train"]["sample_partial"]["value"] <= samples
        assert card["judged"][name]["mentions"] == card["judged"][name]["samples"] == "good"
    assert card["cells"]["value"] >= 0.97
    for name, share in made.options["ratios"].items():
        part = card["parts"][name]
        assert abs(part["samples"] - share * corpus.n_sentences) <= max(0.005 * share * corpus.n_sentences, 0.5)
        assert abs(part["density"] - 1) <= 0.025
