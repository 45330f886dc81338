"""What each rule says of rows at its thresholds, and where it says nothing."""

from __future__ import annotations

import json

import numpy as np
import pytest
from worlds import findings, predicted, world

from nerproof.base.results import SEVERITIES, Finding, Result, Row
from nerproof.corpus import Corpus
from nerproof.engine.evaluate import evaluate
from nerproof.findings import RULES, conclude


def retained(value, low, high, *, seen=100, new=100, coverage=1.0, system="s"):
    """Rows of a system with this retention."""
    total = seen + new
    return [
        Row("tmr", "", "share", seen / total, "SEEN", count=seen, total=total),
        Row("tmr", "", "share", new / total, "UNSEEN-ANY", count=new, total=total),
        Row("tmr", system, "recall", 0.8, count=1, total=total),
        Row("tmr", system, "recall", 0.7, "UNSEEN-ANY", count=1, total=new),
        Row("tmr", system, "retention", value, low=low, high=high, more={"n_seen": seen, "n_unseen": new}),
        Row("tmr", system, "recall_if_seen", 0.97),
        Row("tmr", system, "recall_if_new", 0.86),
        Row("tmr", system, "retention_coverage", coverage),
    ]


def memory(rows):
    (found,) = [f for f in conclude(rows) if f.rule == "memory"]
    return found


@pytest.mark.parametrize(
    ("low", "high", "verdict", "borderline"),
    [
        (0.80, 0.95, "holds-up", False),
        (0.79, 0.95, "leans-on-memory", True),
        (0.51, 0.75, "leans-on-memory", False),
        (0.40, 0.60, "leans-on-memory", True),
        (0.30, 0.50, "relies-on-memory", False),
        (0.30, 0.51, "leans-on-memory", True),
        (0.79, 1.05, "cannot-tell", False),
        (0.81, 1.07, "cannot-tell", False),
        (None, None, "cannot-tell", False),
    ],
)
def test_verdict_of_an_interval(low, high, verdict, borderline):
    found = memory(retained(0.7, low, high))
    assert (found.verdict, found.borderline, "borderline" in found.text) == (verdict, borderline, borderline)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"seen": 0}, "no test mention is seen in train (at least 30 are needed)"),
        ({"seen": 1}, "only 1 test mention is seen in train"),
        ({"seen": 29}, "only 29 test mentions are seen in train"),
        ({"new": 29}, "only 29 test mentions are new"),
        ({"coverage": 0.59}, "only 59 % of the mentions have a type with enough seen and new ones"),
    ],
)
def test_cannot_tell_says_why(given, reason):
    found = memory(retained(0.9, 0.85, 0.95, **given))
    assert (found.verdict, found.severity, found.value) == ("cannot-tell", "unknown", None)
    assert reason in found.text


def test_the_sentence_of_the_verdict():
    text = memory(retained(0.89, 0.87, 0.91, seen=300, new=200)).text
    said = "s holds up on new names: it finds 97 % of such names when it saw them in training, 86 % when it did not"
    assert text.startswith(said)
    assert "keeps 89 % [87, 91] of its recall (300 seen mentions, 200 new ones)" in text


@pytest.mark.parametrize(
    ("seen", "precision", "severity", "words"),
    [
        (0.97, 0.9, "ok", "200 new ones)."),
        (0.2, 0.9, "warn", "; but it misses most names, seen or new."),
        (0.97, 0.1, "warn", "; but only 10 % of its predictions are right."),
        (0.2, 0.1, "warn", "; but it misses most names, seen or new; but only 10 % of its predictions are right."),
    ],
)
def test_a_poor_system_that_keeps_its_recall_gets_no_praise(seen, precision, severity, words):
    rows = [r for r in retained(0.9, 0.85, 0.95, seen=300, new=200) if r.metric != "recall_if_seen"]
    rows += [Row("tmr", "s", "recall_if_seen", seen), Row("standard", "s", "precision", precision)]
    found = memory(rows)
    assert (found.verdict, found.severity) == ("holds-up", severity)
    assert found.text.endswith(words)


def test_types_that_could_not_be_judged_are_said():
    assert (
        "; types with 83 % of the mentions could be judged." in memory(retained(0.89, 0.87, 0.91, coverage=0.83)).text
    )


