"""buckets: attributes whose buckets differ in recall; per system the weakest bucket of the clearest attribute.

Recall, not F1: a false positive falls into a bucket, too, and random ones mostly into those of names that train lacks.
So the F1 of buckets differs by what the attribute has to do with false positives, even where recall is the same.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import hypot
from typing import NamedTuple

from nerproof.base.results import Finding, Row
from nerproof.findings import rule
from nerproof.findings.evidence import ALPHA, FEW, Evidence, Fact, numbers, quantile
from nerproof.findings.wording import count, interval, listed, p_value, points

LEAST = 0.05  # points of recall between the best and the worst bucket
BELOW_ONE = 1 - 1e-9  # the end of a bucket that leaves out 1
FOLDED = 3  # more systems than this with one weak attribute are one finding
WORDS = {
    "eLen": "length of the name",
    "sLen": "length of the sentence",
    "eDen": "share of names in the sentence",
    "oDen": "share of words that train lacks",
    "eFre": "frequency of the name in train",
    "tFre": "frequency of the word in train",
    "eCon": "label consistency of the name in train",
    "match": "overlap of the name with names in train",
    "tCon": "label consistency of the word in train",
    "tag": "type",
}


class Gap(NamedTuple):
    """The best and the worst bucket of an attribute, and the p of the test that its buckets differ."""

    attribute: str
    best: Fact
    worst: Fact
    test: Fact
    p: float
    buckets: int  # how many were compared

    @property
    def value(self) -> float:
        return self.best.value - self.worst.value

    @property
    def reach(self) -> float:
        """How far the interval of the gap reaches: the best and the worst were picked from all pairs of buckets."""
        pairs = self.buckets * (self.buckets - 1) // 2
        widths = [(f.row.high or 0.0) - (f.row.low or 0.0) for f in (self.best, self.worst)]
        return quantile(pairs) / quantile(1) * hypot(*widths) / 2

    @property
    def clear(self) -> float:
        """The lower end of the gap: small buckets have wide gaps by chance alone."""
        return self.value - self.reach

    @property
    def word(self) -> str:
        return WORDS.get(self.attribute, self.attribute)


@rule("buckets")
def buckets(evidence: Evidence) -> Iterator[Finding]:
    """Fires where recall differs between an attribute's buckets (Wald), corrected for all attributes and systems."""
    clear = {system: list(_gaps(evidence, system)) for system in evidence.systems}
    widest = {s: max(gaps, key=lambda g: g.clear) for s, gaps in clear.items() if gaps}
    for attribute in dict.fromkeys(gap.attribute for gap in widest.values()):
        own = {s: gap for s, gap in widest.items() if gap.attribute == attribute}
        if len(own) > FOLDED:
            yield _folded(own, len(clear))
        else:
            yield from (_finding(s, gap, _alone(s, gap, clear[s])) for s, gap in own.items())


def _gaps(evidence: Evidence, system: str) -> Iterator[Gap]:
    """Attributes whose buckets differ, among the buckets that have enough gold items."""
    by_attribute: dict[str, list[Fact]] = {}
    for fact in evidence.slices("interpreteval", "recall", system):
        if ":" in fact.row.slice and (fact.row.more.get("n_gold") or 0) >= FEW:
            by_attribute.setdefault(fact.row.slice.partition(":")[0], []).append(fact)
    for attribute, own in by_attribute.items():
        tests = [evidence.get("interpreteval", "wald_p", run, attribute) for run in evidence.runs(system)]
        known = [(p, test) for test in tests if test and (p := test.row.more.get("recall_p_adjusted")) is not None]
        if len(own) < 2 or not known or len(known) < len(tests):
            continue
        p, weakest = max(known)  # of several runs each must differ
        best, worst = (pick(own, key=lambda f: f.value) for pick in (max, min))
        gap = Gap(attribute, best, worst, weakest, p, len(own))
        if p < ALPHA and gap.value >= LEAST:
            yield gap


def _alone(system: str, gap: Gap, clear: list[Gap]) -> str:
    others = [f"the {g.word}" for g in clear if g.attribute != gap.attribute]
    also = f" It also varies with {listed(others)}." if others else ""
    return f"The recall of {system} varies most clearly with the {gap.word}: {_scores(gap)}.{also}"


def _folded(gaps: Mapping[str, Gap], systems: int) -> Finding:
    """One finding for many systems: that of the widest gap."""
    system = max(gaps, key=lambda s: gaps[s].clear)
    many = f"The recall of {len(gaps)} of {systems} systems varies most clearly with the {gaps[system].word}"
    return _finding(system, gaps[system], f"{many}; {system} has the clearest gap: {_scores(gaps[system])}.")


def _scores(gap: Gap) -> str:
    n = count(int(gap.worst.row.more["n_gold"]), "gold item")
    return (
        f"{points(gap.worst.value)}{interval(gap.worst.row)} {where(gap.worst.row)} ({n}), "
        f"{points(gap.best.value)}{interval(gap.best.row)} {where(gap.best.row)} ({p_value(gap.p)})"
    )


def where(row: Row) -> str:
    """Which values of the attribute a bucket holds.

    >>> bucket = lambda lo, hi: Row("interpreteval", "a", "recall", 0.5, "sLen:S", more={"lo": lo, "hi": hi})
    >>> [where(bucket(*ends)) for ends in ((2.0, 2.0), (None, 33.0), (33.0, 46.0), (56.0, None), (0.75, 1 - 1e-16))]
    ['at 2', 'up to 33', 'above 33 and up to 46', 'above 56', 'above 0.75 and below 1']
    >>> where(Row("interpreteval", "a", "recall", 0.5, "tag:PER"))
    'for PER'
    """
    low, high = row.more.get("lo"), row.more.get("hi")
    if low is None and high is None:
        return f"for {row.slice.partition(':')[2]}"
    if low == high:
        return f"at {low:.3g}"
    above = [] if low is None else [f"above {low:.3g}"]
    below = [] if high is None else ["below 1" if BELOW_ONE <= high < 1 else f"up to {high:.3g}"]
    return " and ".join([*above, *below])


def _finding(system: str, gap: Gap, text: str) -> Finding:
    return Finding(
        "buckets",
        "weak-spots",
        "warn",
        text,
        system,
        value=gap.value,
        low=max(gap.clear, 0.0),
        high=min(gap.value + gap.reach, 1.0),
        n=int(gap.worst.row.more["n_gold"]),
        rows=numbers(gap.worst, gap.best, gap.test),
        slice=gap.worst.row.slice,
    )
