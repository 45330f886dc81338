from __future__ import annotations

import json

import numpy as np
import pytest

from nerproof.base.errors import InputError
from nerproof.splits import split
from nerproof.splits.manifest import from_manifest, manifest, read_manifest


def test_a_split_comes_back_whatever_the_order(clustered):
    corpus = clustered()
    made = split(corpus, method="random", seed=3, drop=True)
    data = json.loads(json.dumps(manifest(corpus, made)))
    order = np.random.default_rng(1).permutation(corpus.n_sentences)
    again = from_manifest(corpus.select(order), data)
    for name, where in made.parts.items():
        assert set(order[again.parts[name]].tolist()) == set(where.tolist())
    assert set(order[again.dropped].tolist()) == set(made.dropped.tolist())
    assert (again.method, again.seed) == ("random", 3)


def test_variants_come_back(clustered):
    corpus = clustered(200)
    made = split(corpus, method="contamination-level", levels=(0, 100), repeats=1)
    again = from_manifest(corpus, manifest(corpus, made))
    assert made.variants
    for name, variant in made.variants.items():
        assert np.array_equal(variant.mentions, again.variants[name].mentions)


def test_a_manifest_holds_no_text(clustered):
    corpus = clustered()
    text = json.dumps(manifest(corpus, split(corpus, method="random")))
    assert "common" not in text
    assert "word" not in text


def test_another_corpus_is_refused(clustered):
    data = manifest(clustered(), split(clustered(), method="random"))
    with pytest.raises(InputError, match="are not in the input"):
        from_manifest(clustered(seed=9), data)


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{}", '{"format": "nerproof-split/1"}', "\x00"],
)
def test_what_is_no_manifest_is_said(tmp_path, text):
    (tmp_path / "m.json").write_text(text)
    with pytest.raises(InputError, match=r"m\.json"):
        read_manifest(tmp_path / "m.json")


@pytest.mark.parametrize("name", ["../train", "/etc/x", "a/../../b", "a\\b"])
def test_part_names_cannot_lead_out_of_the_folder(tmp_path, clustered, name):
    data = manifest(clustered(), split(clustered(), method="random"))
    data["parts"] = {name: data["parts"]["train"]}
    (tmp_path / "m.json").write_text(json.dumps(data))
    with pytest.raises(InputError, match="is not the manifest"):
        read_manifest(tmp_path / "m.json")


# Written by version 0.1 before --drop took a share.
OLD = json.loads(
    """{ "corpus": { "digest": "4eec6259ca77b538",
    "sources": [], "units": 10 },
    "dropped": [], "format": "nerproof-split/1",
    "method": "balanced",
    "old_parts": {},
    "options": { "drop": true, "effort": 0.001, "group_by": null, "ratios": { "dev": 0.2, "test": 0.2, "train": 0.6 },
    "tolerance": 0.05 },
    "order": [ "train",
    "dev",
    "test" ], "parts": { "dev": [ "c2b876a01c5e87b2",
    "56ebe88d4d7e39dd" ], "test": [ "40fb495a8f41d28a",
    "425efe5b1910efda" ], "train": [ "f8783fd18672defb",
    "e755c3be789cc189",
    "8c9d8dc5b6a67aa9",
    "5b780f541ac7e299",
    "e98c0b918bb2781c",
    "8aaf0e765d39affe" ] },
    "seed": 0, "unit": "sentence",
    "variants": {} }"""
)


def test_an_old_manifest_still_checks():
    from nerproof.corpus import Corpus
    from nerproof.splits.session import cards

    corpus = Corpus.from_sentences([[f"N{i // 2}", "x", str(i)] for i in range(10)], [[(0, 1, "P")]] * 10)
    made = from_manifest(corpus, OLD)
    assert {name: len(where) for name, where in made.parts.items()} == {"train": 6, "dev": 2, "test": 2}
    assert made.notes == ()
    assert cards(corpus, made)["contamination"]["test|train"]["mention"] == {"count": 0, "total": 2, "value": 0.0}
