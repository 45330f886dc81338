"""How many errors a reviewer will find, and where reading on no longer pays."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from nerproof.auditing.probability import calibration
from nerproof.corpus import Floats

WORTH = 0.1  # a site is worth reading while one in ten is an error
STEPS = (25, 50, 100, 200, 400, 800, 1600, 3200)
_WIDE = 1.96


@dataclass(frozen=True, eq=False)
class Expected:
    """Errors among some sites: the expected number and a 95 % interval."""

    sites: int
    errors: float
    low: float
    high: float


@dataclass(frozen=True, eq=False)
class Review:
    """``stop``: sites to read; beyond it fewer than one in ten is expected to be wrong."""

    stop: int
    until_stop: Expected
    beyond: Expected
    by_rank: tuple[Expected, ...]

    def to_dict(self) -> dict[str, Any]:
        return {"worth": WORTH, **asdict(self)}


def review(score: Floats, evidence: str) -> Review:
    """From log-odds in falling order."""
    spread = calibration()["spread"][evidence]
    stop = int((1 / (1 + np.exp(-score)) >= WORTH).sum())
    steps = [n for n in STEPS if n < len(score)] + ([len(score)] if len(score) else [])
    by_rank = tuple(expected(score[:n], spread) for n in steps)
    return Review(stop, expected(score[:stop], spread), expected(score[stop:], spread), by_rank)


def expected(score: Floats, spread: float) -> Expected:
    """Chance of each site being wrong or not, and the curve itself being off by ``spread`` (log-odds, one sd)."""
    shares = [1 / (1 + np.exp(-(score + shift))) for shift in (-_WIDE * spread, 0.0, _WIDE * spread)]
    low, middle, high = (float(p.sum()) for p in shares)
    chance = _WIDE * float(np.sqrt((shares[1] * (1 - shares[1])).sum()))
    below, above = math.hypot(middle - low, chance), math.hypot(high - middle, chance)
    ends = max(0.0, middle - below), min(float(len(score)), middle + above)
    return Expected(len(score), *(round(x, 3) for x in (middle, *ends)))
