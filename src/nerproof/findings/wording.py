"""How findings write numbers: half up, shares as "86 %", points with one decimal, p-values as "p = 0.003"."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal

from nerproof.base.results import Row

MOST_NAMED = 3
ALMOST, ALPHA = 0.0495, 0.05
NO_INTERVAL = "there is no interval (--resamples 0, or a single unit)"


def _rounded(value: float, places: int) -> Decimal:
    return (Decimal(repr(float(value))) * 100).quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP) + 0


def share(value: float) -> str:
    """A share in whole percent.

    >>> share(0.865)
    '87 %'
    """
    return f"{_rounded(value, 0)} %"


def points(value: float) -> str:
    """Points of 100.

    >>> points(0.1694)
    '16.9'
    """
    return str(_rounded(value, 1))


def interval(row: Row, places: int = 1) -> str:
    """A blank and the 95 % interval, or nothing where there is none.

    >>> interval(Row("standard", "a", "f1", 0.5, low=0.45, high=0.561))
    ' [45.0, 56.1]'
    """
    if row.low is None or row.high is None:
        return ""
    return f" [{_rounded(row.low, places)}, {_rounded(row.high, places)}]"


def p_value(p: float) -> str:
    """P = 0.003, or p < 0.001; what is below 0.05 is not rounded to it.

    >>> p_value(0.0034), p_value(0.0001), p_value(0.0498)
    ('p = 0.003', 'p < 0.001', 'p = 0.0498')
    """
    if ALMOST <= p < ALPHA:
        return f"p = {min(p, ALPHA - 0.0001):.4f}"
    return "p < 0.001" if p < 0.0005 else f"p = {p:.3f}"


def count(n: int, one: str, several: str | None = None) -> str:
    """A number with its noun.

    >>> count(1, "mention"), count(1362, "mention")
    ('1 mention', '1,362 mentions')
    """
    return f"{n:,} {one if n == 1 else several or one + 's'}"


def listed(names: Sequence[str]) -> str:
    """Names in a row, the first few by name.

    >>> listed(["a", "b"]), listed(["a", "b", "c", "d", "e"])
    ('a and b', 'a, b, c and 2 more')
    """
    if len(names) > MOST_NAMED:
        return f"{', '.join(names[:MOST_NAMED])} and {len(names) - MOST_NAMED} more"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
