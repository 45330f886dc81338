"""Mentions with gaps: equal spans with other parts are other mentions, in scores and as names."""

from __future__ import annotations

import json

import pytest

from nerproof.corpus import Corpus, Mentions
from nerproof.formats import read, write
from nerproof.index.lexicon import Lexicon
from nerproof.measures.outcomes import fates
from nerproof.measures.pairing import Pair

WORDS = ["left", "and", "right", "atrium"]
LEFT = ((0, 1), (3, 4))


def one(*forms):
    """The same span once for each form."""
    n = len(forms)
    mentions = Mentions.of([0] * n, [4] * n, [0] * n, form=list(forms))
    return Corpus.from_sentences([WORDS]).with_mentions(mentions, ("X",))


def test_other_parts_do_not_match():
    pair = Pair.of(one(LEFT, None), one(None, ((0, 2), (3, 4))))
    assert pair.gold_hit.tolist() == [True, False]
    assert pair.pred_hit.tolist() == [True, False]


def test_equal_parts_match():
    assert Pair.of(one(LEFT), one(LEFT)).gold_hit.tolist() == [True]


def test_other_parts_are_a_boundary_error():
    assert fates(Pair.of(one(LEFT), one(None))).pred == ["boundary"]
    assert fates(Pair.of(one(LEFT), one(LEFT))).pred == ["correct"]


def test_the_name_is_without_the_gap():
    train = Corpus.from_sentences([["left", "atrium"]], [[(0, 2, "X")]])
    assert one(LEFT).surface(0) == "left … atrium"
    assert Lexicon(train).entity_count(one(None, LEFT)).tolist() == [0, 1]
    assert Lexicon(one(LEFT)).entity_count(train).tolist() == [1]


@pytest.mark.parametrize("name", ["jsonl", "parquet", "brat"])
def test_parts_survive_a_file(name, tmp_path):
    place = tmp_path / f"a.{name}"
    write(one(LEFT, None), place, format=name)
    assert read(place, format=name).mentions.form.tolist() == [None, LEFT]


def test_parts_in_parquet_are_checked(tmp_path):
    pa = pytest.importorskip("pyarrow")
    import pyarrow.parquet as pq

    mention = {"start": 0, "end": 4, "type": "X", "parts": [[0, 1], [2, 3]]}
    pq.write_table(pa.table({"tokens": [WORDS], "mentions": [[mention]]}), tmp_path / "a.parquet")
    with pytest.raises(ValueError, match="do not run from its start to its end"):
        read(tmp_path / "a.parquet")
    (tmp_path / "a.jsonl").write_text(json.dumps({"tokens": WORDS, "mentions": [{**mention, "label": "X"}]}))
    with pytest.raises(ValueError, match="do not run from its start to its end"):
        read(tmp_path / "a.jsonl")
