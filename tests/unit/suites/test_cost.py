"""Cost and F beta: equal to plain counts; the cheapest threshold is that of trying all."""

from __future__ import annotations

import numpy as np
import pytest
from scored import scored_system
from sklearn.metrics import fbeta_score

from nerproof import Corpus, InputError, UsageError, evaluate
from nerproof.measures.costs import read_costs

WORDS = [["a", "b", "c", "d", "e"]] * 4
GOLD = Corpus.from_sentences(WORDS, [[(0, 2, "PER")], [(0, 2, "PER")], [(1, 2, "LOC")], [(0, 1, "LOC"), (3, 4, "PER")]])
PRED = Corpus.from_sentences(
    WORDS, [[], [(0, 1, "PER")], [(1, 2, "PER")], [(0, 1, "LOC"), (2, 4, "LOC"), (4, 5, "LOC")]]
)


def costs(path, text):
    path.write_text(text)
    return {"costs": read_costs(path)}


def test_prices_by_kind_and_type(tmp_path):
    """One PER missed (50), one with wrong borders (3), a LOC of wrong type (2), one both (2 + 3), one spurious (1)."""
    prices = "miss = 10\nspurious = 1\nwrong-type = 2\nboundary = 3\n[PER]\nmiss = 50\n"
    result = evaluate(GOLD, {"a": PRED}, suites=["cost"], resamples=0, switches=costs(tmp_path / "c.toml", prices))
    got = {r.metric: r.value for r in result.where(suite="cost", slice="ALL")}
    parts = {"miss": 50, "boundary": 3, "wrong-type": 2, "both": 5, "spurious": 1}
    assert got == {"cost": 61 / 20 * 1000, **{f"cost_{k}": v / 20 * 1000 for k, v in parts.items()}}
    assert result.signature["switches"]["costs"]["types"] == {"PER": {"miss": 50.0}}


def test_the_cheapest_threshold_is_that_of_trying_all(tmp_path):
    gold, pred, _, _ = scored_system(80, over=0.5, digits=2)
    switches = costs(tmp_path / "c.json", '{"miss": 1, "spurious": 4, "wrong-type": 4}')
    result = evaluate(gold, {"a": pred}, suites=["cost"], resamples=0, switches=switches)
    m = pred.mentions

    def cost(least):
        kept = pred.with_mentions(m.take(m.score >= least))
        return evaluate(gold, {"a": kept}, suites=["cost"], resamples=0, switches=switches).value("cost", suite="cost")

    tried = {least: cost(least) for least in (0, *np.unique(m.score).tolist(), 1.000001)}
    row = next(result.where(metric="cost", slice="at-cheapest-threshold"))
    assert row.value == pytest.approx(min(tried.values()))
    assert tried[row.more["threshold"]] == pytest.approx(row.value)
    assert next(result.where(metric="cost_saved")).value == pytest.approx(tried[0] - row.value)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("mis = 3", "knows no error 'mis'. Did you mean 'miss'"),
        ("miss = -1", "miss is -1. A price is a number of 0 or more"),
        ("miss = nan", "miss is nan"),
        ("miss", "is neither TOML nor JSON"),
        ("", "names no price"),
    ],
)
def test_bad_prices_are_named(tmp_path, text, what):
    with pytest.raises(InputError, match=rf"c.toml: {what}"):
        costs(tmp_path / "c.toml", text)


def test_prices_of_types_that_no_file_has(tmp_path):
    with pytest.raises(UsageError, match="--costs names the type 'ID', which no file has"):
        evaluate(
            GOLD, {"a": PRED}, suites=["cost"], resamples=0, switches=costs(tmp_path / "c.toml", "[ID]\nmiss = 1\n")
        )


def test_f_beta_equals_scikit_learn():
    """Mentions as items: each gold mention is found or not, each wrong prediction is one item more."""
    result = evaluate(GOLD, {"a": PRED}, suites=["standard"], resamples=0, switches={"beta": 2})
    truth, found = [1] * 5 + [0] * 4, [0, 0, 0, 1, 0] + [1] * 4
    got = {r.metric: r.value for r in result.where(slice="ALL", label="ALL")}
    assert got["f2"] == pytest.approx(fbeta_score(truth, found, beta=2))
    assert got["f1"] == pytest.approx(fbeta_score(truth, found, beta=1))
    assert "macro_f2" in got
    assert "exact_f2" in got


def test_f_beta_is_everywhere_f1_is():
    result = evaluate(GOLD, {"a": PRED}, train=GOLD.select(np.array([0])), resamples=0, switches={"beta": 0.5})
    cells = {(r.suite, r.slice, r.label) for r in result.where(metric="f1") if r.system}
    assert cells <= {(r.suite, r.slice, r.label) for r in result.where(metric="f0.5")}
    assert {r.suite for r in result.where(metric="f0.5")} >= {"standard", "contamination", "interpreteval"}
    assert next(result.where(suite="contamination", metric="f0.5_clean", slice="ALL", label="ALL"))
