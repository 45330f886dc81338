"""Fairness: recall by groups of names; a planted difference is found, none is not."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from nerproof import Corpus, InputError, evaluate
from nerproof.measures.namegroups import read_groups


def groups_found(miss, seed=0, n=300):
    """Half of the names are of one group; of those a system misses a share ``miss`` more."""
    rng = np.random.default_rng(seed)
    first = [("Ada" if i % 2 else "Bo") for i in range(n)]
    words = [[name, f"S{i}", "left"] for i, name in enumerate(first)]
    gold = Corpus.from_sentences(words, [[(0, 2, "PER")]] * n)
    found = [rng.random() > 0.1 + miss * (name == "Ada") for name in first]
    pred = Corpus.from_sentences(words, [[(0, 2, "PER")] if f else [] for f in found])
    lists = {"gender": {"ada": "f", "bo": "m"}}
    return evaluate(gold, {"a": pred}, suites=["fairness"], resamples=200, name_groups=lists), found


def test_recall_by_group():
    result, found = groups_found(0.3)
    for group, part in (("f", found[1::2]), ("m", found[::2])):
        row = next(result.where(metric="recall", slice=f"gender:{group}"))
        assert (row.count, row.total) == (sum(part), len(part))
    gap = next(result.where(metric="recall_gap", slice="gender:f"))
    assert gap.value == pytest.approx(sum(found[1::2]) / 150 - sum(found) / 300)
    test = next(result.where(metric="wald_p", slice="gender"))
    assert test.more["p_adjusted"] < 0.01
    finding = next(f for f in result.findings if f.rule == "name-groups")
    assert finding.severity == "warn"
    assert "no cause" in finding.text
    assert result.signature["name_groups"]["gender"].startswith("2 names@")


def test_no_difference_is_found_where_there_is_none():
    fired = [
        any(f.rule == "name-groups" and f.severity == "warn" for f in groups_found(0, s)[0].findings) for s in range(12)
    ]
    assert sum(fired) <= 3


def test_scripts_are_groups():
    words = [["Ана", "x"], ["Zoë", "x"], ["Ann", "x"], ["Ann", "x"]]
    gold = Corpus.from_sentences(words, [[(0, 1, "PER")]] * 4)
    result = evaluate(gold, {"a": gold}, suites=["fairness"], resamples=0)
    sizes = {r.slice: r.total for r in result.where(metric="recall")}
    assert sizes == {"script": 4, "script:Cyrillic": 1, "script:Latin": 2, "script:Latin beyond ASCII": 1}


def test_lists_of_names(tmp_path):
    path = tmp_path / "names.csv"
    path.write_text("name,gender,country\nAda,f,GB\nKim,f,KR\nkim,m,KR\n")
    assert read_groups(path) == {"gender": {"ada": "f"}, "country": {"ada": "GB", "kim": "KR"}}
    path.write_text("Ada,f\n")
    with pytest.raises(InputError, match=r"names.csv:1: has no column 'name'"):
        read_groups(path)


def test_given_names_of_the_bundled_lists():
    pytest.importorskip("faker")
    from nerproof.gazetteers.givennames import given_name_groups

    found = given_name_groups()
    assert found["gender"]["mary"] == "female"
    assert set(found["gender"].values()) == {"female", "male"}
    assert len(set(found["country"].values())) > 10


def test_groups_of_a_metadata_field(tmp_path):
    """The field's values are groups, counted by hand; gold and the system are the same in memory and as a stream."""
    rows = [{"tokens": ["Ada", "S", "left"], "tags": ["B-PER", "I-PER", "O"], "region": "north"}] * 60
    rows += [{"tokens": ["Bo", "left", "Rome"], "tags": ["B-PER", "O", "B-LOC"], "region": "south"}] * 60
    gold, pred = tmp_path / "gold.jsonl", tmp_path / "pred.jsonl"
    missed = [{**r, "tags": ["O"] * 3} if i % 2 and r["region"] == "south" else r for i, r in enumerate(rows)]
    for path, lines in ((gold, rows), (pred, missed)):
        path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    results = [
        evaluate(gold, {"a": pred}, suites=["fairness"], resamples=200, attributes=["region"], stream=stream)
        for stream in (False, True)
    ]
    found = {r.slice: (r.count, r.total) for r in results[0].where(metric="recall") if "region" in r.slice}
    assert found == {"region": (90, 120), "region:north": (60, 60), "region:south": (30, 60)}
    finding = next(f for f in results[0].findings if f.rule == "name-groups" and "region" in f.text)
    assert finding.severity == "warn"
    assert results[0].to_json() == results[1].to_json()


def test_a_field_is_forgotten_after_its_evaluation():
    """The values belong to one gold: the next evaluation in the same process must not use them."""
    gold = Corpus.from_sentences([["Ada", "left"]] * 4, [[(0, 1, "PER")]] * 4)
    named = replace(gold, fields={"region": ["north", "south"] * 2})
    evaluate(named, {"a": named}, suites=["interpreteval"], resamples=0, attributes=["region"])
    result = evaluate(gold, {"a": gold}, suites=["interpreteval", "fairness"], resamples=0)
    assert not [r for r in result.rows if "region" in r.slice]
