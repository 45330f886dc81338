"""flip: the ranking of two systems on new names differs from that by F1, and from that on seen names.

A system that finds more of both, new and seen, and has the lower F1 is less precise: that is no flip.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from nerproof.base.results import Finding
from nerproof.findings import rule
from nerproof.findings.evidence import ALPHA, Evidence, Fact, numbers
from nerproof.findings.wording import p_value, points

NEW = "UNSEEN-ANY"


class Flip(NamedTuple):
    """``first`` leads by F1, ``second`` on new names."""

    first: str
    second: str
    all: Fact
    new: Fact


@rule("flip")
def flip(evidence: Evidence) -> Iterator[Finding]:
    """Fires where the difference on new names is significant and F1 points the other way; names the clearest pair."""
    new, seen = ({_pair(f): f for f in evidence.differences("tmr", "recall", s)} for s in (NEW, "SEEN"))
    flips = [
        Flip(*(_pair(f) if f.value > 0 else _pair(f)[::-1]), f, new[_pair(f)])
        for f in evidence.differences("standard", "f1")
        if _pair(f) in new and _pair(f) in seen and _clear(new[_pair(f)])
        if f.value * new[_pair(f)].value < 0 and seen[_pair(f)].value * new[_pair(f)].value <= 0
    ]
    if flips:
        flips.sort(key=lambda f: (not _clear(f.all), -abs(f.new.value)))
        yield _finding(evidence, flips[0], len(flips) - 1)


def _pair(fact: Fact) -> tuple[str, str]:
    return fact.row.system, str(fact.row.more["other"])


def _clear(fact: Fact) -> bool:
    return (fact.p or 1.0) < ALPHA


def _finding(evidence: Evidence, flip: Flip, others: int) -> Finding:
    f1 = [evidence.get("standard", "f1", s) for s in (flip.first, flip.second)]
    new = [evidence.get("tmr", "recall", s, NEW) for s in (flip.first, flip.second)]
    by_f1, recalls = ([points(fact.value) if fact else "–" for fact in pair] for pair in (f1, new))
    more = f" {others} more {'pair flips' if others == 1 else 'pairs flip'}." if others else ""
    all_names = f"{by_f1[0]} and {by_f1[1]}, {p_value(flip.all.p or 1.0)}"
    new_names = f"{recalls[1]} and {recalls[0]} %, {p_value(flip.new.p or 1.0)}"
    ahead = f"by F1 {flip.first} is ahead, but not significantly ({all_names})"
    text = f"The ranking on new names differs: {flip.second} finds more than {flip.first} ({new_names}); {ahead}."
    if _clear(flip.all):
        leads = f"{flip.first} has the higher F1 ({all_names}), {flip.second} finds more new names ({new_names})"
        text = f"The ranking flips on new names: {leads}."
    return Finding(
        "flip",
        "comparison",
        "bad" if _clear(flip.all) else "warn",
        text + more,
        (flip.first, flip.second),
        value=abs(flip.new.value),
        n=new[0].row.total if new[0] else None,
        rows=numbers(flip.new, flip.all, *new, *f1),
        slice=NEW,
    )
