"""How often the 95 % interval of retention holds the truth: in 93 to 97 % of corpora.

python reproduce/conclusions/interval_coverage.py [CORPORA]
"""

from __future__ import annotations

import sys

import numpy as np
from worlds import predicted, seen_mask, world

from nerproof.engine.evaluate import evaluate

RECALLS = ((0.9, 0.85), (0.9, 0.6), (0.8, 0.1))  # on seen and on new names


def covered(corpora: int, seen_recall: float, new_recall: float, *, sentences: int = 600) -> float:
    """Share of the corpora whose interval holds the true retention."""
    held = 0
    for i in range(corpora):
        rng = np.random.default_rng([5, i])
        train, gold = world(rng, sentences=sentences)
        system = predicted(rng, gold, np.where(seen_mask(train, gold), seen_recall, new_recall))
        result = evaluate(gold, {"s": system}, train=train, suites=["tmr"], resamples=200)
        row = result.row("retention", suite="tmr", system="s")
        held += (row.low or 0.0) <= new_recall / seen_recall <= (row.high or 0.0)
    return held / corpora


if __name__ == "__main__":
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 250
    for seen, new in RECALLS:
        print(
            f"recall {seen} on seen, {new} on new names: {100 * covered(n, seen, new):.1f} % of {n} intervals hold it"
        )
