"""The estimate: the score on the labelled set, shifted by the change of agreement with the others (log-odds)."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import resources
from typing import Any, NamedTuple

import numpy as np

from nerproof.corpus import Floats, Ints
from nerproof.estimating.agreement import exact, expit, logit, scores
from nerproof.resampling.bootstrap import bootstrap, merge_runs, run_length

PARTS = 8  # of the labelled set: each is predicted from the rest, to see how well the method does here
FEWEST_UNITS = 2 * PARTS
FEW_RESAMPLES = 60  # of each part
FEW = 30  # mentions: with fewer a system says nothing
USUAL = 0.05  # a text of the same domain is up to so much stranger than the labelled set's own parts


@dataclass(frozen=True, eq=False)
class Estimate:
    """One score of one system on the new text; everything in shares; gap, shift and sd in log-odds."""

    labelled: float | None  # as evaluate has it
    value: float
    gap: float  # log-odds of the labelled score less those of agreement
    shift: float
    sd: float
    agreement_labelled: float
    agreement_new: float
    low: float  # 95 %
    high: float
    low_90: float
    high_90: float
    n_new: int  # its mentions in the new text
    n_labelled: int
    distance: float = 0.0
    opinions: int = 1  # other systems that say something of their own in both texts


@dataclass(frozen=True, eq=False)
class Tables:
    """Mentions in common, units × voters × voters: gold is voter 0 of ``labelled``, ``new`` has the others only."""

    labelled: Ints
    new: Ints
    resamples: int = 1000
    seed: int = 0
    distance: float = 0.0  # how much stranger the words of the new text are than those of the labelled set's own parts

    @cached_property
    def total(self) -> Floats:
        return self.labelled.sum(axis=0, dtype=np.float64)

    @cached_property
    def total_new(self) -> Floats:
        return self.new.sum(axis=0, dtype=np.float64)

    def others(self, system: int) -> list[int]:
        """Systems with an opinion of their own: enough mentions in both texts, and not the same ones as another's."""
        distinct: list[int] = []
        for k in range(len(self.total_new)):
            if k != system and not any(self._same(k, other) for other in (system, *distinct)):
                distinct.append(k)
        return [k for k in distinct if min(self.total[k + 1, k + 1], self.total_new[k, k]) >= FEW]

    def _same(self, a: int, b: int) -> bool:
        """Whether two systems say the same in one of the two texts."""
        tables = (self.total[1:, 1:], self.total_new)
        return any(t[a, b] == t[a, a] == t[b, b] for t in tables)

    @cached_property
    def drawn(self) -> Floats:
        return drawn(self.labelled, self.resamples, self.seed)

    @cached_property
    def parts(self) -> list[Tables]:
        """Each part of the labelled set as new text, the rest as labelled set."""
        if len(self.labelled) < FEWEST_UNITS:
            return []
        part = np.arange(len(self.labelled)) * PARTS // len(self.labelled)
        return [
            Tables(self.labelled[part != k], self.labelled[part == k], min(self.resamples, FEW_RESAMPLES), k)
            for k in range(PARTS)
        ]


def estimate_one(tables: Tables, system: int, metric: str) -> Estimate:
    """``system`` counts from 0, without gold."""
    others = tables.others(system)
    with_ = Against(system, others or [k for k in range(len(tables.total_new)) if k != system], metric)
    gap, agreed = with_.gap(tables.total)
    agreed_new = with_.agreement(tables.total_new)
    shift = float(logit(agreed_new) - logit(agreed))
    centre = float(logit(agreed_new) + gap) - _constants()["drop"] * unseen_drop(float(gap), tables.distance)
    variance = _sampling(tables, tables.total_new[system, system], with_)
    variance += _method_variance(shift, tables.distance)
    sd = float(np.sqrt(variance)) * _local(tables, with_)
    return Estimate(
        exact(tables.total, system + 1, 0, metric),
        expit(centre),
        float(gap),
        shift,
        sd,
        float(agreed),
        float(agreed_new),
        *_ends(centre, sd, "95"),
        *_ends(centre, sd, "90"),
        int(tables.total_new[system, system]),
        int(tables.total[system + 1, system + 1]),
        tables.distance,
        len(others),
    )


def unseen_drop(gap: float, distance: float) -> float:
    """Where agreement hides a fall: systems that share errors (agree more than they are right) on strange words.

    >>> unseen_drop(0.3, 0.2), unseen_drop(-0.5, 0.03), round(unseen_drop(-0.5, 0.15), 3)
    (0.0, 0.0, 0.05)
    """
    return max(0.0, distance - USUAL) * max(0.0, -gap)


def _ends(centre: float, sd: float, level: str) -> tuple[float, float]:
    reach = quantiles()[level] * sd
    return expit(centre - reach), expit(centre + reach)


class Against(NamedTuple):
    """A score of a system, against gold and against other systems; all are numbered without gold."""

    system: int
    others: list[int]
    metric: str

    def agreement(self, common: Floats) -> Floats:
        """Mean score against the others."""
        found: Floats = scores(common, self.metric)[..., self.system, self.others].mean(axis=-1)
        return found

    def gap(self, common: Floats) -> tuple[Floats, Floats]:
        """Log-odds of the score against gold (voter 0) less those of the agreement with the others; and the latter."""
        agreed = self.agreement(common[..., 1:, 1:])
        return logit(scores(common, self.metric)[..., self.system + 1, 0]) - logit(agreed), agreed


def _sampling(tables: Tables, n_new: float, against: Against) -> float:
    """Variance of the gap on the labelled set and on the new text, whose units are taken to vary alike."""
    size = float(tables.total[against.system + 1, against.system + 1])
    return float(np.var(against.gap(tables.drawn)[0])) * (1 + size / max(float(n_new), 1.0))


def drawn(counts: Ints, resamples: int, seed: int) -> Floats:
    """Sums over units drawn with replacement."""
    flat = counts.reshape(len(counts), -1)
    sums = bootstrap(merge_runs(flat, run_length(len(flat))), resamples=resamples, seed=seed)
    return sums[1:].reshape(resamples, *counts.shape[1:])


def _local(tables: Tables, against: Against) -> float:
    """How much larger than expected errors are on parts of the labelled set, predicted from the rest; 1 or more."""
    errors = []
    for part in tables.parts:
        gap, agreed = against.gap(part.total)
        own, held = against.gap(part.total_new)
        variance = _sampling(part, part.total_new[against.system + 1, against.system + 1], against)
        variance += _method_variance(float(logit(held) - logit(agreed)), 0.0)
        errors.append(float(own - gap) / np.sqrt(variance))
    return float(max(1.0, np.sqrt(np.mean(np.square(errors))))) if errors else 1.0


def _method_variance(shift: float, distance: float) -> float:
    """The method's own error: it grows with the shift and with strange words; learned on pairs that both have gold."""
    known = _constants()
    found: float = known["floor"] ** 2 + (known["slope"] * shift) ** 2 + (known["far"] * distance) ** 2
    return found


def quantiles() -> dict[str, float]:
    """How many standard deviations an interval reaches: from the errors on those pairs, not from a normal curve."""
    found: dict[str, float] = _constants()["quantiles"]
    return found


@cache
def _constants() -> dict[str, Any]:
    found: dict[str, Any] = json.loads((resources.files("nerproof.estimating") / "calibration.json").read_text("utf-8"))
    return found
