"""Planted effects are found; what is not there is not."""

from __future__ import annotations

import numpy as np
import pytest
from worlds import findings, of_type, predicted, seen_mask, world


@pytest.fixture(scope="module")
def planted():
    rng = np.random.default_rng(7)
    train, gold = world(rng)
    return rng, train, gold, seen_mask(train, gold)


def of(found, rule):
    return [f for f in found if f.rule == rule]


@pytest.mark.parametrize(
    ("seen_recall", "new_recall", "verdict"),
    [
        (0.9, 0.86, "holds-up"),
        (0.9, 0.6, "leans-on-memory"),
        (0.9, 0.2, "relies-on-memory"),
        (0.9, 0.0, "relies-on-memory"),
    ],
)
def test_the_verdict_follows_what_is_lost_on_new_names(planted, seen_recall, new_recall, verdict):
    rng, train, gold, seen = planted
    system = predicted(rng, gold, np.where(seen, seen_recall, new_recall))
    (found,) = of(findings(train, gold, {"a": system}), "memory")
    assert found.verdict == verdict
    assert found.low <= new_recall / seen_recall <= found.high


def test_strata_that_are_found_or_missed_as_a_whole_are_not_certain():
    """All names of two tokens are found, none of one: no resample moves that."""
    rng = np.random.default_rng(2)
    train, gold = world(rng, sentences=300, ambiguous=0)
    system = predicted(rng, gold, (gold.mentions.end - gold.mentions.start == 2).astype(float))
    (found,) = of(findings(train, gold, {"a": system}, suites=["standard", "tmr"]), "memory")
    assert found.value is None or found.low < found.value < found.high


def test_the_verdict_does_not_depend_on_how_much_is_seen():
    rng = np.random.default_rng(3)
    verdicts = []
    for share in (0.1, 0.9):
        train, gold = world(rng, sentences=2500, seen=share)
        system = predicted(rng, gold, np.where(seen_mask(train, gold), 0.85, 0.38))
        verdicts += [f.verdict for f in of(findings(train, gold, {"a": system}), "memory")]
    assert verdicts == ["relies-on-memory"] * 2


def test_a_mix_of_types_does_not_look_like_memory():
    """New names are mostly of the harder type: plain recalls differ, though no name is remembered."""
    rng = np.random.default_rng(5)
    train, gold = world(rng, sentences=3000)
    seen, hard = seen_mask(train, gold), of_type(gold, "ORG")
    kept = np.flatnonzero(np.where(hard, ~seen, seen) | (rng.random(len(seen)) < 0.25))  # one mention per sentence
    gold, hard, seen = gold.select(kept), hard[kept], seen[kept]
    system = predicted(rng, gold, np.where(hard, 0.5, 0.95))
    recall = [float(np.where(hard, 0.5, 0.95)[side].mean()) for side in (seen, ~seen)]
    assert recall[0] - recall[1] > 0.2
    (found,) = of(findings(train, gold, {"a": system}), "memory")
    assert found.verdict == "holds-up"


def test_a_type_that_falls_on_new_names_is_named(planted):
    rng, train, gold, seen = planted
    falls = ~seen & of_type(gold, "ORG")
    system = predicted(rng, gold, np.where(falls, 0.5, 0.95))
    (found,) = of(findings(train, gold, {"a": system}), "type-falls")
    assert "falls on new ORG names" in found.text
    assert found.low < 0.45 < found.high


def test_a_type_that_falls_is_named_though_most_mentions_are_of_it():
    rng = np.random.default_rng(11)
    train, gold = world(rng, sentences=4000)
    most = np.flatnonzero(of_type(gold, "ORG") | (rng.random(len(gold.mentions)) < 0.15))  # one mention per sentence
    gold = gold.select(most)
    falls = ~seen_mask(train, gold) & of_type(gold, "ORG")
    assert of_type(gold, "ORG").mean() > 0.7
    (found,) = of(findings(train, gold, {"a": predicted(rng, gold, np.where(falls, 0.5, 0.95))}), "type-falls")
    assert "falls on new ORG names" in found.text