def test_five_mentions_cannot_tell():
    words = [[w, "said"] for w in ("Ann", "Bob", "Eve", "Joe", "Kim")]
    gold = Corpus.from_sentences(words, [[(0, 1, "PER")]] * 5)
    train = Corpus.from_sentences(words[:3], [[(0, 1, "PER")]] * 3)
    found = evaluate(gold, {"s": train_only(gold)}, train=train).findings
    assert [f.verdict for f in found if f.rule == "memory"] == ["cannot-tell"]
    assert [f.text for f in found if f.rule == "little-data"] == [
        "The test set has only 5 mentions: scores on so few say little."
    ]
    assert not {"floor", "type-falls", "buckets", "ambiguous-names"} & {f.rule for f in found}


def train_only(gold):
    return predicted(np.random.default_rng(0), gold, np.array([1.0, 1.0, 1.0, 0.0, 0.0]))


def test_wnut17_has_no_seen_mention_and_gets_no_praise(shared):
    folder = shared / "data" / "wnut17"
    found = evaluate(
        folder / "emerging.test.annotated",
        {name: folder / "submissions" / f"{name}.conll" for name in ("uh_ritual", "arcada")},
        train=folder / "wnut17train.conll",
        suites=["standard", "tmr", "overlap"],
    ).findings
    verdicts = [f for f in found if f.rule == "memory"]
    assert {f.verdict for f in verdicts} == {"cannot-tell"}
    assert all("seen in train (at least 30 are needed)" in f.text for f in verdicts)
    assert not any("holds up" in f.text for f in found)


def test_without_training_data_nothing_is_told_about_memory():
    train, gold = world(np.random.default_rng(0), sentences=50)
    found = evaluate(gold, {"s": gold}, resamples=50).findings
    (verdict,) = [f for f in found if f.rule == "memory"]
    assert (verdict.verdict, verdict.system) == ("cannot-tell", "")
    assert "--train" in verdict.text
    assert len(train.mentions)


def test_the_floor_names_systems_that_do_not_exceed_it():
    rows = [
        Row("overlap", "", "memorizer_f1", 0.6, "test|train"),
        *(Row("standard", name, "f1", f1, low=f1 - 0.1, high=f1 + 0.1) for name, f1 in (("a", 0.6), ("b", 0.61))),
    ]
    assert [f.system for f in conclude(rows) if f.rule == "floor"] == ["a"]


def test_the_floor_is_the_score_of_the_memorizer():
    from nerproof.models.memorizer import Memorizer

    train, gold = world(np.random.default_rng(4), sentences=200)
    listed = Memorizer().train(train).predict(gold)
    result = evaluate(gold, {"s": listed}, train=train, resamples=0)
    assert result.value("memorizer_f1", suite="overlap", system="", slice="test|train") == result.value(
        "f1", system="s"
    )
    (found,) = [f for f in result.findings if f.rule == "floor"]
    assert found.value == 0


@pytest.mark.parametrize(
    ("seen", "total", "severity", "words"),
    [
        (0, 50, "ok", "No test mention (50) is seen in train"),
        (24, 50, "ok", "48 % of the test mentions (24 of 50) are seen in train"),
        (25, 50, "warn", "50 % of the test mentions"),
        (50, 50, "bad", "Every test mention (50) is seen in train"),
    ],
)
def test_the_share_seen(seen, total, severity, words):
    rows = [Row("tmr", "", "share", seen / total, "SEEN", count=seen, total=total)]
    (found,) = conclude(rows)
    assert (found.rule, found.severity) == ("seen-share", severity)
    assert words in found.text


@pytest.mark.parametrize(
    ("n", "rate", "severity"), [(0, 0.0, None), (1, 0.001, "ok"), (10, 0.01, "warn"), (100, 0.1, "bad")]
)
def test_verbatim_sentences(n, rate, severity):
    found = conclude([Row("overlap", "", "verbatim_rate", rate, "test|train", count=n, total=1000)])
    assert [f.severity for f in found] == ([severity] if severity else [])


def test_a_system_that_predicts_nothing_and_one_that_is_gold():
    train, gold = world(np.random.default_rng(0), sentences=40)
    nothing = predicted(np.random.default_rng(0), gold, np.zeros(40))
    found = {f.system: f.text for f in findings(train, gold, {"none": nothing, "same": gold}) if f.rule == "degenerate"}
    assert found == {
        "none": "none predicts nothing: gold has 40 mentions.",
        "same": "same equals gold in all 40 mentions: is it a copy of gold?",
    }


