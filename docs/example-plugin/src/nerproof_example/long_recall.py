"""long-recall: recall on mentions of two tokens and more."""

import numpy as np

from nerproof.measures.metrics import Metric, metric, ratio, tally


def counts(pair, part):
    """A row per sentence: long mentions of gold that were found, and all of them."""
    mentions = pair.gold.mentions
    long = mentions.end - mentions.start > 1
    if part.gold is not None:  # only the mentions that this score is about: a subset, a bucket
        long = long & part.gold
    return np.stack([tally(pair.gold_cuts, long & pair.gold_hit), tally(pair.gold_cuts, long)], axis=1)


metric(
    Metric(
        name="long-recall",
        columns=("hit", "long"),
        counts=counts,
        score=lambda sums: {"long_recall": ratio(sums["hit"], sums["long"])},
        ratios={"long_recall": ("hit", "long")},
        description="recall on mentions of two tokens and more",
    )
)
