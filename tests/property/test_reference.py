"""nerproof equals the slow programs of reproduce/reference, which share no line with it, on made corpora."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from nerproof import evaluate

sys.path.insert(0, str(Path(__file__).parents[2] / "reproduce"))

from reference.contamination import rates, scores
from reference.files import read, tagged
from reference.hardeval import VARIANTS, hardeval
from reference.interpreteval import interpreteval
from reference.tmr import tmr

NAMES = ["Paris", "EU", "New York", "Peter", "Blackburn", "Bank", "Bank of York", "Rome", "May"]
WORDS = ["the", "of", "in", "May", "bank", "said", "EU", "York", "and", "."]
TYPES = ["PER", "LOC", "ORG", "creative-work"]
SWITCHES = {"io_conlleval": {}, "bilou_discard": {"hardeval_compat": True},
            "strict": {"hardeval_compat": True, "hardeval_strict": True}}  # fmt: skip
SCORES = {"F1": "f1", "F1_clean": "f1_clean", "F1_contaminated": "f1_contaminated", "R_clean": "recall_clean",
          "R_contaminated": "recall_contaminated", "delta_F1": "delta_f1", "delta_R": "delta_recall",
          "F1_clean_exact": "f1_clean_exact", "P_unseen": "precision_unseen", "F1_unseen": "f1_unseen"}  # fmt: skip
RATES = {"partial_rate": ("partial", "samples"), "full_rate": ("full", "samples"),
         "mention_rate": ("mentions_contaminated", "mentions"), "entity_rate": ("entities_contaminated", "entities")}  # fmt: skip


def sentence(dice):
    lines = []
    for _ in range(dice.randint(1, 6)):
        if dice.random() < 0.4:
            kind = dice.choice(TYPES)
            lines += [(w, f"{'I' if k else 'B'}-{kind}") for k, w in enumerate(dice.choice(NAMES).split())]
        else:
            lines.append((dice.choice(WORDS), "O"))
    return lines


def guessed(dice, tag):
    """Mostly right; now and then an I- that continues nothing."""
    roll = dice.random()
    return tag if roll < 0.8 else "O" if roll < 0.9 else f"{dice.choice('BI')}-{dice.choice(TYPES)}"


@pytest.fixture(params=range(8))
def files(request, tmp_path):
    dice = random.Random(request.param)
    train, gold = ([sentence(dice) for _ in range(n)] for n in (40, 60))
    pred = [[(w, guessed(dice, t)) for w, t in s] for s in gold]
    paths = []
    for name, sentences in (("train", train), ("gold", gold), ("pred", pred)):
        paths.append(tmp_path / name)
        paths[-1].write_text("\n\n".join("\n".join(f"{w} {t}" for w, t in s) for s in sentences) + "\n")
    return paths


@pytest.fixture
def slow(files):
    train, gold, pred = map(read, files)
    return train, gold, tagged(gold, pred)


def result(files, suite, **switches):
    train, gold, pred = files
    return evaluate(gold, {"s": pred}, train=train, suites=[suite], resamples=0, switches=switches)


def test_tmr(files, slow):
    found = result(files, "tmr")
    for name, by_type in tmr(*slow).items():
        for label, counts in by_type.items():
            row = found.row("recall", suite="tmr", system="s", slice=name, label=label)
            assert (row.count, row.total) == (counts["found"], counts["gold"]), (name, label)


@pytest.mark.parametrize("variant", VARIANTS)
def test_hardeval(files, slow, variant):
    found = result(files, "hardeval", **SWITCHES[variant])
    for name, counts in hardeval(*slow, variant).items():
        row = found.row("ter", suite="hardeval", system="s", slice="ALL" if name == "all" else name)
        assert (row.count, row.total) == (counts["errors"], counts["tokens"]), name


def test_contamination(files, slow):
    found = result(files, "contamination")
    for name, value in scores(*slow).items():
        assert found.value(SCORES[name], suite="contamination", system="s") == pytest.approx(value, abs=1e-12), name
    train, gold, _ = slow
    for direction, parts in {"test|train": (gold, train), "train|test": (train, gold)}.items():
        counts = rates(*parts)
        for metric, (count, total) in RATES.items():
            row = found.row(metric, suite="contamination", system="", slice=direction)
            assert (row.count, row.total) == (counts[count], counts[total]), (direction, metric)


def test_interpreteval(files, slow):
    found = result(files, "interpreteval")
    for alias, figure in interpreteval(*slow).items():
        rows = [r for r in found.where(system="s", metric="f1") if r.slice.startswith(f"{alias}:")]
        buckets = [{k: r.more[k] for k in ("n_gold", "n_pred", "n_correct")} for r in rows]
        assert buckets == figure["buckets"], alias
        for metric, key in (("s_rho", "S_rho"), ("s_sigma", "S_sigma_pop")):
            value = found.value(metric, suite="interpreteval", system="s", slice=alias)
            assert value == pytest.approx(figure[key], abs=1e-9), (alias, metric)
        assert found.value("zeta", suite="interpreteval", system="", slice=alias) == pytest.approx(figure["zeta"])