def attacked(drop, beyond, *, half=0.02):
    return [
        Row("standard", "s", "f1", 0.8),
        Row("rockner", "s", "drop_f1", drop, "E", low=drop - half, high=drop + half),
        Row("rockner", "s", "drop_f1", drop - beyond, "swap"),
        Row("rockner", "s", "drop_beyond_control", beyond, "E", low=beyond - half, high=beyond + half),
    ]


@pytest.mark.parametrize(("beyond", "severity"), [(0.15, "bad"), (0.05, "warn"), (0.01, "ok"), (-0.05, "ok")])
def test_an_attack_counts_beyond_its_control(beyond, severity):
    (found,) = [f for f in conclude(attacked(0.12, beyond)) if f.rule == "attack-drop"]
    assert found.severity == severity
    assert ("no significant loss beyond the control" in found.text) == (severity == "ok")


def test_a_control_that_gains_is_said_to_gain():
    (found,) = [f for f in conclude(attacked(0.169, 0.24)) if f.rule == "attack-drop"]
    assert (
        "s loses 16.9 [14.9, 18.9] points of F1; the control (names seen in training) gains 7.1 points, "
        "so the attack costs 24.0 [22.0, 26.0] beyond it." in found.text
    )


def compared(value, p, *, suite="standard", metric="f1", slice_="ALL"):
    return Row(
        suite,
        "a",
        f"difference:{metric}",
        value,
        slice_,
        low=value - 0.02,
        high=value + 0.02,
        more={"other": "b", "p": p},
    )


def two(f1, new):
    rows = [Row("standard", s, "f1", v) for s, v in zip("ab", f1, strict=True)]
    return rows + [Row("tmr", s, "recall", v, "UNSEEN-ANY", total=100) for s, v in zip("ab", new, strict=True)]


def test_a_difference_that_is_not_significant_says_so():
    found = [f for f in conclude([*two((0.8, 0.9), (0.5, 0.6)), compared(-0.1, 0.34)]) if f.rule == "leader"]
    assert found[0].severity == "unknown"
    assert found[0].text == (
        "No significant difference in F1 between b and a: 90.0 and 80.0, a difference of 10.0 [8.0, 12.0] points (p = 0.340)."
    )


def test_equal_scores_are_said_to_be_the_same():
    found = [f for f in conclude([*two((0.8, 0.8), (0.5, 0.6)), compared(0.0, 1.0)]) if f.rule == "leader"]
    assert found[0].text == "a and b have the same F1: 80.0."


def test_a_system_with_the_same_score_as_the_best_is_said_to_have_it():
    rows = [Row("standard", s, "f1", v) for s, v in (("a", 0.9), ("b", 0.9), ("c", 0.5))]
    for pair, value, p in (("ab", 0.0, 1.0), ("ac", 0.4, 0.001), ("bc", 0.4, 0.001)):
        rows.append(Row("standard", pair[0], "difference:f1", value, more={"other": pair[1], "p": p}))
    (found,) = [f for f in conclude(rows) if f.rule == "leader"]
    assert "significantly higher than 1 of 2 others, no significant difference from b (the same score)" in found.text


@pytest.mark.parametrize(("p_all", "p_new", "severity"), [(0.01, 0.01, "bad"), (0.3, 0.01, "warn"), (0.01, 0.06, None)])
def test_a_flip_needs_a_significant_difference_on_new_names(p_all, p_new, severity):
    on = {"suite": "tmr", "metric": "recall"}
    tests = [compared(0.1, p_all), compared(-0.1, p_new, **on, slice_="UNSEEN-ANY")]
    tests += [compared(0.1, 1.0, **on, slice_="SEEN")]
    found = [f for f in conclude([*two((0.9, 0.8), (0.5, 0.6)), *tests]) if f.rule == "flip"]
    assert [f.severity for f in found] == ([severity] if severity else [])


def test_several_runs_are_judged_by_their_mean():
    rows = [row for run in ("s@1", "s@2") for row in retained(0.9, 0.85, 0.95, system=run)]
    rows += [Row("tmr", "s", r.metric, r.value, r.slice, more={"runs": 2, "sd": 0.0}) for r in rows[2:8]]
    found = memory(rows)
    assert (found.system, found.verdict, found.low, found.high) == ("s", "holds-up", 0.85, 0.95)


