"""The embedded model: training and prediction of the crf, against the bars we promise."""

from __future__ import annotations

import time
from typing import Any

import numpy as np

TRAIN, TEST = 30_000, 50_000
SPEED = 50_000  # tokens per CPU second
TRAINING = 90 / 264_715  # CPU seconds per token: CoNLL-2002 Spanish in 90 s


def lines() -> list[dict[str, Any]]:
    from nerproof.models import create

    train, test = corpus(TRAIN), corpus(TEST)
    training, model = timed(lambda: create("crf").train(train), times=1)
    predicting, _ = timed(lambda: model.predict(test), times=3)
    speed = test.n_tokens / predicting
    per_token = training / train.n_tokens
    return [
        {
            "name": "crf: prediction",
            "value": speed,
            "unit": "tokens per CPU s",
            "peer": "bar",
            "ratio": speed / SPEED,
            "bar": 1.0,
        },
        {
            "name": f"crf: training on {TRAIN:,} tokens",
            "value": training,
            "unit": "CPU s",
            "peer": "bar",
            "ratio": TRAINING / per_token,
            "bar": 1.0,
        },
    ]


def corpus(n_tokens: int) -> Any:
    """Synthetic sentences with their mentions."""
    from bench.bench_attacks import synthetic_corpus

    return synthetic_corpus(n_tokens)


def timed(function: Any, *, times: int) -> tuple[float, Any]:
    """The least CPU time of some runs, and the last answer."""
    best, answer = np.inf, None
    for _ in range(times):
        started = time.process_time()
        answer = function()
        best = min(best, time.process_time() - started)
    return float(best), answer


if __name__ == "__main__":
    for line in lines():
        print(line)
