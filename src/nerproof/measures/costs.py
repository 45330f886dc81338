"""Prices of errors: what a miss, a spurious mention, a wrong type or wrong borders cost, for all types or for each."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from nerproof.base.errors import InputError, UsageError, nearest
from nerproof.measures.metrics import Floats
from nerproof.measures.scorecounts import MICRO, ScoreCounts

KINDS = ("miss", "spurious", "wrong-type", "boundary", "both")
MOST = 1 << 20  # bytes of a file of prices


class Prices(NamedTuple):
    """The price of each kind of error (columns) for each type (rows)."""

    table: Floats

    def of(self, kind: str) -> Floats:
        return self.table[:, KINDS.index(kind)]


def read_costs(path: Path) -> dict[str, Any]:
    """The prices of a TOML or JSON file: numbers by kind, and tables of such numbers by type.

    ``both`` (wrong type and wrong borders) is the sum of the two where it is not given.
    """
    import tomllib

    try:
        with path.open("rb") as stream:
            text = stream.read(MOST).decode("utf-8-sig")
        found = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except OSError as error:
        raise InputError.at(path, None, f"cannot be read ({error.strerror})", fix="Check the path.") from None
    except (ValueError, RecursionError) as error:
        raise InputError.at(path, None, f"is neither TOML nor JSON ({error!s:.80})") from None
    if not isinstance(found, dict) or not found:
        raise InputError.at(path, None, "names no price", fix="Write for example: miss = 10")
    own = {k: v for k, v in found.items() if not isinstance(v, dict)}
    types = {k: v for k, v in found.items() if isinstance(v, dict)}
    return {
        **_prices(path, own),
        **({"types": {t: _prices(path, v) for t, v in sorted(types.items())}} if types else {}),
    }


def _prices(path: Path, given: Mapping[str, Any]) -> dict[str, float]:
    for kind, price in given.items():
        if kind not in KINDS:
            near = nearest(kind, KINDS)
            hint = f"Did you mean {near!r}?" if near else f"The kinds are {', '.join(KINDS)}."
            raise InputError.at(path, None, f"knows no error {kind!r}", fix=hint)
        if isinstance(price, bool) or not isinstance(price, int | float) or not 0 <= price < math.inf:
            raise InputError.at(path, None, f"{kind} is {price!r:.40}", fix="A price is a number of 0 or more.")
    return {kind: float(price) for kind, price in sorted(given.items())}


def prices_of(costs: Mapping[str, Any], types: Sequence[str]) -> Prices:
    """The prices of all types; what is not given costs 1, or what all types cost."""
    by_type = costs.get("types", {})
    unknown = [t for t in by_type if t not in types]
    if unknown and types:
        raise UsageError(f"--costs names the type {unknown[0]!r}, which no file has. Types: {', '.join(types[:20])}.")
    return Prices(np.array([_row({**costs, **by_type.get(t, {})}) for t in types] or np.zeros((0, len(KINDS)))))


def _row(given: Mapping[str, Any]) -> list[float]:
    own = {kind: float(given.get(kind, 1.0)) for kind in KINDS}
    own["both"] = float(given.get("both", own["wrong-type"] + own["boundary"]))
    return [own[kind] for kind in KINDS]


def cheapest_threshold(counts: ScoreCounts, prices: Prices) -> int:
    """The threshold (millionths) with the lowest price; of several the lowest. 0: keep everything.

    Predictions are paired with gold once. One that is dropped saves its own error and leaves its partner missed.
    """
    own = counts.scored
    miss, spurious = np.append(prices.of("miss"), 0.0), prices.of("spurious")
    by_gold = [np.zeros(len(miss)), *(np.append(prices.of(k), 0.0) for k in ("wrong-type", "boundary", "both"))]
    kept = np.where(own.gold_type < 0, spurious[own.type], np.stack(by_gold)[np.minimum(own.outcome, 3), own.gold_type])
    saved = (kept - miss[own.gold_type]) * own.n  # by dropping it
    score, place = np.unique(own.score, return_inverse=True)
    total = np.concatenate([[0.0], np.cumsum(np.bincount(place, saved, len(score)))])  # below each score, then all
    best = int(np.argmax(total))
    return 0 if best == 0 else int(score[best]) if best < len(score) else MICRO + 1
