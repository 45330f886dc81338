"""10,000 bootstrap resamples of one system's counts on a test set of CoNLL's size."""

from __future__ import annotations

import time

import numpy as np


def lines() -> list[dict]:
    from nerproof.resampling.bootstrap import bootstrap

    counts = np.random.default_rng(0).integers(0, 4, (3701, 3))
    costs = []
    for _ in range(3):
        started = time.process_time()
        bootstrap(counts, resamples=10_000, seed=0)
        costs.append(time.process_time() - started)
    return [
        {
            "name": "10,000 resamples, one system, CPU",
            "value": min(costs),
            "unit": "s",
            "peer": None,
            "ratio": None,
            "bar": "<=0.5",
        }
    ]
