"""Scores of predictions: calibration, ranking and thresholds with intervals, against scikit-learn in a bootstrap loop."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from bench.measure import CACHE, nerproof
from bench.synthetic import write

TOKENS = 200_000
LOOPS = 20  # of 1,000: scikit-learn's time is multiplied


def lines() -> list[dict[str, Any]]:
    paths = write(TOKENS, CACHE)
    pred = _scored(paths["pred"])
    ours = nerproof(
        "evaluate", "--gold", str(paths["gold"]), "--pred", f"a={pred}", "--suite", "confidence", "-q", times=3
    )
    name = f"Calibration, ranking and thresholds with intervals, {TOKENS:,} tokens, CPU"
    peer = "scikit-learn: AUROC, AUPR and Brier score in 1,000 bootstrap samples"
    bar = {"peer": peer, "ratio": _peer(paths["gold"], pred) / ours.cpu, "bar": 1}
    return [{"name": name, "value": ours.cpu, "unit": "s", **bar}]


def _scored(path: Path) -> Path:
    """The predictions with scores, as JSONL."""
    from nerproof.formats import read
    from nerproof.formats import write as write_corpus

    out = path.with_suffix(".scored.jsonl")
    if not out.exists():
        pred = read(path)
        score = np.random.default_rng(0).random(len(pred.mentions)).round(4)
        write_corpus(replace(pred, mentions=replace(pred.mentions, score=score)), out, format="jsonl")
    return out


def _peer(gold: Path, pred: Path) -> float:
    """CPU seconds of 1,000 bootstrap samples; the files are read and matched before the clock starts."""
    from sklearn.metrics import average_precision_score, brier_score_loss, roc_auc_score

    from nerproof.formats import read
    from nerproof.measures.pairing import Pair

    pair = Pair.of(read(gold), read(pred))
    score, right = pair.pred.mentions.score, pair.pred_hit
    assert score is not None
    rng, started = np.random.default_rng(0), time.process_time()
    for _ in range(LOOPS):
        at = rng.integers(0, len(right), len(right))
        for measure in (roc_auc_score, average_precision_score, brier_score_loss):
            measure(right[at], score[at])
    return (time.process_time() - started) * 1000 / LOOPS
