"""How many errors a reviewer will find, and where reading on no longer pays."""

from __future__ import annotations

import math
from collections.abc import Sequence
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
    held = calibration()["held out"][evidence]
    stop = int((_share(score) >= WORTH).sum())
    steps = [n for n in STEPS if n < len(score)] + ([len(score)] if len(score) else [])
    by_rank = tuple(expected(score[:n], held) for n in steps)
    return Review(stop, expected(score[:stop], held), expected(score[stop:], held), by_rank)


def expected(score: Floats, held_out: Sequence[tuple[float, float]]) -> Expected:
    """Errors by the curve; the interval holds what they would be by the curves that other corpora turned out to need.

    ``held_out`` has the (shift, slope) of each corpus that the curve was not fitted on. Chance is added on both sides.
    """
    share = _share(score)
    sums = [float(_share(shift + slope * score).sum()) for shift, slope in held_out]
    middle, chance = float(share.sum()), _WIDE * float(np.sqrt((share * (1 - share)).sum()))
    further = 1 + 2 / max(len(sums), 1)  # the ends of a few cases are not those of all
    below, above = (further * abs(end - middle) for end in (min([middle, *sums]), max([middle, *sums])))
    ends = max(0.0, middle - math.hypot(below, chance)), min(float(len(score)), middle + math.hypot(above, chance))
    return Expected(len(score), *(round(x, 3) for x in (middle, *ends)))


def _share(score: Floats) -> Floats:
    found: Floats = 1 / (1 + np.exp(-score))
    return found