def test_datasets_are_judged_one_by_one():
    rows = []
    for name, low in (("one", 0.85), ("two", 0.3)):
        for row in retained(low + 0.05, low, low + 0.1, system=f"s ({name})"):
            row.more["dataset"] = name
            rows.append(row)
    verdicts = {f.system: f.verdict for f in conclude(rows) if f.rule == "memory"}
    assert verdicts == {"s (one)": "holds-up", "s (two)": "relies-on-memory"}
    shares = [f.text for f in conclude(rows) if f.rule == "seen-share"]
    assert [text.partition(":")[0] for text in shares] == ["one", "two"]


def test_findings_are_sorted_by_severity_then_effect():
    found = conclude(
        [*retained(0.2, 0.15, 0.25), Row("overlap", "", "verbatim_rate", 0.2, "test|train", count=20, total=100)]
    )
    assert [f.rule for f in found][:2] == ["memory", "verbatim"]
    order = [SEVERITIES.index(f.severity) for f in found]
    assert order == sorted(order)


def test_findings_survive_json_and_name_their_rows():
    train, gold = world(np.random.default_rng(0), sentences=200)
    rng = np.random.default_rng(1)
    systems = {name: predicted(rng, gold, np.full(200, chance)) for name, chance in (("a", 0.9), ("b", 0.5))}
    result = evaluate(gold, systems, train=train, resamples=100)
    again = Result.from_dict(json.loads(result.to_json()))
    assert [f.to_dict() for f in again.findings] == [f.to_dict() for f in result.findings]
    for finding in result.findings:
        assert isinstance(finding, Finding)
        assert finding.text.endswith((".", "?"))
        assert finding.severity in SEVERITIES
        if finding.slice is not None:
            assert finding.slice in {result.rows[n].slice for n in finding.rows}


def test_a_rule_has_a_line_that_says_what_it_is():
    assert len(RULES) >= 12
    assert all((RULES[name].__doc__ or "").strip().endswith(".") for name in RULES)


def falling(gap, half, *, types=2, others=0.02):
    rows = [Row("tmr", "s", "recall", 0.8)]
    for i in range(types):
        own = gap if i == 0 else others
        rows.append(Row("tmr", "s", "gap", own, label=f"T{i}", low=own - half, high=own + half))
        rows += [
            Row("tmr", "s", m, v, label=f"T{i}") for m, v in (("recall_if_seen", 0.9), ("recall_if_new", 0.9 - own))
        ]
    return rows


@pytest.mark.parametrize(
    ("rows", "fires"),
    [
        (falling(0.3, 0.1), True),
        (falling(0.3, 0.35), False),  # not significant
        (falling(0.3, 0.2), False),  # the other type is as uncertain
        (falling(0.3, 0.15, types=4), True),
        (falling(0.3, 0.2, types=60), False),  # not after the correction for sixty types
        (falling(0.3, 0.1, types=1), False),  # nothing to compare it with: the verdict says it
        (falling(0.09, 0.01), False),  # too small to matter
        (falling(0.3, 0.01, others=0.26), False),  # hardly more than elsewhere
        (falling(0.3, 0.1, others=0.22), False),  # not significantly more than elsewhere
    ],
)
def test_a_type_falls_when_its_gap_is_large_and_certain(rows, fires):
    found = [f for f in conclude(rows) if f.rule == "type-falls"]
    assert [f.text.partition(":")[0] for f in found] == (["s falls on new T0 names"] if fires else [])


def bucketed(p, low=0.6, *, n=100):
    facts = {"n_gold": n}
    return [
        Row("standard", "s", "f1", 0.8),
        Row("interpreteval", "s", "recall", low, "eLen:XS", low=low - 0.02, high=low + 0.02, more=facts),
        Row("interpreteval", "s", "recall", 0.9, "eLen:XL", low=0.88, high=0.92, more={"n_gold": 100}),
        Row("interpreteval", "s", "wald_p", 0.5, "eLen", more={"p_adjusted": 1.0, "recall_p_adjusted": p}),
    ]


@pytest.mark.parametrize(
    ("rows", "fires"),
    [
        (bucketed(0.01), True),
        (bucketed(0.06), False),  # not after the correction
        (bucketed(0.01, low=0.86), False),  # too small to matter
        (bucketed(0.01, n=29), False),  # too few items
    ],
)
def test_buckets_differ_when_the_corrected_test_says_so(rows, fires):
    found = [f for f in conclude(rows) if f.rule == "buckets"]
    assert [f.slice for f in found] == (["eLen:XS"] if fires else [])
