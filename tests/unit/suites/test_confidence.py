"""Confidence: equal to scikit-learn and to independent counts; intervals that hold; bad scores are named."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from scored import scored_system
from sklearn.metrics import average_precision_score, brier_score_loss, roc_auc_score

from nerproof import Corpus, UsageError, evaluate
from nerproof.engine.evaluate import Options, prepare
from nerproof.engine.evaluate import run as run_study
from nerproof.measures.pairing import Pair
from nerproof.measures.ranking import aurc, risk_at
from nerproof.measures.scorecounts import counts_of
from nerproof.measures.thresholds import best_threshold, isotonic, temperature
from nerproof.resampling.calibration import ece_bounds
from nerproof.suites.attacked import Setting


def values(result, slice_="ALL", label="ALL"):
    return {r.metric: r.value for r in result.where(suite="confidence", slice=slice_, label=label)}


def run(gold, pred, **more):
    return evaluate(gold, {"a": pred}, **{"suites": ["confidence"], "resamples": 0, **more})


@pytest.mark.parametrize("digits", [1, 2, 6])
@pytest.mark.parametrize("seed", range(3))
def test_equal_to_scikit_learn(seed, digits):
    """With many ties (one digit) and with hardly any."""
    gold, pred, score, right = scored_system(300, seed=seed, digits=digits)
    got = values(run(gold, pred))
    assert got["auroc"] == pytest.approx(roc_auc_score(right, score), abs=1e-9)
    assert got["aupr"] == pytest.approx(average_precision_score(right, score), abs=1e-9)
    assert got["aupr_wrong"] == pytest.approx(average_precision_score(~right, -score), abs=1e-9)
    assert got["brier"] == pytest.approx(brier_score_loss(right, score), abs=1e-9)
    assert got["mean_score"] == pytest.approx(score.mean(), abs=1e-9)
    assert got["share_right"] == right.mean()


def counted_ece(score, right, bins):
    """Bins of equal size by a plain loop: predictions of one score stay together."""
    order = np.argsort(score, kind="stable")
    edges = sorted({score[order[k * len(score) // bins]] for k in range(1, bins)})
    total = 0.0
    for low, high in zip([-1, *edges], [*edges, 2], strict=True):
        inside = (score >= low) & (score < high)
        if inside.any():
            total += inside.sum() * abs(score[inside].mean() - right[inside].mean())
    return total / len(score)


@pytest.mark.parametrize("digits", [1, 6])
def test_calibration_error_is_counted_in_bins_of_equal_size(digits):
    gold, pred, score, right = scored_system(300, over=0.3, digits=digits)
    assert values(run(gold, pred))["ece"] == pytest.approx(counted_ece(score, right, 10), abs=1e-9)
    gold, pred, score, right = scored_system(30, over=0.3, digits=digits)
    assert values(run(gold, pred))["ece"] == pytest.approx(counted_ece(score, right, 3), abs=1e-9)


def test_area_under_risk_and_coverage_with_ties():
    """The mean over many random orders of ties; the risk at a coverage lies on the curve."""
    rng = np.random.default_rng(0)
    score, right = rng.integers(0, 4, 40), rng.random(40) < 0.6
    counts = [np.array([float((side & (score == s)).sum()) for s in range(4)]) for side in (right, ~right)]

    def one():
        order = np.lexsort((rng.random(40), -score))
        return (np.cumsum(~right[order]) / np.arange(1, 41)).mean()

    draws = [one() for _ in range(4000)]
    assert float(aurc(*counts)) == pytest.approx(np.mean(draws), abs=4 * np.std(draws) / 4000**0.5)
    assert risk_at(*counts, np.array([1.0])).tolist() == [(~right).mean()]


def test_threshold_keeps_what_a_filter_keeps():
    """The best threshold is that of trying all; at it the scores are those of the filtered file."""
    gold, pred, _, _ = scored_system(120, over=0.5, digits=2, missing=0.1)
    result = run(gold, pred)
    t = values(result)["threshold"]
    m = pred.mentions

    def f1(least):
        kept = pred.with_mentions(m.take(np.isnan(m.score) | (m.score >= least)))
        return evaluate(gold, {"a": kept}, suites=["standard"], resamples=0).value("f1", slice="ALL", label="ALL")

    tried = {least: f1(least) for least in (0, *np.unique(m.score[~np.isnan(m.score)]).tolist())}
    assert tried[t] == max(tried.values())
    assert t == min(least for least, f in tried.items() if f == max(tried.values()))
    assert values(result, "at-threshold")["f1"] == pytest.approx(tried[t])
    assert values(result, "threshold=0.5")["f1"] == pytest.approx(f1(0.5))
    assert next(result.where(metric="threshold", label="ALL")).more["chosen_on"] == "test"
    assert any("chosen on the test set itself" in note for note in result.notes)


def test_thresholds_and_temperature_come_from_dev():
    gold, pred, _, _ = scored_system(300, over=0.4)
    dev, on_dev, score, right = scored_system(300, over=0.4, seed=9)
    result = run(gold, pred, dev=dev, dev_predictions={"a": on_dev})
    row = next(result.where(metric="threshold", label="ALL"))
    own = counts_of(Pair.of(dev, on_dev))
    assert (row.value, row.more["chosen_on"]) == (best_threshold(own) / 1e6, "dev")
    heat = values(result)["temperature"]
    z = np.log(score / (1 - score + 1e-12))
    losses = {t: np.logaddexp(0, np.where(right, -z, z) / t).sum() for t in np.linspace(0.5, 16, 400)}
    assert heat == temperature(own) == pytest.approx(min(losses, key=losses.get), abs=0.1)
    for part in ("recalibrated", "recalibrated-isotonic"):
        assert values(result, part)["brier"] < values(result)["brier"]
    assert result.signature["dev_systems"] == {"a": on_dev.digest}


def test_isotonic_recalibration_is_that_of_scikit_learn():
    from sklearn.isotonic import IsotonicRegression

    dev, on_dev, score, right = scored_system(200, over=0.3, seed=9)
    theirs = IsotonicRegression(out_of_bounds="clip").fit(np.round(score, 6), right)
    asked = np.round(np.random.default_rng(4).random(500), 6)
    ours = isotonic(counts_of(Pair.of(dev, on_dev))).of(np.rint(asked * 1e6).astype(np.int64)) / 1e6
    assert ours == pytest.approx(theirs.predict(asked), abs=1e-6)


# --- intervals -------------------------------------------------------------------------------------------------------


def test_a_calibrated_system_is_within_its_interval_of_zero():
    """The lower end is above 0 in 2 to 6 % of samples."""
    above = 0
    for seed in range(6):
        gold, pred, _, _ = scored_system(100, seed=100 + seed)
        row = next(run(gold, pred, resamples=100).where(metric="ece", slice="ALL"))
        assert row.low <= row.more["debiased"] < row.value <= row.high
        above += row.low > 0
    assert above <= 1


@pytest.mark.parametrize(("true", "least"), [(0.0, 0.93), (0.05, 0.88), (0.15, 0.88)])
def test_how_often_the_interval_holds(true, least):
    """Bins whose gaps are known: the interval has the true calibration error in about 95 of 100 samples."""
    rng = np.random.default_rng(1)
    weights, error = np.full(10, 0.1), 0.04
    held = []
    for _ in range(200):
        gaps = true + rng.normal(0, error, 10)
        chance = rng.normal(0, error, (10, 150))
        found = ece_bounds(np.concatenate([gaps[:, None], gaps[:, None] + chance], axis=1), weights)
        held.append(found.low <= true <= found.high)
    assert np.mean(held) >= least


def test_an_overconfident_system_is_found():
    gold, pred, _, _ = scored_system(200, over=0.25)
    result = run(gold, pred, resamples=300)
    ece, over = (next(result.where(metric=m, slice="ALL", label="ALL")) for m in ("ece", "overconfidence"))
    assert ece.low > 0.05
    assert over.low > 0.05
    found = next(f for f in result.findings if f.rule == "overconfident")
    assert (found.severity, found.verdict) == ("bad", "overconfident")
    assert found.rows


# --- seen and new names ----------------------------------------------------------------------------------------------


def test_seen_and_new_names_have_their_own_scores():
    gold, pred, score, right = scored_system(200)
    train = gold.select(np.arange(40))
    result = run(gold, pred, train=train)
    known = {train.surface(i) for i in range(len(train.mentions))}
    seen = np.array([pred.surface(i) in known for i in range(len(pred.mentions))])
    for name, mask in (("SEEN", seen), ("UNSEEN", ~seen)):
        got = values(result, name)
        assert got["mean_score"] == pytest.approx(score[mask].mean())
        assert got["auroc"] == pytest.approx(roc_auc_score(right[mask], score[mask]), abs=1e-9)
    assert values(result, "UNSEEN")["delta_mean_score"] == pytest.approx(score[~seen].mean() - score[seen].mean())


def test_scores_under_attack():
    """Predictions on an attacked test set have slices of their own; groups of new names their own drops."""
    gold, pred, _, right = scored_system(100)
    gold_after, pred_after, score_after, right_after = scored_system(100, over=0.5, seed=3)
    setting = Setting("E", gold_after, {"a": pred_after})
    options = Options(suites=["confidence", "fairness"], resamples=50, name_groups={"half": {"a1": "x", "a2": "y"}})
    study = replace(prepare(gold, {"a": pred}, options=options), more={"attacked": {"E": setting}})
    result = run_study(study)
    assert values(result, "attack:E")["auroc"] == pytest.approx(roc_auc_score(right_after, score_after), abs=1e-9)
    assert values(result, "attack:E")["share_right"] == right_after.mean()
    assert values(result)["share_right"] == right.mean()
    assert values(result, "attack:E")["ece"] > values(result)["ece"]
    own = {r.metric: r for r in result.where(suite="fairness", slice="E/half:x")}
    assert own["drop_recall"].value == pytest.approx(own["recall_before"].value - own["recall_after"].value)
    assert own["recall_before"].total == own["recall_after"].total > 0


# --- scores that cannot be meant -------------------------------------------------------------------------------------


def with_scores(pred, score):
    return replace(pred, mentions=replace(pred.mentions, score=score))


@pytest.mark.parametrize(
    ("change", "scale"), [(np.log, "log"), (lambda s: 100 * s, "percent"), (lambda s: np.log(s / (1 - s)), "logit")]
)
def test_other_scales_are_named_and_can_be_chosen(change, scale):
    gold, pred, score, _ = scored_system(100, digits=3)
    score = np.clip(score, 0.01, 0.99)
    other = with_scores(pred, change(score))
    with pytest.raises(UsageError, match=rf"scores of 'a' lie between .* say --score-scale {scale}\."):
        run(gold, other)
    unasked = evaluate(gold, {"a": other}, resamples=0)
    assert any(note.startswith("skipped confidence: the scores of 'a'") for note in unasked.notes)
    assert not list(unasked.where(suite="confidence"))
    wanted = values(run(gold, with_scores(pred, score)))
    got = values(run(gold, other, switches={"score_scale": scale}))
    assert got["auroc"] == pytest.approx(wanted["auroc"], abs=1e-6)
    assert got["brier"] == pytest.approx(wanted["brier"], abs=1e-6)


def test_missing_scores_are_counted_and_never_dropped():
    gold, pred, _, _ = scored_system(100, missing=0.3)
    n = int(np.isnan(pred.mentions.score).sum())
    result = run(gold, pred)
    row = next(result.where(metric="scored_share"))
    assert (row.count, row.total) == (200 - n, 200)
    assert values(result, "threshold=0")["recall"] == values(result)["recall"]
    assert any(f"{n} of 200 predictions of 'a' have no score" in note for note in result.notes)


def test_predictions_without_any_score():
    gold, pred, _, _ = scored_system(20)
    bare = with_scores(pred, None)
    assert not list(evaluate(gold, {"a": bare}, resamples=0).where(suite="confidence"))
    with pytest.raises(UsageError, match="suite 'confidence' needs predictions with scores"):
        run(gold, bare)
    both = evaluate(gold, {"a": pred, "b": bare}, suites=["confidence"], resamples=0)
    assert next(both.where(system="b", metric="auroc", slice="ALL")).value is None
    assert "confidence: no prediction of 'b' has a score" in both.notes


@pytest.mark.parametrize("cell", ["NaN", "inf", "high"])
def test_score_columns_must_be_numbers(tmp_path, cell):
    path = tmp_path / "p.conll"
    path.write_text(f"Ann\tB-PER\t0.5\nLee\tI-PER\t{cell}\n\n")
    (tmp_path / "g.conll").write_text("Ann\tB-PER\nLee\tI-PER\n\n")
    with pytest.raises(ValueError, match=rf"p.conll:2: the score '{cell}' is not a number"):
        evaluate(tmp_path / "g.conll", {"a": path}, score_column=-1, resamples=0)


def test_json_refuses_nan(tmp_path):
    path = tmp_path / "p.jsonl"
    record = {"text": "Ann left", "spans": [{"start": 0, "end": 3, "label": "PER", "score": float("nan")}]}
    path.write_text(json.dumps(record))
    gold = Corpus.from_sentences([["Ann", "left"]], [[(0, 1, "PER")]])
    with pytest.raises(ValueError, match=r"p.jsonl:1: the score of a span is nan, not a number"):
        evaluate(gold, {"a": path}, resamples=0)