def test_a_fall_that_all_types_share_is_no_finding_about_a_type(planted):
    rng, train, gold, seen = planted
    system = predicted(rng, gold, np.where(seen, 0.95, 0.6))
    assert not of(findings(train, gold, {"a": system}), "type-falls")


def test_a_flip_is_found_and_names_both_systems(planted):
    rng, train, gold, seen = planted
    memory = predicted(rng, gold, np.where(seen, 0.98, 0.6))
    context = predicted(rng, gold, np.where(seen, 0.65, 0.75))
    (found,) = of(findings(train, gold, {"context": context, "memory": memory}), "flip")
    assert found.system == ("memory", "context")
    assert found.severity == "bad"
    assert found.text.startswith("The ranking flips on new names: memory has the higher F1")


def test_more_names_of_both_kinds_at_lower_precision_are_no_flip(planted):
    rng, train, gold, seen = planted
    careful = predicted(rng, gold, np.full(len(seen), 0.75))
    eager = predicted(rng, gold, np.full(len(seen), 0.9), invented=0.6)
    found = findings(train, gold, {"careful": careful, "eager": eager}, suites=["standard", "tmr"])
    assert {f.system for f in of(found, "leader")} == {("careful", "eager"), ("eager", "careful")}
    assert not of(found, "flip")


def test_a_leader_on_both_is_no_flip(planted):
    rng, train, gold, seen = planted
    good = predicted(rng, gold, np.full(len(seen), 0.9))
    poor = predicted(rng, gold, np.full(len(seen), 0.6))
    found = findings(train, gold, {"good": good, "poor": poor})
    assert not of(found, "flip")
    assert [f.severity for f in of(found, "leader")] == ["ok", "ok"]
    assert all(f.system == ("good", "poor") for f in of(found, "leader"))


def test_ambiguous_names_that_are_missed_are_found(planted):
    rng, train, gold, seen = planted
    double = np.array([gold.tokens.strings(s, e) == ["Double"] for s, e, _ in map(gold.mention, range(len(seen)))])
    system = predicted(rng, gold, np.where(double, 0.5, 0.9))
    (found,) = of(findings(train, gold, {"a": system}), "ambiguous-names")
    assert found.n == int(double.sum())


def test_ambiguous_names_are_not_blamed_for_being_new(planted):
    """``Double`` is not in train: a system that misses new names misses it, ambiguous or not."""
    rng, train, gold, seen = planted
    systems = {f"s{i}": predicted(rng, gold, np.where(seen, 0.95, 0.5)) for i in range(3)}
    assert not of(findings(train, gold, systems, suites=["standard", "tmr"]), "ambiguous-names")


def test_a_bucket_that_falls_is_found(planted):
    rng, train, gold, _ = planted
    long = gold.mentions.end - gold.mentions.start == 2
    system = predicted(rng, gold, np.where(long, 0.5, 0.95))
    (found,) = of(findings(train, gold, {"a": system}), "buckets")
    assert "length of the name" in found.text


def test_verbatim_sentences_are_counted():
    train, gold = world(np.random.default_rng(1), verbatim=45)
    (found,) = of(findings(train, gold, {"a": gold}, resamples=0), "verbatim")
    assert found.text == "45 test sentences also occur verbatim in train (5.0 % of those with 5 or more tokens)."
    assert found.severity == "warn"


def test_without_verbatim_sentences_nothing_is_said():
    train, gold = world(np.random.default_rng(1))
    assert not of(findings(train, gold, {"a": gold}, resamples=0), "verbatim")


def test_what_many_systems_share_is_said_once(planted):
    rng, train, gold, seen = planted
    double = np.array([gold.tokens.strings(s, e) == ["Double"] for s, e, _ in map(gold.mention, range(len(seen)))])
    long = gold.mentions.end - gold.mentions.start == 2
    chance = np.where(double, 0.4, np.where(long, 0.6, 0.95))
    systems = {f"s{i}": predicted(rng, gold, chance) for i in range(5)}
    found = findings(train, gold, systems, suites=["standard", "tmr", "interpreteval"])
    (ambiguous,) = of(found, "ambiguous-names")
    assert ambiguous.text.startswith("5 of 5 systems find fewer of the ambiguous names.")
    assert sum(f.system in systems for f in of(found, "buckets")) < 5
