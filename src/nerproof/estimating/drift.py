"""Agreement along a field of the new text, such as the month, and an alarm where it leaves the labelled set's band."""

from __future__ import annotations

from statistics import NormalDist
from typing import Any

import numpy as np

from nerproof.base.errors import UsageError
from nerproof.corpus import Corpus, Floats, Ints
from nerproof.estimating.agreement import counts, expit, logit, scores, unit_cuts
from nerproof.estimating.shift import FEW, drawn
from nerproof.measures.votes import Votes

ALPHA = 0.05  # chance of any false alarm in a stream that does not change, over all of its groups
RESAMPLES = 400


def drift(base: Corpus, new: Votes, labelled: Votes, gold: Corpus, field: str) -> dict[str, Any]:
    """Per value of the field in order: mean agreement, the band it should be in, and whether it is outside."""
    groups = _groups(base, field)
    reference = counts(labelled, unit_cuts(gold))[:, 1:, 1:]
    centre = float(logit(agreement(reference.sum(axis=0, dtype=np.float64))))
    spread, size = _spread(reference), float(np.mean(np.diagonal(reference.sum(axis=0))))
    each = new.in_common(np.arange(len(new.sentences)))
    width = NormalDist().inv_cdf(1 - ALPHA / 2 / len(groups)) * spread
    rows = [_group(value, each[where], centre, width, size) for value, where in groups.items()]
    return {"field": field, "labelled": expit(centre), "groups": rows}


def _group(value: str, sentences: Ints, centre: float, width: float, size: float) -> dict[str, Any]:
    common = sentences.sum(axis=0, dtype=np.float64)
    n = float(np.mean(np.diagonal(common)))
    reach = width * np.sqrt(1 + size / max(n, 1.0))
    low, high = (expit(centre + side * reach) for side in (-1, 1))
    found = float(agreement(common))
    return {
        "value": value,
        "sentences": len(sentences),
        "mentions": round(n, 1),
        "agreement": found,
        "low": low,
        "high": high,
        "few": n < FEW,
        "alarm": n >= FEW and not low <= found <= high,
    }


def agreement(common: Floats) -> Floats:
    """Mean F1 over all pairs of voters."""
    table = scores(common, "f1")
    n = table.shape[-1]
    total = table.sum(axis=(-2, -1)) - np.trace(table, axis1=-2, axis2=-1)
    found: Floats = total / (n * (n - 1))
    return found


def _spread(units: Ints) -> float:
    """Standard error of the labelled set's agreement, in log-odds."""
    return float(np.std(logit(agreement(drawn(units, RESAMPLES, 7)))))


def _groups(base: Corpus, field: str) -> dict[str, Ints]:
    if field not in base.fields:
        known = ", ".join(sorted(base.fields)) or "none"
        raise UsageError(f"the new text has no field {field!r}. It has: {known}")
    values = ["" if v is None else str(v) for v in base.fields[field]]
    return {v: np.flatnonzero([x == v for x in values]) for v in sorted(set(values))}
