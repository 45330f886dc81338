"""buckets: attributes whose buckets differ; per system the weakest bucket of the attribute that matters most."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import hypot
from typing import NamedTuple

from nerproof.base.results import Finding
from nerproof.findings import rule
from nerproof.findings.evidence import FEW, Evidence, Fact, error, numbers, quantile
from nerproof.findings.wording import count, interval, points

LEAST = 0.05  # points of F1 between two buckets
WORDS = {
    "eLen": "length of the name",
    "sLen": "length of the sentence",
    "eDen": "share of names in the sentence",
    "oDen": "share of words that train lacks",
    "eFre": "frequency of the name in train",
    "tFre": "frequency of the word in train",
    "eCon": "label consistency of the name in train",
    "tCon": "label consistency of the word in train",
    "tag": "type",
}


class Gap(NamedTuple):
    """Two buckets of one attribute, the better one first."""

    best: Fact
    worst: Fact
    error: float

    @property
    def value(self) -> float:
        return self.best.value - self.worst.value


@rule("buckets")
def buckets(evidence: Evidence) -> Iterator[Finding]:
    """Fires where two buckets differ, corrected for all pairs of buckets of all attributes and systems."""
    pairs = {system: _pairs(evidence, system) for system in evidence.systems}
    reach = quantile(sum(map(len, pairs.values())))
    for system, gaps in pairs.items():
        clear = [g for g in gaps if g.value >= LEAST and g.value > reach * g.error]
        if clear:
            yield _finding(system, max(clear, key=lambda g: g.value), clear, reach)


def _pairs(evidence: Evidence, system: str) -> list[Gap]:
    """All pairs of buckets that have enough mentions, attribute by attribute."""
    facts = [f for f in evidence.slices("interpreteval", "f1", system) if (f.row.more.get("n_gold") or 0) >= FEW]
    by_attribute: dict[str, list[Fact]] = {}
    for fact in facts:
        by_attribute.setdefault(fact.row.slice.partition(":")[0], []).append(fact)
    found = []
    for own in by_attribute.values():
        for pair in combinations(own, 2):
            best, worst = sorted(pair, key=lambda f: -f.value)
            errors = (error(best.row), error(worst.row))
            if None not in errors:
                found.append(Gap(best, worst, hypot(*(e for e in errors if e is not None))))
    return found


def _finding(system: str, gap: Gap, clear: list[Gap], reach: float) -> Finding:
    attribute = gap.worst.row.slice.partition(":")[0]
    others = [a for a in dict.fromkeys(g.worst.row.slice.partition(":")[0] for g in clear) if a != attribute]
    also = f" Buckets of {', '.join(others)} differ, too." if others else ""
    n = int(gap.worst.row.more["n_gold"])
    text = (
        f"{system} depends most on the {WORDS.get(attribute, attribute)}: F1 {points(gap.worst.value)}"
        f"{interval(gap.worst.row)} in bucket {gap.worst.row.slice} ({count(n, 'gold item')}), "
        f"{points(gap.best.value)}{interval(gap.best.row)} in {gap.best.row.slice}.{also}"
    )
    return Finding(
        "buckets",
        "weak-spots",
        "warn",
        text,
        system,
        value=gap.value,
        low=gap.value - reach * gap.error,
        high=gap.value + reach * gap.error,
        n=n,
        rows=numbers(gap.worst, gap.best),
        slice=gap.worst.row.slice,
    )
