"""Estimates on planted truth: the shift is found, intervals hold the truth, and where nothing can be told it is said."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from click.testing import CliRunner

import nerproof
from nerproof import Corpus
from nerproof.base.errors import UsageError
from nerproof.cli.estimate import command
from nerproof.estimating.drift import drift
from nerproof.estimating.run import estimate
from nerproof.formats import ranges
from nerproof.measures.votes import Votes


def corpus_of(n, seed):
    """Gold: two mentions per sentence of ten words."""
    rng = np.random.default_rng(seed)
    words = [[f"w{rng.integers(500)}" for _ in range(10)] for _ in range(n)]
    return Corpus.from_sentences(words, [[(1, 2, "PER"), (5, 7, "LOC")] for _ in words])


def system(gold, accuracy, seed):
    """Each mention is found with this probability, independently; else it is given another type or nothing."""
    rng = np.random.default_rng(seed)
    rows = []
    for found in gold.mentions_by_sentence():
        kept = []
        for a, b, t in found:
            if rng.random() < accuracy:
                kept.append((a, b, t))
            elif rng.random() < 0.5:
                kept.append((a, b, "ORG"))
        rows.append(kept)
    return Corpus.from_sentences([gold.sentence(i) for i in range(gold.n_sentences)], rows)


def made(labelled, new, *, n=400, seed=0, voters=3):
    """Systems with one accuracy on the labelled set and another on the new text."""
    gold, other = corpus_of(n, seed), corpus_of(n, seed + 1)
    names = [f"s{k}" for k in range(voters)]
    preds = {name: system(gold, labelled, 10 * seed + k) for k, name in enumerate(names)}
    news = {name: system(other, new, 1000 + 10 * seed + k) for k, name in enumerate(names)}
    return gold, preds, news, other


@pytest.mark.parametrize(("before", "after"), [(0.9, 0.9), (0.9, 0.75), (0.8, 0.9)])
@pytest.mark.parametrize("voters", [2, 3, 6])
def test_the_shift_is_found(before, after, voters):
    gold, preds, news, other = made(before, after, voters=voters)
    result = estimate(gold, preds, news, new_gold=other, resamples=200)
    for row in result.where(metric="f1", label="ALL"):
        true = nerproof.evaluate(other, {"x": news[row.system]}, resamples=0, suites=["standard"]).value(
            "f1", system="x"
        )
        assert row.more["truth"] == pytest.approx(true, abs=1e-12)
        assert row.value == pytest.approx(row.more["truth"], abs=0.04)
        assert row.low <= row.more["low_90"] <= row.more["truth"] <= row.more["high_90"] <= row.high


def test_intervals_hold_the_truth_as_often_as_they_say():
    held, n = 0, 0
    for seed in range(12):
        gold, preds, news, other = made(0.85, 0.8, n=150, seed=seed)
        for row in estimate(gold, preds, news, new_gold=other, resamples=100).where(metric="f1", label="ALL"):
            held += row.more["low_90"] <= row.more["truth"] <= row.more["high_90"]
            n += 1
    assert held / n >= 0.85


def test_the_labelled_score_is_that_of_evaluate():
    gold, preds, news, _ = made(0.9, 0.8, n=60)
    result = estimate(gold, preds, news, resamples=20)
    scored = nerproof.evaluate(gold, preds, resamples=0, suites=["standard"])
    for metric in ("f1", "precision", "recall"):
        for row in result.where(metric=metric, label="ALL"):
            assert row.more["labelled"] == pytest.approx(scored.value(metric, system=row.system), abs=1e-12)


def verdicts(result):
    return {r.system: (r.value, r.more["verdict"], r.more["reason"]) for r in result.where(metric="f1", label="ALL")}


def test_a_copy_is_no_second_opinion():
    gold, other = corpus_of(300, 1), corpus_of(300, 2)
    one, new = system(gold, 0.6, 3), system(other, 0.6, 4)
    found = verdicts(estimate(gold, {"a": one, "b": one}, {"a": new, "b": new}, resamples=50))
    for name in "ab":
        value, verdict, reason = found[name]
        assert (value, verdict) == (None, "cannot tell")
        assert "no other system differs" in reason


def test_copies_count_once():
    """A third system given twice says no more than given once."""
    gold, preds, news, _ = made(0.9, 0.7)
    names = list(preds)
    twice = [{**c, "copy": c[names[1]]} for c in (preds, news)]
    once, more = (estimate(gold, *c, resamples=50) for c in ((preds, news), twice))
    assert more.row("f1", suite="estimate", system=names[0]).value == pytest.approx(
        once.row("f1", suite="estimate", system=names[0]).value, abs=1e-12
    )


def test_systems_that_say_nearly_the_same_cannot_tell():
    gold, other = corpus_of(400, 1), corpus_of(400, 2)
    one, new = system(gold, 0.6, 3), system(other, 0.6, 4)
    nearly = [c.with_mentions(c.mentions.take(np.arange(len(c.mentions)) > 0)) for c in (one, new)]
    found = verdicts(estimate(gold, {"a": one, "b": nearly[0]}, {"a": new, "b": nearly[1]}, resamples=50))
    assert found["a"][:2] == (None, "cannot tell")
    assert "nearly the same" in found["a"][2]


@pytest.mark.parametrize("differ", [0, 1])
def test_one_file_given_for_two_systems_on_the_new_text_cannot_tell(differ):
    """Systems that differ on the labelled set and say the same, or nearly, on the new text."""
    gold, preds, news, _ = made(0.9, 0.9, voters=2)
    first, second = preds
    new = news[first]
    again = new.with_mentions(new.mentions.take(np.arange(len(new.mentions)) >= differ))
    found = verdicts(estimate(gold, preds, {first: new, second: again}, resamples=50))
    assert found[first][:2] == found[second][:2] == (None, "cannot tell")


def test_a_system_that_is_silent_on_the_new_text_says_nothing_of_the_other():
    gold, preds, news, other = made(0.9, 0.9, voters=2)
    first, second = preds
    silent = other.with_mentions(other.mentions.take(np.arange(len(other.mentions)) < 0))
    found = verdicts(estimate(gold, preds, {first: news[first], second: silent}, resamples=50))
    assert found[first][:2] == found[second][:2] == (None, "cannot tell")


def test_types_that_gold_never_has_cannot_be_told():
    gold, preds, news, _ = made(0.9, 0.9)
    renamed = {k: c.with_mentions(c.mentions, [f"other-{t}" for t in c.types]) for k, c in news.items()}
    for value, verdict, reason in verdicts(estimate(gold, preds, renamed, resamples=50)).values():
        assert (value, verdict) == (None, "cannot tell")
        assert "100 % of its predictions" in reason


def test_no_estimate_without_an_interval():
    gold, preds, news, _ = made(0.9, 0.9, n=50)
    with pytest.raises(UsageError, match="--resamples 0"):
        estimate(gold, preds, news, resamples=0)


def test_few_mentions_cannot_tell():
    gold, preds, news, _ = made(0.9, 0.9, n=8)
    row = estimate(gold, preds, news, resamples=50).row("f1", suite="estimate", system="s0")
    assert (row.value, row.low, row.more["verdict"]) == (None, None, "cannot tell")
    assert "30 mentions" in row.more["reason"]


def test_types_with_enough_mentions_have_rows_of_their_own():
    gold, preds, news, _ = made(0.9, 0.8)
    labels = {r.label for r in estimate(gold, preds, news, resamples=20).rows}
    assert labels == {"ALL", "LOC", "PER"}


def test_ranking_without_gold():
    gold, other = corpus_of(300, 1), corpus_of(300, 2)
    skill = {"good": 0.95, "fair": 0.8, "poor": 0.6}
    preds = {name: system(gold, s, 5 + i) for i, (name, s) in enumerate(skill.items())}
    news = {name: system(other, s, 50 + i) for i, (name, s) in enumerate(skill.items())}
    result = estimate(gold, preds, news, resamples=20)
    ranks = {r.system: r.more["rank"] for r in result.where(metric="f1", label="ALL")}
    assert ranks == {"good": 1, "fair": 2, "poor": 3}


def test_a_second_opinion_is_trained():
    gold, preds, news, _ = made(0.9, 0.8, voters=1, n=200)
    result = estimate(gold, preds, news, train=corpus_of(200, 9), second=["memorizer"], resamples=20)
    assert result.signature["voters"] == ["s0", "memorizer"]
    assert result.systems == ["s0"]


def test_one_system_alone_is_refused():
    gold, preds, news, _ = made(0.9, 0.8, voters=1, n=50)
    with pytest.raises(UsageError, match="second"):
        estimate(gold, preds, news)
    with pytest.raises(UsageError, match="--train"):
        estimate(gold, preds, news, second=["crf"])
    with pytest.raises(UsageError, match="one of the two texts only"):
        estimate(gold, preds, {"other": news["s0"]})


@pytest.mark.parametrize(("sentences", "groups"), [(360, 12), (360, 60)])
def test_a_stream_that_does_not_change_seldom_has_an_alarm(sentences, groups):
    """One in twenty over all groups of a stream, however many there are."""
    alarms = []
    for seed in range(40):
        gold, other = corpus_of(200, seed), corpus_of(sentences, seed + 5000)
        preds, news = (
            {f"s{k}": system(c, 0.85, 10 * seed + k + start) for k in range(3)}
            for c, start in ((gold, 0), (other, 9999))
        )
        base = replace(other, fields={"month": [f"{i % groups:02d}" for i in range(sentences)]})
        found = drift(base, Votes.of(news), Votes.of({"gold": gold, **preds}), gold, "month")
        alarms.append(any(g["alarm"] for g in found["groups"]))
    assert sum(alarms) <= 6


def test_drift_raises_an_alarm_where_agreement_falls(tmp_path):
    gold, preds, _, _ = made(0.9, 0.9)
    other = corpus_of(400, 5)
    news = {}
    months = [f"2026-{1 + i // 100:02}" for i in range(400)]
    for k in range(3):
        good, bad = system(other, 0.9, 70 + k), system(other, 0.5, 80 + k)
        rows = [
            b if i >= 300 else g
            for i, (g, b) in enumerate(zip(good.mentions_by_sentence(), bad.mentions_by_sentence(), strict=True))
        ]
        news[f"s{k}"] = Corpus.from_sentences([other.sentence(i) for i in range(400)], rows, fields={"month": months})
    result = estimate(gold, preds, news, by="month", resamples=20)
    groups = result.extras["estimate"]["drift"]["groups"]
    assert [(g["value"], g["alarm"]) for g in groups] == [
        ("2026-01", False),
        ("2026-02", False),
        ("2026-03", False),
        ("2026-04", True),
    ]
    with pytest.raises(UsageError, match="no field 'week'. It has: month"):
        estimate(gold, preds, news, by="week", resamples=20)


def test_drift_raises_an_alarm_where_all_systems_fall_silent():
    """They agree on nothing being there: only the number of mentions tells."""
    gold, preds, news, other = made(0.9, 0.9)
    months = [f"2026-{1 + i // 100:02}" for i in range(400)]
    for name, corpus in news.items():
        rows = [m if i < 300 else [] for i, m in enumerate(corpus.mentions_by_sentence())]
        news[name] = Corpus.from_sentences([other.sentence(i) for i in range(400)], rows, fields={"month": months})
    result = estimate(gold, preds, news, by="month", resamples=20)
    groups = result.extras["estimate"]["drift"]["groups"]
    assert {verdict[1] for verdict in verdicts(result).values()} == {"careful"}
    assert [g["alarm"] for g in groups] == [False, False, False, True]
    assert groups[-1]["agreement"] is None


def test_few_mentions_per_token_are_told():
    gold, preds, news, _ = made(0.9, 0.9)
    for share, verdict in ((0.4, "careful"), (0.15, "cannot tell")):
        kept = {k: c.with_mentions(c.mentions.take(c.sentence_of_mention < share * 400)) for k, c in news.items()}
        for _, kind, reason in verdicts(estimate(gold, preds, kept, resamples=50)).values():
            assert kind == verdict
            assert "mentions per token" in reason


def test_the_command_prints_and_writes(tmp_path):
    gold, preds, news, other = made(0.9, 0.8, n=120, voters=2)
    files = {
        "gold": gold,
        "other": other,
        **{f"p.{k}": c for k, c in preds.items()},
        **{f"n.{k}": c for k, c in news.items()},
    }
    for name, corpus in files.items():
        nerproof.write(corpus, tmp_path / name, format="conll")
    pairs = [x for k in preds for x in ("--pred", f"{k}={tmp_path}/p.{k}", "--new", f"{k}={tmp_path}/n.{k}")]
    args = ["--gold", f"{tmp_path}/gold", *pairs, "--new-gold", f"{tmp_path}/other", "--resamples", "20"]
    args += ["--json", f"{tmp_path}/e.json", "--html", f"{tmp_path}/e.html"]
    done = CliRunner().invoke(command, args, catch_exceptions=False)
    assert done.exit_code == 0
    assert "estimated F1 (%)" in done.output
    assert "truth (%)" in done.output
    assert {r["suite"] for r in json.loads((tmp_path / "e.json").read_text())["rows"]} == {"estimate"}
    assert "Scores on text without gold" in (tmp_path / "e.html").read_text()


def test_predictions_read_chunk_by_chunk_give_the_same_rows(tmp_path, monkeypatch):
    gold, preds, news, other = made(0.9, 0.8)
    for folder, corpora in (("old", {"gold": gold, **preds}), ("new", {"gold": other, **news})):
        (tmp_path / folder).mkdir()
        for name, corpus in corpora.items():
            nerproof.write(corpus, tmp_path / folder / f"{name}.conll", format="conll")
    old, new = ({name: tmp_path / folder / f"{name}.conll" for name in preds} for folder in ("old", "new"))
    monkeypatch.setattr(ranges, "ROWS", 57)
    known = {"new_gold": tmp_path / "new" / "gold.conll", "resamples": 50}
    whole, chunks = (estimate(tmp_path / "old" / "gold.conll", old, new, stream=how, **known) for how in (False, True))
    assert whole.rows == chunks.rows
    assert whole.notes == chunks.notes
