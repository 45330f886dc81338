"""Part names and their shares, from what a user writes, and whole sizes from shares."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from nerproof.base.errors import UsageError

if TYPE_CHECKING:
    from nerproof.corpus import Ints

NAMES = {1: ("train",), 2: ("train", "test"), 3: ("train", "dev", "test")}
EXAMPLE = "Write --ratios 80,10,10 (train, dev, test), 80,20 (train, test) or train=70,dev=10,test=20."

MOST_DROPPED = 0.5
DROPS = ("balanced", "free", "clean-kfold")  # methods that choose what to drop while they search

Drop = str | float | bool
Ratios = str | Sequence[float] | Mapping[str, float]


def parse_ratios(given: Ratios) -> dict[str, float]:
    """Shares by part name, summing to 1; parts of 0 are left out.

    >>> parse_ratios("80,10,10")
    {'train': 0.8, 'dev': 0.1, 'test': 0.1}
    >>> parse_ratios([0.9, 0, 0.1])
    {'train': 0.9, 'test': 0.1}
    """
    named = _named(given)
    bad = [n for n, v in named.items() if not math.isfinite(v) or v < 0]
    if bad:
        raise UsageError(f"the ratio of {bad[0]!r} is {named[bad[0]]!r}: it must be 0 or more. {EXAMPLE}")
    total = sum(named.values())
    scale = next((s for s in (1.0, 100.0) if abs(total - s) <= 1e-6 * s), None)
    if scale is None:
        raise UsageError(f"the ratios sum to {total:g}, not to 1 or 100. {EXAMPLE}")
    return {name: value / scale for name, value in named.items() if value > 0}


def _named(given: Ratios) -> dict[str, float]:
    if isinstance(given, Mapping):
        return {str(k): float(v) for k, v in given.items()}
    if isinstance(given, str):
        items = [item.strip() for item in given.split(",")]
        if all("=" in item for item in items):
            pairs = [item.partition("=")[::2] for item in items]
            if len({name.strip() for name, _ in pairs}) < len(pairs):
                raise UsageError(f"a part is named twice in {given!r}. {EXAMPLE}")
            return {name.strip(): _number(value) for name, value in pairs}
        given = [_number(item) for item in items]
    if len(given) not in NAMES:
        raise UsageError(f"{len(given)} ratios have no names of their own. {EXAMPLE}")
    return dict(zip(NAMES[len(given)], map(float, given), strict=True))


def _number(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise UsageError(f"{text!r} is not a ratio. {EXAMPLE}") from None


def parse_drop(given: Drop, method: str) -> float | None:
    """The share of the samples that may be dropped; None: the fewest that leave nothing shared.

    >>> parse_drop("5%", "balanced"), parse_drop(0.05, "balanced"), parse_drop(True, "random")
    (0.05, 0.05, None)
    """
    if given is True or given == "all":
        return None
    fix = "Write --drop 5% (or 0.05): the share of the samples that may be left out; --drop all: as many as needed."
    try:
        text = str(float(given)) if isinstance(given, float | int) else given.strip()
        share = float(text.removesuffix("%")) / (100 if text.endswith("%") else 1)
    except ValueError:
        raise UsageError(f"{given!r} is not a share of samples to drop. {fix}") from None
    if not 0 <= share <= MOST_DROPPED:
        raise UsageError(f"{given!r} cannot be dropped: at most {MOST_DROPPED:.0%} of the samples may be. {fix}")
    if share and method not in DROPS:
        raise UsageError(f"--drop {given} goes with --method {', '.join(DROPS)}; --method {method} takes --drop all.")
    return share


def size_targets(n: int, shares: NDArray[np.float64]) -> Ints:
    """Whole sizes that sum to n, nearest to the shares (largest remainder), none empty if n allows it.

    >>> size_targets(881, np.array([0.8, 0.1, 0.1])).tolist()
    [705, 88, 88]
    >>> size_targets(3, np.array([0.8, 0.1, 0.1])).tolist()
    [1, 1, 1]
    """
    exact = shares * n
    sizes = np.floor(exact + 1e-9).astype(np.int64)
    for p in np.argsort(sizes - exact, kind="stable")[: n - int(sizes.sum())]:
        sizes[p] += 1
    while n >= len(sizes) and sizes.min() == 0:
        sizes[np.argmax(sizes)] -= 1
        sizes[np.argmin(sizes)] += 1
    return sizes
