"""buckets: attributes whose buckets differ; per system the weakest bucket of the attribute that matters most."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from math import hypot
from typing import NamedTuple

from nerproof.base.results import Finding
from nerproof.findings import rule
from nerproof.findings.evidence import FEW, Evidence, Fact, error, numbers, quantile
from nerproof.findings.wording import count, interval, points

LEAST = 0.05  # points of F1 between two buckets
FOLDED = 3  # more systems than this with one weak attribute are one finding
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

    @property
    def attribute(self) -> str:
        return self.worst.row.slice.partition(":")[0]


@rule("buckets")
def buckets(evidence: Evidence) -> Iterator[Finding]:
    """Fires where two buckets differ, corrected for all pairs of buckets of all attributes and systems."""
    pairs = {system: _pairs(evidence, system) for system in evidence.systems}
    reach = quantile(sum(map(len, pairs.values())))
    clear = {s: [g for g in gaps if g.value >= LEAST and g.value > reach * g.error] for s, gaps in pairs.items()}
    widest = {s: max(gaps, key=lambda g: g.value) for s, gaps in clear.items() if gaps}
    for attribute in dict.fromkeys(gap.attribute for gap in widest.values()):
        own = {s: gap for s, gap in widest.items() if gap.attribute == attribute}
        if len(own) > FOLDED:
            yield _folded(own, len(pairs), reach)
        else:
            yield from (_finding(s, gap, _alone(s, gap, clear[s]), reach) for s, gap in own.items())


def _alone(system: str, gap: Gap, clear: list[Gap]) -> str:
    others = [a for a in dict.fromkeys(g.attribute for g in clear) if a != gap.attribute]
    also = f" Buckets of {', '.join(others)} differ, too." if others else ""
    return f"{system} depends most on the {WORDS.get(gap.attribute, gap.attribute)}: {_scores(gap)}.{also}"


def _folded(gaps: Mapping[str, Gap], systems: int, reach: float) -> Finding:
    """One finding for many systems: that of the widest gap."""
    system = max(gaps, key=lambda s: gaps[s].value)
    gap = gaps[system]
    many = f"{len(gaps)} of {systems} systems depend most on the {WORDS.get(gap.attribute, gap.attribute)}"
    return _finding(system, gap, f"{many}; the widest gap has {system}: {_scores(gap)}.", reach)


def _scores(gap: Gap) -> str:
    n = count(int(gap.worst.row.more["n_gold"]), "gold item")
    return (
        f"F1 {points(gap.worst.value)}{interval(gap.worst.row)} in bucket {gap.worst.row.slice} ({n}), "
        f"{points(gap.best.value)}{interval(gap.best.row)} in {gap.best.row.slice}"
    )


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


def _finding(system: str, gap: Gap, text: str, reach: float) -> Finding:
    return Finding(
        "buckets",
        "weak-spots",
        "warn",
        text,
        system,
        value=gap.value,
        low=gap.value - reach * gap.error,
        high=gap.value + reach * gap.error,
        n=int(gap.worst.row.more["n_gold"]),
        rows=numbers(gap.worst, gap.best),
        slice=gap.worst.row.slice,
    )
