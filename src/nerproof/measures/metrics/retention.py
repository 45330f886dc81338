"""Retention: recall if every name were new, and if every name were seen, standardised by type and length.

Seen and unseen mentions differ in kind: seen ones are shorter, and more of them are places. Plain recalls mix that with
memory. Here both recalls are taken within strata (one type; 1, 2 or 3+ tokens) and averaged with the same weights: the
number of all mentions of the stratum.
"""

from __future__ import annotations

import numpy as np

from nerproof.corpus import Ints
from nerproof.measures.metrics import Floats, Metric, Slice, Sums, metric, ratio, tally
from nerproof.measures.pairing import Pair

LENGTHS = (1, 2, 3)  # tokens; the last is three or more
SIDES = ("seen", "new")
CELLS = tuple(f"{side}_{length}" for length in LENGTHS for side in SIDES)
COLUMNS = tuple(f"{what}_{cell}" for cell in CELLS for what in ("found", "gold"))
FEWEST = 10  # mentions that a stratum needs on either side
WEIGHT = "mentions_in_strata"


def counts(pair: Pair, part: Slice) -> Ints:
    """Needs the mask ``seen`` (the entity is in the training data); the slice is one type."""
    m, seen = pair.gold.mentions, part.masks["seen"]
    length = np.clip(m.end - m.start, LENGTHS[0], LENGTHS[-1])
    own = np.ones(len(m), dtype=np.bool_) if part.gold is None else part.gold
    cells = [own & (length == n) & side for n in LENGTHS for side in (seen, ~seen)]
    return np.stack([tally(pair.gold_cuts, mask) for cell in cells for mask in (cell & pair.gold_hit, cell)], axis=1)


def score(sums: Sums) -> dict[str, Floats]:
    """One type's recalls over its strata, and the mentions these have; undefined without a usable stratum."""
    groups = strata(sums)
    found, gold = ({s: _stacked(sums, what, s, groups) for s in SIDES} for what in ("found", "gold"))
    weights = gold["seen"] + gold["new"]
    new, seen = (ratio((ratio(found[s], gold[s]) * weights).sum(axis=0), weights.sum(axis=0)) for s in ("new", "seen"))
    return {**compared(new, seen), WEIGHT: weights.sum(axis=0) if groups else new}


def compared(new: Floats, seen: Floats) -> dict[str, Floats]:
    """The two recalls, their quotient and their difference."""
    return {"recall_if_new": new, "recall_if_seen": seen, "retention": ratio(new, seen), "gap": seen - new}


def strata(sums: Sums) -> list[list[int]]:
    """Lengths that form a stratum: with enough mentions on both sides; the others join the largest such.

    The first sums, those of the data itself, decide for all resamples.
    """
    sizes = {n: [int(np.ravel(sums[f"gold_{side}_{n}"])[0]) for side in SIDES] for n in LENGTHS}
    usable = [n for n in LENGTHS if min(sizes[n]) >= FEWEST]
    if not usable:
        return []
    largest = max(usable, key=lambda n: sum(sizes[n]))
    others = [n for n in LENGTHS if n not in usable]
    return [[n, *others] if n == largest else [n] for n in usable]


def _stacked(sums: Sums, what: str, side: str, groups: list[list[int]]) -> Floats:
    """Sums of each stratum, one below the other."""
    shape = (len(groups), *np.shape(sums[COLUMNS[0]]))
    rows = [np.sum([sums[f"{what}_{side}_{n}"] for n in group], axis=0) for group in groups]
    return np.array(rows, dtype=np.float64).reshape(shape)


RETENTION = metric(
    Metric(
        name="retention",
        columns=COLUMNS,
        counts=counts,
        score=score,
        suites=(),
        range=(-1.0, float("inf")),
        description="recall if every name were new and if every name were seen, standardised by type and length",
    )
)
