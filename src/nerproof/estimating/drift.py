"""Agreement and mentions along a field of the new text, such as the month; an alarm where they leave their bands.

Agreement cannot show what all systems miss: where they all fall silent, they find fewer mentions per token.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np

from nerproof.base.errors import UsageError
from nerproof.corpus import Corpus, Floats, Ints
from nerproof.estimating.agreement import counts, expit, logit, scores, unit_cuts
from nerproof.estimating.shift import FEW, drawn
from nerproof.measures.votes import Votes

ALPHA = (
    0.03  # of any false alarm over all groups by the normal curve: one stream in twenty has one where groups are small
)
RESAMPLES = 400


@dataclass(frozen=True, eq=False)
class Band:
    """Where a number that the labelled set has would be in other samples of the same text, by their size."""

    centre: float
    spread: float  # of the labelled set's number, if its units were drawn again
    size: float
    reach: float  # in spreads

    @classmethod
    def of(cls, units: Ints, size: float, number: Callable[[Floats], Floats], reach: float) -> Band:
        """``number`` makes it of summed units, on a scale where it varies alike on both sides."""
        spread = float(np.std(number(drawn(units, RESAMPLES, 7))))
        return cls(float(number(units.sum(axis=0, dtype=np.float64))), spread, size, reach)

    def ends(self, size: float) -> tuple[float, float]:
        half = self.reach * self.spread * float(np.sqrt(1 + self.size / max(size, 1.0)))
        return self.centre - half, self.centre + half


def drift(base: Corpus, new: Votes, labelled: Votes, gold: Corpus, field: str) -> dict[str, Any]:
    """Per value of the field in order: agreement and mentions per token, their bands, and whether one is outside."""
    groups, cuts = _groups(base, field), unit_cuts(gold)
    units, tokens = counts(labelled, cuts)[:, 1:, 1:], np.diff(gold.sentences[cuts])
    reach = NormalDist().inv_cdf(1 - ALPHA / 4 / len(groups))  # two bands with two ends each
    size = float(_mentions(units.sum(axis=0)))
    agreed = Band.of(units, size, lambda common: logit(agreement(common)), reach)
    both = np.stack([np.trace(units, axis1=1, axis2=2), tokens * units.shape[1]], axis=1)
    found = Band.of(both, float(tokens.sum()), lambda sums: np.sqrt(sums[..., 0] / sums[..., 1]), reach)
    each, lengths = new.in_common(np.arange(len(new.sentences))), np.diff(new.sentences)
    rows = [_group(value, each[at], float(lengths[at].sum()), agreed, found) for value, at in groups.items()]
    return {"field": field, "labelled": expit(agreed.centre), "labelled_density": found.centre**2, "groups": rows}


def _group(value: str, sentences: Ints, tokens: float, agreed: Band, found: Band) -> dict[str, Any]:
    common = sentences.sum(axis=0, dtype=np.float64)
    n, share = float(_mentions(common)), float(agreement(common))
    low, high = (expit(x) for x in agreed.ends(n))
    density = n / max(tokens, 1.0)
    fewest, most = (max(x, 0.0) ** 2 for x in found.ends(tokens))
    few = found.centre**2 * tokens < FEW
    return {
        "value": value,
        "sentences": len(sentences),
        "mentions": round(n, 1),
        "agreement": share if n else None,  # of nothing with nothing
        "low": low,
        "high": high,
        "density": density,
        "density_low": fewest,
        "density_high": most,
        "few": bool(few),
        "alarm": bool(not few and (not fewest <= density <= most or (n >= FEW and not low <= share <= high))),
    }


def _mentions(common: Floats | Ints) -> Floats:
    """Mean number of mentions of the voters."""
    found: Floats = np.diagonal(common, axis1=-2, axis2=-1).mean(axis=-1)
    return found


def agreement(common: Floats) -> Floats:
    """Mean F1 over all pairs of voters."""
    table = scores(common, "f1")
    n = table.shape[-1]
    total = table.sum(axis=(-2, -1)) - np.trace(table, axis1=-2, axis2=-1)
    found: Floats = total / (n * (n - 1))
    return found


def _groups(base: Corpus, field: str) -> dict[str, Ints]:
    if field not in base.fields:
        known = ", ".join(sorted(base.fields)) or "none"
        raise UsageError(f"the new text has no field {field!r}. It has: {known}")
    values = ["" if v is None else str(v) for v in base.fields[field]]
    return {v: np.flatnonzero([x == v for x in values]) for v in sorted(set(values))}
